import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { dropFolder, openFolder } from '../drive/dropFolder';
import { appReport, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { chatExport } from './support/chatExport';
import { copyCounted } from './support/copied';
import { makeRepository } from './support/makeRepository';
import { clickBox, openIn, reload, runCommand, taskBox, toast } from './support/workbench';

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Discussion', exact: true });
const messages = (page: Page): Locator => panel(page).getByRole('listitem');
const textBox = (page: Page): Locator => panel(page).getByRole('textbox', { name: /^Text of message/ });
const conversation = (page: Page): Locator => page.getByRole('textbox', { name: 'Conversation' });
const handle = (page: Page, number: number): Locator =>
  panel(page).getByRole('button', { name: new RegExp(`^Message ${number}, `) });

async function openTab(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Discussion' }).click();
}

async function add(page: Page, text: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Add message' }).click();
  await textBox(page).fill(text);
  await page.keyboard.press('Escape');
}

/** Opens the menu of discussions and chooses a verb. */
async function choose(page: Page, verb: string | RegExp): Promise<void> {
  await panel(page)
    .getByRole('button', { name: /^Discussion: / })
    .click();
  await page.getByRole('menuitem', { name: verb }).click();
}

/** The roles and texts of the current discussion. */
async function said(page: Page): Promise<readonly string[]> {
  const { discussion } = await appReport(page);
  return discussion?.messages.map(({ role, content }) => `${role}: ${content}`) ?? [];
}

test('messages are written, edited, ordered and copied with the document, all by keyboard', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await clickBox(page, 'a.txt');
  await taskBox(page).fill('Go on.');
  const before = await copyCounted(page);
  await openTab(page);
  await add(page, 'Why is it slow?');
  await add(page, 'Because:\n```ts\nloop();');
  await handle(page, 2).focus();
  await page.keyboard.press('Alt+Enter');
  await page.keyboard.type('## Files');
  await page.keyboard.press('Escape');
  await expect(handle(page, 3)).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(handle(page, 1)).toBeFocused();
  expect(await said(page)).toEqual([
    'User: ## Files',
    'User: Why is it slow?',
    'AI: Because:\n```ts\nloop();',
  ]);
  await page.keyboard.press('Delete');
  await expect(messages(page)).toHaveCount(2);
  await expect(handle(page, 1)).toBeFocused();

  const section = [
    '## Discussion History\n\n### Discussion Excerpt 1\n\nUser: Why is it slow?',
    '### Discussion Excerpt 2\n\nAI: Because:\n```ts\nloop();\n```',
  ].join('\n\n---\n\n');
  const task = '## Task\n\nGo on.\n';
  const copied = await copyCounted(page);
  expect(copied).toBe(`${before.slice(0, -task.length)}${section}\n\n---\n\n${task}`);
  await panel(page).getByRole('checkbox', { name: 'In the document' }).click();
  expect(await copyCounted(page)).toBe(before);
});

test('undo in the tab is that of the discussion, and survives typing elsewhere', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await clickBox(page, 'a.txt');
  await openTab(page);
  await add(page, 'one');
  await add(page, 'two');
  await taskBox(page).fill('Task');
  await handle(page, 1).focus();
  await page.keyboard.press('Control+z');
  expect(await said(page)).toEqual(['User: one', 'AI: ']);
  await page.keyboard.press('Control+z');
  expect(await said(page)).toEqual(['User: one']);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+Shift+z');
  expect(await said(page)).toEqual(['User: one', 'AI: two']);
  await expect(taskBox(page)).toHaveValue('Task');

  // The message with the focus goes, and the keys still reach the discussion.
  await handle(page, 2).focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(handle(page, 1)).toBeFocused();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(panel(page).getByRole('button', { name: 'Add message', exact: true })).toBeFocused();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+Shift+z');
  expect(await said(page)).toEqual(['User: one', 'AI: two']);
  await expect(taskBox(page)).toHaveValue('Task');
});

test('a discussion survives a reload, and two tabs see and merge each other’s messages', async ({
  app: { page, context },
  site,
}) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await openTab(page);
  await add(page, 'one');
  await reload(page);
  await openTab(page);
  await expect(messages(page)).toHaveCount(1);

  const other = await context.newPage();
  await openIn(other, site.url, repository.path);
  await openTab(other);
  await expect(messages(other)).toHaveCount(1);
  await add(other, 'two');
  await expect(messages(page)).toHaveCount(2);
  await add(page, 'three');
  await expect(messages(other)).toHaveCount(3);
  expect(await said(page)).toEqual(['User: one', 'AI: two', 'User: three']);
  expect(await said(other)).toEqual(await said(page));
  await other.close();
});

test('a conversation is pasted, exported and imported again without a change', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await openTab(page);
  await panel(page).getByRole('button', { name: 'Import conversation…' }).click();
  await conversation(page).fill('You said:\nWhy <b>this</b>?\n\nChatGPT said:\nSo:\n\n```js\nUser: x\n```');
  await expect(page.getByRole('dialog')).toContainText('Why <b>this</b>?');
  await page.getByRole('button', { name: 'Import as new discussion' }).click();
  await expect(messages(page)).toHaveCount(2);
  const first = await said(page);
  expect(first).toEqual(['User: Why <b>this</b>?', 'AI: So:\n\n```js\nUser: x\n```']);
  await expect(messages(page).first()).toContainText('Why <b>this</b>?');
  for (const format of ['JSON', 'TOML']) {
    const download = page.waitForEvent('download');
    await choose(page, `Download as ${format}`);
    await choose(page, 'Import conversation…');
    await conversation(page).fill(await readFile(await (await download).path(), 'utf8'));
    await page.getByRole('button', { name: 'Import as new discussion' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await said(page)).toEqual(first);
  }
  await panel(page)
    .getByRole('button', { name: /^Discussion: / })
    .click();
  await expect(page.getByRole('menuitem', { name: /Why <b>this/ })).toHaveCount(3);
  await page.keyboard.press('Escape');
  await choose(page, 'Delete discussion');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await panel(page)
    .getByRole('button', { name: /^Discussion: / })
    .click();
  await expect(page.getByRole('menuitem', { name: /Why <b>this/ })).toHaveCount(3);
});

test('a chat export is imported, edited, branched, copied, reloaded, exported, and imported again', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n', 'conversations.json': chatExport(30) });
  await openFolder(page, repository.path);
  await openTab(page);
  await panel(page).getByRole('button', { name: 'Import conversation…' }).click();
  const files = page.locator('input[type=file]').last();
  await files.setInputFiles({ name: 'a.json', mimeType: '', buffer: Buffer.from('{"rows": [{"id": 1}]}') });
  await expect(page.getByRole('alert')).toHaveText(
    "Couldn't read this: it has no messages in a known format.",
  );
  const several = Array.from({ length: 15 }, (_, at) => ({ title: `Talk ${at}`, messages: ['User: Hi'] }));
  await files.setInputFiles({ name: 'c.json', mimeType: '', buffer: Buffer.from(JSON.stringify(several)) });
  await page.getByRole('searchbox', { name: 'Filter by title' }).fill('talk 1');
  await expect(page.getByRole('dialog').getByRole('checkbox')).toHaveCount(6);
  await page.getByRole('button', { name: 'Select all' }).click();
  await expect(page.getByRole('button', { name: 'Import 6 discussions' })).toBeEnabled();
  await dropFolder(page, join(repository.path, 'conversations.json'), 'dialog textarea');
  await expect(page.getByRole('dialog')).toContainText('ChatGPT export: 120 messages');
  await expect(page.getByRole('dialog')).toContainText(
    'Messages left out: 1 not on the branch you viewed last, 1 that the chat does not show.',
  );
  await page.getByRole('button', { name: 'Import as new discussion' }).click();
  await expect(handle(page, 1)).toBeVisible();
  expect((await said(page)).slice(0, 4)).toEqual([
    'User: Question 0?\n\n---\n\nUser: <b>really</b>?\n\n[file: data.csv]',
    'AI: ```python\nprint(0)\n```',
    'Tool: ```\n0\n```',
    'AI: Answer 0.',
  ]);

  await handle(page, 1).focus();
  await page.keyboard.press('End');
  await expect(handle(page, 120)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('More.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+ArrowUp');
  await panel(page).getByRole('button', { name: 'More for message 119' }).click();
  await page.getByRole('menuitem', { name: 'Branch from here' }).click();
  await expect(panel(page).getByRole('button', { name: 'Discussion: Slow tests_take_2' })).toBeVisible();
  const edited = await said(page);
  expect(edited).toHaveLength(119);
  expect(edited.at(-1)).toMatch(/^AI: Answer 29\.[^]*More\.$/);
  const copied = await copyCounted(page);
  expect(copied).toContain(edited.at(-1));
  await reload(page);
  await openTab(page);
  await expect(handle(page, 1)).toBeVisible();
  expect(await said(page)).toEqual(edited);
  expect(await copyCounted(page)).toBe(copied);

  for (const format of ['JSON', 'TOML', 'Markdown']) {
    const download = page.waitForEvent('download');
    await choose(page, `Download as ${format}`);
    await choose(page, 'Import conversation…');
    await files.setInputFiles(await (await download).path());
    await page.getByRole('button', { name: 'Import as new discussion' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await said(page), format).toEqual(edited);
  }
  await page.evaluate(() =>
    dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with more to come.' })),
  );
  expect((await appReport(page)).errors).toEqual([]);
});

test('a take goes on from a message, and becomes the main discussion', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await openTab(page);
  await add(page, 'Why?');
  await add(page, 'Because.');
  await add(page, 'And now?');
  await panel(page).getByRole('button', { name: 'More for message 2' }).click();
  await page.getByRole('menuitem', { name: 'Copy message' }).click();
  await expect(toast(page)).toContainText('Copied the message.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Because.');
  await panel(page).getByRole('button', { name: 'More for message 2' }).click();
  await page.getByRole('menuitem', { name: 'Branch from here' }).click();
  await expect(messages(page)).toHaveCount(2);
  await expect(handle(page, 2)).toBeFocused();
  await add(page, 'And else?');
  expect(await said(page)).toEqual(['User: Why?', 'AI: Because.', 'User: And else?']);
  await choose(page, 'Make this take the main discussion');
  await expect(toast(page)).toContainText(
    'This take is now “Why?”. The former one is kept as “Why?_take_2”.',
  );
  await choose(page, /^Why\?\s*_take_2/);
  expect(await said(page)).toEqual(['User: Why?', 'AI: Because.', 'User: And now?']);
  await reload(page);
  await openTab(page);
  await panel(page).getByRole('button', { name: 'Discussion: Why?_take_2' }).click();
  await expect(page.getByRole('menuitem', { name: /Why\?/ })).toHaveText([
    /Why\?\s*3 messages$/,
    /Why\?\s*_take_2\s*3 messages$/,
  ]);
});

test('10,000 messages are listed, searched and edited at once', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  const history = Array.from({ length: 10_000 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: at % 2 === 0 ? `Question ${at}?` : `Answer ${at}\n${'line\n'.repeat(at % 17)}`,
  }));
  await page.evaluate((text) => globalThis.strata.importConversation(text), JSON.stringify(history));
  await openTab(page);
  await expect(handle(page, 1)).toBeVisible();
  expect(await messages(page).count()).toBeLessThan(60);
  await handle(page, 1).focus();
  await page.keyboard.press('End');
  await expect(handle(page, 10_000)).toBeFocused();
  await expect(handle(page, 10_000)).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(handle(page, 9_999)).toBeFocused();
  await panel(page).getByRole('searchbox').fill('a-b/(c[');
  await expect(panel(page).getByRole('status')).toHaveText('0 of 10,000 messages');
  await expect(panel(page)).toContainText('No message matches');
  await panel(page).getByRole('searchbox').fill('answer 777');
  await expect(panel(page).getByRole('status')).toHaveText('6 of 10,000 messages');
  await expect(panel(page).locator('mark').first()).toHaveText('Answer 777');
  await expect(handle(page, 778)).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(handle(page, 778)).toBeFocused();
  await runCommand(page, 'Copy only discussion and task');
  await whenIdle(page);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('### Discussion Excerpt 10000\n\nAI: Answer 9999');
});

for (const width of [1440, 800]) {
  test(`axe finds nothing in the tab, ${width} px wide`, async ({ app: { page } }) => {
    await using repository = await makeRepository({ 'a.txt': 'a\n' });
    await page.setViewportSize({ width, height: 800 });
    await openFolder(page, repository.path);
    await openTab(page);
    expect(await findings(page)).toEqual([]);
    await page.evaluate(() =>
      globalThis.strata.importConversation('User: a\nAI: b\n```ts\nc\n```\nTool: d\n\nSystem:\ne'),
    );
    await expect(messages(page)).toHaveCount(4);
    await panel(page).getByRole('button', { name: 'Edit message 2' }).click();
    await panel(page).getByRole('searchbox').fill('a');
    expect(await findings(page)).toEqual([]);
    await choose(page, 'Import conversation…');
    await conversation(page).fill('User: a');
    expect(await findings(page)).toEqual([]);
  });
}
