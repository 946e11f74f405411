import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { copyDocument, whenIdle, whenStarted } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository } from './support/makeRepository';
import { row } from './support/workbench';

const LINES = Array.from(
  { length: 40 },
  (_, at) => `line ${at + 1} of a file that has ${(at * 7) % 40} things`,
);
const TEXT = `${LINES.join('\n')}\n`;

/** Selects lines by clicking their numbers, the last with Shift. */
async function selectLines(page: Page, first: number, last: number): Promise<void> {
  const numbers = page.locator('[data-ready] .cm-lineNumbers .cm-gutterElement');
  await numbers.getByText(String(first), { exact: true }).click();
  await numbers.getByText(String(last), { exact: true }).click({ modifiers: ['Shift'] });
}

async function quickOpen(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+p');
  const dialog = page.getByRole('dialog', { name: 'Go to file' });
  await dialog.getByRole('combobox').fill(text);
  await expect(dialog.getByRole('option', { name: 'slice' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
}

const slice = (page: Page, name: RegExp) => page.getByRole('listitem', { name });

test('selected lines follow their text through edits on disk', async ({ app }) => {
  const { page } = app;
  await using repository = await makeRepository({ 'a.txt': TEXT, 'b.txt': 'b\n' });
  await openFolder(page, repository.path);
  await row(page, 'a.txt').click();
  await expect(page.locator('[data-ready] .cm-line').first()).toBeVisible();
  await selectLines(page, 10, 14);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Tag of slice 1' }).fill('core');
  await page.getByRole('textbox', { name: 'Comment on slice 1' }).fill('why');
  await page.keyboard.press('Tab');
  await whenIdle(page);
  const picked = LINES.slice(9, 14).join('\n');
  expect(await copyDocument(page)).toContain(`---\n[Slice: core] (why)\nLines 10-14:\n${picked}\n`);
  expect(await findings(page)).toEqual([]);

  const file = join(repository.path, 'a.txt');
  await writeFile(file, `${Array.from({ length: 10 }, (_, at) => `new ${at}`).join('\n')}\n${TEXT}`);
  await expect(slice(page, /^Slice 1, core: lines 20–24, moved$/)).toBeVisible();
  await expect(row(page, 'a.txt').getByText('moved')).toBeVisible();
  await expect(page.getByText('1 warning')).toBeVisible();
  expect(await copyDocument(page)).toContain(`---\n[Slice: core] (why)\nLines 20-24:\n${picked}\n`);
  await page.getByRole('button', { name: 'Accept new lines of slice 1' }).click();
  await expect(slice(page, /^Slice 1, core: lines 20–24$/)).toBeVisible();
  await expect(row(page, 'a.txt').getByText('moved')).toHaveCount(0);

  // One line inside edited, two added inside.
  const lines = (await readFile(file, 'utf8')).split('\n');
  lines.splice(21, 1, 'edited', 'added', 'added too');
  await writeFile(file, lines.join('\n'));
  await expect(slice(page, /^Slice 1, core: lines 20–26, edited$/)).toBeVisible();
  await whenIdle(page);
  await page.reload();
  await whenStarted(page);
  await openFolder(page, repository.path);
  await expect(row(page, 'a.txt').getByText('edited')).toBeVisible();
  await writeFile(file, 'nothing of it\n');
  await expect(row(page, 'a.txt').getByText('lost')).toBeVisible();
  expect(await copyDocument(page)).toContain('(slice out of range)');
});

test('path and lines typed into the quick-open box make a slice', async ({ app }) => {
  const { page } = app;
  await using repository = await makeRepository({ 'src/deep/a.txt': TEXT, 'b.txt': 'b\n' });
  await openFolder(page, repository.path);
  await quickOpen(page, 'deep/a.txt#L3-L5');
  await expect(slice(page, /^Slice 1: lines 3–5$/)).toBeVisible();
  await quickOpen(page, 'a.txt#L9');
  await expect(slice(page, /^Slice 2: line 9$/)).toBeVisible();
  expect(await copyDocument(page)).toContain(`Lines 9-9:\n${LINES[8]}\n`);
  await page.getByRole('textbox', { name: /^Task/ }).focus();
  await page.keyboard.press('Escape');
  await row(page, 'a.txt').click();
  await page.keyboard.press('Control+z');
  await expect(slice(page, /^Slice 2/)).toHaveCount(0);
});

test('a slice that is typed or made from a symbol scrolls to its lines', async ({ app }) => {
  const { page } = app;
  const long = Array.from({ length: 400 }, (_, at) => `int number${at + 1}() { return ${at}; }`).join('\n');
  await using repository = await makeRepository({ 'long.c': `${long}\n`, 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await quickOpen(page, 'long.c#L300-310');
  const code = page.locator('[data-ready] .cm-line');
  await expect(code.getByText('number300()')).toBeInViewport();
  await page.getByRole('tab', { name: 'Symbols' }).click();
  await page.getByRole('searchbox', { name: 'Filter symbols' }).fill('number77');
  await page.getByRole('listbox', { name: 'Symbols' }).focus();
  await page.keyboard.press('l');
  await expect(slice(page, /^Slice 2, number77: line 77$/)).toBeVisible();
  await expect(code.getByText('number77()')).toBeInViewport();

  await row(page, 'a.txt').click();
  await expect(code).toHaveText(['a']);
  await row(page, 'long.c').click();
  await expect(code.getByText('number77()')).toBeInViewport();
});

test('all slices found at other lines are accepted at once', async ({ app }) => {
  const { page } = app;
  await using repository = await makeRepository({ 'a.txt': TEXT, 'b.txt': TEXT.replaceAll('of a', 'of b') });
  await openFolder(page, repository.path);
  await quickOpen(page, 'a.txt#L3-5');
  await quickOpen(page, 'b.txt#L7-9');
  await quickOpen(page, 'b.txt#L30-33');
  await expect(slice(page, /^Slice 2: lines 30–33$/)).toBeVisible();
  await whenIdle(page);
  for (const name of ['a.txt', 'b.txt']) {
    const path = join(repository.path, name);
    await writeFile(path, `first\nsecond\n${await readFile(path, 'utf8')}`);
  }
  await page.getByText('2 warnings').click();
  await page.getByRole('button', { name: 'Accept 3 moved slices' }).click();
  await expect(page.getByText(/\d warnings?/)).toHaveCount(0);
  await expect(slice(page, /^Slice 2: lines 32–35$/)).toBeVisible();
});
