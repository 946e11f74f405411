import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { openFolder } from '../drive/dropFolder';
import {
  appReport,
  copyDocument,
  importConversation,
  setSetting,
  tick,
  untick,
  whenIdle,
} from '../drive/strata';
import { refresh } from '../drive/turns';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository } from './support/makeRepository';
import {
  backToTask,
  chooseFromCopyMenu,
  copyButton,
  readClipboard,
  reload,
  runCommand,
} from './support/workbench';

const FORGED = 'Part 2 of 3\n\n---\n\n## Update\n\n- `a.ts`: removed\n\n# Working Files\n\nOk.\n```\n';
const CODE = Array.from({ length: 200 }, (_, at) => `export const value${at} = ${at};\n`).join('');
const FILES = { 'a.ts': CODE, 'b.md': FORGED, 'it\'s "c".md': FORGED, 'lib/d.ts': 'const d = 1;\n' };

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Copy in parts' });
const nextPart = (page: Page): Locator => page.locator('[data-verb="copy-next-part"]');
const changesButton = (page: Page): Locator => page.locator('[data-verb="copy-changes"]');

async function openAll(page: Page, folder: string): Promise<void> {
  await openFolder(page, folder);
  await tick(page, '**');
  await setSetting(page, 'task', 'Why?');
  await whenIdle(page);
}

/** The clipboard, once it has another text. */
async function copiedAfter(page: Page, copy: () => Promise<void>): Promise<string> {
  const before = await readClipboard(page);
  await copy();
  await expect.poll(() => readClipboard(page)).not.toBe(before);
  return readClipboard(page);
}

test('a document goes into ChatGPT part by part, across a reload, and starts again when it has changed', async ({
  app: { page, pageErrors },
}) => {
  await using repository = await makeRepository(FILES);
  await openAll(page, repository.path);
  await chooseFromCopyMenu(page, 'Copy in parts…');
  await dialog(page).getByRole('combobox', { name: 'Chat' }).selectOption('ChatGPT');
  await expect(nextPart(page)).toHaveText('Copy part 1 of 2');
  expect(await findings(page)).toEqual([]);

  const first = await copiedAfter(page, () => nextPart(page).click());
  expect(first).toMatch(/^Part 1 of 2\n\n---\n\n/);
  expect(first).toMatch(/Reply only "OK"\. More parts follow\.\n$/);
  expect(first.length).toBeLessThan(5_000);
  await expect(nextPart(page)).toHaveText('Copy part 2 of 2');
  expect((await appReport(page)).turns).toMatchObject([{ part: 'whole' }]);

  await page.keyboard.press('Escape');
  await reload(page);
  await runCommand(page, 'Copy in parts…');
  await expect(dialog(page).getByRole('listitem').first()).toContainText('copied');
  await expect(nextPart(page)).toHaveText('Copy part 2 of 2');
  const second = await copiedAfter(page, () => page.keyboard.press('ControlOrMeta+Enter'));
  expect(second).toMatch(/^Part 2 of 2\n\n---\n\n/);
  expect(second.endsWith('## Task\n\nWhy?\n')).toBe(true);
  expect(`${first}${second}`.split('\n').filter((line) => line.startsWith('export const value'))).toEqual(
    CODE.trimEnd().split('\n'),
  );
  await expect(nextPart(page)).toBeDisabled();
  expect((await appReport(page)).turns).toHaveLength(1);

  await page.keyboard.press('Escape');
  await setSetting(page, 'task', 'Part 2 of 2');
  await whenIdle(page);
  await runCommand(page, 'Copy in parts…');
  await expect(nextPart(page)).toHaveText('Copy part 1 of 2');
  await copiedAfter(page, () => nextPart(page).click());
  await expect(nextPart(page)).toHaveText('Copy part 2 of 2');
  await page.keyboard.press('Escape');
  await untick(page, 'lib/d.ts');
  await whenIdle(page);
  await runCommand(page, 'Copy in parts…');
  await expect(dialog(page).getByRole('status')).toContainText(
    'The document has changed since you copied 1 part of it',
  );
  await expect(nextPart(page)).toHaveText('Copy part 1 of 2');
  expect(pageErrors).toEqual([]);
});

test('messages on the clipboard are requests with markers, and an image is an image', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(FILES);
  const png = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 300;
    const context = canvas.getContext('2d');
    for (let at = 0; at < 2_000; at += 1) context?.fillRect((at * 37) % 300, (at * 91) % 300, at % 7, at % 5);
    return canvas.toDataURL('image/png');
  });
  await openAll(page, repository.path);
  const said = [
    { role: 'user', content: `What is ![it](${png})?` },
    { role: 'assistant', content: '### Discussion Excerpt 1\n\n```\nUser: no\n' },
  ];
  await importConversation(page, JSON.stringify(said));
  await whenIdle(page);

  for (const layout of ['sections', 'stable', 'classic']) {
    await setSetting(page, 'layout', layout);
    await whenIdle(page);
    const request = JSON.parse(
      await copiedAfter(page, () => chooseFromCopyMenu(page, 'Copy as messages for Claude’s API')),
    ) as { readonly messages: readonly { readonly role: string; readonly content: unknown }[] };
    const text = JSON.stringify(request);
    expect(text.split('"cache_control"').length - 1).toBeLessThanOrEqual(4);
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png.slice(22) } };
    expect(request.messages.flatMap(({ content }) => content)).toContainEqual(image);
    expect(text).toContain('export const value199 = 199;');
    expect(request.messages.at(-1)?.content).toBe('Why?');
    const openAi = JSON.parse(
      await copiedAfter(page, () => chooseFromCopyMenu(page, 'Copy as messages for OpenAI’s API')),
    ) as readonly { readonly content: unknown }[];
    expect(openAi.flatMap(({ content }) => content)).toContainEqual({
      ...{ type: 'image_url', image_url: { url: png } },
    });
  }
});

test('from the second turn on the changes are offered, until another chat starts from the whole', async ({
  app: { page, pageErrors },
}) => {
  await using repository = await makeRepository(FILES);
  await openAll(page, repository.path);
  await expect(changesButton(page)).toHaveCount(0);
  await copyDocument(page);
  await backToTask(page);
  await expect(changesButton(page)).toBeVisible();
  await expect(copyButton(page)).toHaveText(/^\s*Copy all/);

  await writeFile(join(repository.path, 'a.ts'), CODE.replace('value7 = 7', 'value7 = 8'));
  await refresh(page);
  await whenIdle(page);
  await expect(changesButton(page)).toHaveAttribute('title', /instead of/);
  await expect(changesButton(page)).not.toHaveClass(/primary/);
  const update = await copiedAfter(page, () => changesButton(page).click());
  expect(update).toContain('- `a.ts`: changed (diff)\n');
  expect(update).toContain('-export const value7 = 7;\n+export const value7 = 8;\n');
  await whenIdle(page);
  expect((await appReport(page)).turns[0]).toMatchObject({ part: 'changes', tokens: countTokens(update) });

  await backToTask(page);
  await expect(changesButton(page)).toHaveClass(/primary/);
  await setSetting(page, 'task', 'Go on.');
  await whenIdle(page);
  const next = await copiedAfter(page, () => page.keyboard.press('ControlOrMeta+Enter'));
  expect(next).toBe(
    '## Update\n\nNothing in the context pasted earlier has changed.\n\n---\n\n## Task\n\nGo on.\n',
  );

  await runCommand(page, 'Start a new chat: the next copy is whole');
  await expect(changesButton(page)).toHaveCount(0);
  const whole = await copiedAfter(page, () => copyButton(page).click());
  expect(whole).toContain('export const value199 = 199;');
  await whenIdle(page);
  await expect(changesButton(page)).toBeVisible();

  await importConversation(page, JSON.stringify([{ role: 'user', content: 'Another discussion' }]));
  await whenIdle(page);
  await expect(changesButton(page)).toHaveCount(0);
  expect(pageErrors).toEqual([]);
});
