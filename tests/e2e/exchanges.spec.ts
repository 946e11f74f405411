import type { Locator, Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { appReport, copyDocument, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { copyCounted } from './support/copied';
import { makeRepository } from './support/makeRepository';
import {
  backToTask,
  clickBox,
  openIn,
  readClipboard,
  reload,
  runCommand,
  taskBox,
  toast,
} from './support/workbench';

const answerButton = (page: Page): Locator => page.locator('[data-verb="answer"]');
const answerBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Answer' });
const turns = (page: Page): Locator => page.getByRole('list', { name: 'Past copies' }).getByRole('listitem');
const end = (page: Page): Locator => page.getByRole('region', { name: 'End of the discussion' });

async function openTab(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Discussion' }).click();
}

async function said(page: Page): Promise<readonly string[]> {
  const { discussion } = await appReport(page);
  return discussion?.messages.map(({ role, content }) => `${role}: ${content}`) ?? [];
}

/** Deletes the texts of past copies, as the browser does when it runs out of space. */
async function dropTexts(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('strata-blocks');
        opening.onerror = () => {
          reject(new Error(opening.error?.name));
        };
        opening.onsuccess = () => {
          const clearing = opening.result.transaction('blocks', 'readwrite');
          clearing.objectStore('blocks').clear();
          clearing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
}

test('question and answer become part of the discussion round after round', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await clickBox(page, 'a.txt');
  await expect(answerButton(page)).toBeHidden();
  await taskBox(page).fill('Why?');
  const first = await copyCounted(page);
  // One box at a time, with a step back.
  await expect(answerBox(page)).toBeVisible();
  await expect(taskBox(page)).toBeHidden();
  await backToTask(page);
  await expect(taskBox(page)).toHaveValue('Why?');
  await answerButton(page).click();
  await expect(answerBox(page)).toBeFocused();
  await answerBox(page).fill('Because:\n```ts\nloop();');
  expect(await said(page)).toEqual([]);

  // A reload in the middle brings it back.
  await reload(page);
  await expect(answerBox(page)).toHaveValue('Because:\n```ts\nloop();');
  await openTab(page);
  await page.getByRole('button', { name: 'Pin a message…' }).click();
  await page.keyboard.type('Goal: speed.');
  await expect(end(page)).toContainText(/Why\?.*Pinned message.*Because:/s);
  expect(await findings(page)).toEqual([]);
  await answerBox(page).press('Control+Enter');
  await expect(taskBox(page)).toBeFocused();
  await expect(taskBox(page)).toHaveValue('');
  await expect(answerButton(page)).toBeHidden();
  expect(await said(page)).toEqual(['User: Why?', 'AI: Because:\n```ts\nloop();']);
  const { discussion } = await appReport(page);
  for (const { time } of discussion?.messages ?? []) expect(Date.now() - time).toBeLessThan(60_000);

  await taskBox(page).fill('And now?');
  const task = '## Task\n\nWhy?\n';
  const history =
    '## Discussion History\n\n### Discussion Excerpt 1\n\nUser: Why?\n\n---\n\n' +
    '### Discussion Excerpt 2\n\nAI: Because:\n```ts\nloop();\n```\n\n---\n\n';
  const second = await copyCounted(page);
  expect(second).toBe(`${first.slice(0, -task.length)}${history}## Task\n\nAnd now?\n\nGoal: speed.\n`);

  // Discarding leaves everything as it was, and both ends can be undone.
  await answerBox(page).press('Escape');
  await expect(taskBox(page)).toBeFocused();
  await runCommand(page, 'Add answer to the copied task');
  await expect(answerBox(page)).toBeFocused();
  await answerBox(page).fill('Nothing.');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(taskBox(page)).toHaveValue('And now?');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(answerBox(page)).toHaveValue('Nothing.');
  await page.getByRole('button', { name: 'Add to discussion' }).click();
  await expect(taskBox(page)).toHaveValue('');
  expect(await said(page)).toHaveLength(4);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(answerBox(page)).toHaveValue('Nothing.');
  expect(await said(page)).toHaveLength(2);
});

test('the next task can be written where the answer would go, and copying again asks for its answer', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await clickBox(page, 'a.txt');
  await taskBox(page).fill('Why?');
  await taskBox(page).press('Control+Enter');
  await expect(answerBox(page)).toBeFocused();
  await page.keyboard.type('Explain a.txt');
  await page.getByRole('button', { name: 'Use as task' }).click();
  await expect(taskBox(page)).toBeFocused();
  await expect(taskBox(page)).toHaveValue('Explain a.txt');
  await page.keyboard.press('Control+Enter');
  await expect(answerBox(page)).toBeFocused();
  await expect(answerBox(page)).toHaveValue('');
  expect(await readClipboard(page)).toContain('Explain a.txt');
  expect(await said(page)).toEqual([]);
  // With an empty box the same keys copy again.
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => readClipboard(page)).toContain('Explain a.txt');
});

test('two tabs share an open question, and its answer is added once', async ({
  app: { page, context },
  site,
}) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await clickBox(page, 'a.txt');
  await taskBox(page).fill('Why?');
  await copyDocument(page);
  await whenIdle(page);
  const other = await context.newPage();
  await openIn(other, site.url, repository.path);
  // A copy in one tab does not take the box for the task away from another.
  await answerButton(other).click();
  await answerBox(other).fill('Other.');
  await expect(answerBox(page)).toHaveValue('Other.');
  await answerBox(page).press('Control+Enter');
  await expect(answerBox(other)).toBeHidden();
  await expect.poll(() => said(other)).toEqual(['User: Why?', 'AI: Other.']);
  expect(await said(page)).toEqual(['User: Why?', 'AI: Other.']);
  await other.close();
});

test('past copies are listed, copied again as they were, and say when their texts are gone', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'src/a.ts': 'export const a = 1;\n', 'b.txt': 'b\n' });
  await openFolder(page, repository.path);
  await page.evaluate(() => globalThis.strata.tick('**/*'));
  await taskBox(page).fill('First line of <b>it</b>\nand more');
  await whenIdle(page);
  const first = await copyDocument(page);
  expect(await copyDocument(page)).toBe(first);
  await repository.write('src/a.ts', 'export const a = 2;\n');
  await clickBox(page, 'b.txt');
  await backToTask(page);
  await taskBox(page).fill('');
  await page.getByRole('button', { name: 'Refresh folder' }).click();
  await whenIdle(page);
  const second = await copyDocument(page);
  expect(second).not.toBe(first);

  await reload(page);
  await page.locator('summary', { hasText: 'Turns' }).click();
  await expect(turns(page)).toHaveCount(2);
  await expect(turns(page).first()).toContainText('No task');
  await turns(page).nth(1).getByRole('button').click();
  await expect(turns(page).nth(1)).toContainText(/2 files.*First line of <b>it<\/b> and more.*src\/a\.ts/s);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Copy again' }).click();
  await expect(toast(page)).toContainText('Copied again');
  expect(await readClipboard(page)).toBe(first);
  expect((await appReport(page)).turns).toHaveLength(2);

  await dropTexts(page);
  await turns(page).first().getByRole('button').click();
  await expect(turns(page).first()).toContainText(
    "1 of its 1 text is no longer kept, so it can't be copied again.",
  );
  await expect(page.getByRole('button', { name: 'Copy again' })).toBeDisabled();
});
