import type { Locator, Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { appReport, importConversation } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { copyCounted } from './support/copied';
import { makeRepository } from './support/makeRepository';
import { completion, serveModel } from './support/modelServer';
import { clickBox, readClipboard, reload, taskBox } from './support/workbench';

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Discussion', exact: true });
const checkpoint = (page: Page): Locator => panel(page).locator('[data-checkpoint]');
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Compress discussion' });
const again = (page: Page): Locator => page.getByRole('dialog', { name: 'Summary of the discussion' });
const SEEN = 'User: This conversation continues an earlier one.';

/** A conversation of this many messages, which a user begins. */
function history(count: number): string {
  return JSON.stringify(
    Array.from({ length: count }, (_, at) =>
      at % 2 === 0
        ? { role: 'user', content: `Question ${at} about src/part${at % 7}.ts. Why is it slow?` }
        : {
            role: 'assistant',
            content: `We decided to cache result ${at}. It is faster now.\n\n\`\`\`ts\nrun();\n\`\`\``,
          },
    ),
  );
}

async function openWith(page: Page, path: string, count: number): Promise<void> {
  await openFolder(page, path);
  await clickBox(page, 'a.txt');
  await taskBox(page).fill('Go on.');
  await importConversation(page, history(count));
  await page.getByRole('tab', { name: 'Discussion' }).click();
}

test('a long discussion is compressed by rules, edited, copied, stale after an edit, and whole again', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openWith(page, repository.path, 101);
  const whole = await copyCounted(page);
  expect(whole).toContain('Question 0 about');
  await expect(panel(page).getByText('replace its oldest 80 messages')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Compress…' }).click();
  const summary = dialog(page).getByRole('textbox', { name: 'Summary' });
  await expect(summary).toHaveValue(/^It began with:\n- Question 0 about src\/part0\.ts\.\n/);
  await expect(summary).toHaveValue(/\nDecisions:\n/);
  await expect(dialog(page).locator('[data-summary-tokens]')).toHaveText(/^(4[5-9]\d|500) of 500 tokens$/);
  expect(await findings(page)).toEqual([]);
  await summary.fill('word '.repeat(600));
  await expect(dialog(page).getByRole('button', { name: 'Replace 80 messages' })).toBeDisabled();
  await summary.fill('They look for <b>slow</b> parts.\n```ts');
  await dialog(page).getByRole('button', { name: 'Replace 80 messages' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(panel(page).getByText('replace its oldest')).toBeHidden();

  await expect(checkpoint(page)).toContainText('Summary of 80 messages');
  await expect(checkpoint(page)).toContainText('They look for <b>slow</b> parts.');
  const short = await copyCounted(page);
  expect(short.split(SEEN)).toHaveLength(2);
  expect(short).not.toContain('Question 78 about');
  expect(short).toContain('### Discussion Excerpt 2\n\nUser: Question 80 about');
  expect(short.split('### Discussion Excerpt')).toHaveLength(1 + 1 + 21);
  const { discussion } = await appReport(page);
  expect(discussion?.messages).toHaveLength(101);

  await reload(page);
  await page.getByRole('tab', { name: 'Discussion' }).click();
  await expect(checkpoint(page)).toBeVisible();
  expect(await copyCounted(page)).toBe(short);
  await checkpoint(page).getByRole('button', { name: 'Summary of 80 messages' }).click();
  await panel(page).getByRole('button', { name: 'Edit message 3' }).click();
  await panel(page).getByRole('textbox', { name: 'Text of message 3' }).fill('Another question.');
  await page.keyboard.press('Escape');
  await expect(checkpoint(page).getByText('Out of date')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  expect(await copyCounted(page)).toBe(short);
  await panel(page)
    .getByRole('button', { name: /^Undo: Edit message/ })
    .click();
  await expect(checkpoint(page).getByText('Out of date')).toBeHidden();
  await panel(page)
    .getByRole('button', { name: /^Redo: / })
    .click();
  await checkpoint(page).getByRole('button', { name: 'Summarize again…' }).click();
  await expect(again(page).getByRole('textbox', { name: 'Summary' })).toHaveValue(/^They look for/);
  await again(page).getByText('Write it in another way').click();
  await again(page).getByRole('button', { name: 'Take from the messages' }).click();
  await expect(again(page).getByRole('textbox', { name: 'Summary' })).toHaveValue(/^It began with/);
  await again(page).getByRole('button', { name: 'Save summary' }).click();
  await expect(checkpoint(page).getByText('Out of date')).toBeHidden();
  await expect(checkpoint(page)).toContainText('It began with');

  await checkpoint(page).getByRole('button', { name: 'Remove summary' }).click();
  await expect(checkpoint(page)).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(checkpoint(page)).toBeVisible();
  const undo = panel(page).getByRole('button', { name: /^Undo: / });
  await undo.click();
  await undo.click();
  await panel(page).getByRole('button', { name: 'Remove summary' }).click();
  expect(await copyCounted(page)).toBe(whole);
});

test('a chat and an endpoint write the summary', async ({ app }) => {
  const { page, context } = app;
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openWith(page, repository.path, 141);
  const compress = async () => {
    await panel(page)
      .getByRole('button', { name: /^Discussion: / })
      .click();
    await page.getByRole('menuitem', { name: 'Compress…' }).click();
    await dialog(page).getByText('Write it in another way').click();
  };
  await compress();
  await dialog(page).getByRole('button', { name: 'Copy prompt' }).click();
  await expect(dialog(page).getByText('Copied the prompt')).toBeVisible();
  const prompt = await readClipboard(page);
  expect(prompt).toContain('## Message 120, AI\n\n````text\nWe decided to cache result 119.');
  await dialog(page).getByLabel('Answer').fill('```\nA chat says: caches.\n```');
  await dialog(page).getByRole('button', { name: 'Read answer' }).click();
  await expect(dialog(page).getByRole('textbox', { name: 'Summary' })).toHaveValue('A chat says: caches.\n');
  await dialog(page).getByRole('button', { name: 'Replace 120 messages' }).click();
  await expect(checkpoint(page)).toContainText('A chat says: caches.');

  await using server = await serveModel((request, response) => {
    response.end(
      completion(`Of ${(JSON.parse(request.body) as { messages: unknown[] }).messages.length} texts.`),
    );
  });
  await checkpoint(page).getByRole('button', { name: 'Edit summary…' }).click();
  await again(page).getByText('Write it in another way').click();
  const [endpoint] = await Promise.all([
    context.waitForEvent('page'),
    again(page).getByRole('button', { name: 'Open endpoint page' }).click(),
  ]);
  await endpoint.getByLabel('Address').fill(server.address);
  await endpoint.getByLabel('Model').fill('small');
  await endpoint.getByRole('button', { name: `Send 1 discussion to ${server.address}` }).click();
  await expect(again(page).getByRole('textbox', { name: 'Summary' })).toHaveValue('Of 2 texts.\n');
  expect(server.asked.at(-1)?.body).toContain('Question 118 about');
  await again(page).getByRole('button', { name: 'Save summary' }).click();
  await expect(checkpoint(page)).toContainText('Of 2 texts.');
  expect(await copyCounted(page)).toContain(`${SEEN} A summary of what was said before:\n\nOf 2 texts.\n`);
});
