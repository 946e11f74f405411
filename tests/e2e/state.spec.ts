import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { expect, test } from './support/app';
import { makeRepository, type Repository } from './support/makeRepository';
import { clickBox, copyButton, instructionsBox, reload, row, taskBox, treeScope } from './support/workbench';

const checked = (page: Page, name: string) => row(page, name).getAttribute('aria-checked');

function manyFiles(): Promise<Repository> {
  const files = Array.from({ length: 200 }, (_, i) => [`f${String(i).padStart(3, '0')}.txt`, `${i}\n`]);
  return makeRepository({
    ...Object.fromEntries(files),
    'src/deep/a.ts': 'a\n',
    'src/b.ts': 'b\n',
    'docs/c.md': 'c\n',
  });
}

test('ticks, open folders, texts and the scope of the file tree survive a reload', async ({
  app: { page },
}) => {
  await using repository = await manyFiles();
  await openFolder(page, repository.path);
  await row(page, 'src').click();
  await clickBox(page, 'b.ts');
  await (await instructionsBox(page)).fill('Answer briefly.');
  await taskBox(page).fill('Explain.');
  await treeScope(page).selectOption({ label: 'Selected files' });
  await reload(page);
  expect(await checked(page, 'b.ts')).toBe('true');
  expect(await checked(page, 'src')).toBe('mixed');
  await expect(row(page, 'docs')).toHaveAttribute('aria-expanded', 'false');
  await expect(await instructionsBox(page)).toHaveValue('Answer briefly.');
  await expect(taskBox(page)).toHaveValue('Explain.');
  await expect(treeScope(page)).toHaveValue('selected');
  await expect(copyButton(page)).toBeEnabled();
});

test('the place in the tree survives a reload', async ({ app: { page } }) => {
  await using repository = await manyFiles();
  await openFolder(page, repository.path);
  const tree = page.getByRole('tree', { name: 'Files' });
  await tree.hover();
  await page.mouse.wheel(0, 2400);
  await expect(row(page, 'f105.txt')).toBeInViewport();
  const before = await row(page, 'f105.txt').boundingBox();
  await reload(page);
  await expect(row(page, 'f105.txt')).toBeInViewport();
  expect(Math.abs(((await row(page, 'f105.txt').boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
});

test('the widths of the panes and a closed pane survive a reload', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  const separator = page.locator('.separator').first();
  const from = await separator.boundingBox();
  if (from === null) throw new Error('no separator');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 120, from.y + from.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.press('Control+Shift+b');
  await expect(page.getByRole('region', { name: 'Budget' })).not.toBeInViewport();
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join('\n'))).toMatch(/,0\]/);
  const moved = await separator.boundingBox();
  expect(moved?.x).toBeGreaterThan(from.x + 80);
  await reload(page);
  await expect(page.getByRole('region', { name: 'Budget' })).not.toBeInViewport();
  expect(Math.abs(((await separator.boundingBox())?.x ?? 0) - (moved?.x ?? 0))).toBeLessThan(3);
});

test('sections of the right pane stay open and closed after a reload', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  const section = (title: string) =>
    page.locator('[data-pane="side"] details', { has: page.locator('summary', { hasText: title }) });
  await taskBox(page).fill('Change a');
  await expect(section('Likely files')).toHaveAttribute('open');
  await section('Likely files').locator('summary').click();
  await section('Instructions').locator('summary').click();
  await expect(section('Likely files')).not.toHaveAttribute('open');
  await expect(section('Instructions')).toHaveAttribute('open');
  await reload(page);
  await expect(section('Instructions')).toHaveAttribute('open');
  await expect(section('Likely files')).not.toHaveAttribute('open');
});

test('two workspaces do not mix', async ({ app: { page } }) => {
  await using first = await makeRepository({ 'a.txt': 'a\n', 'same.txt': '1\n' }, { name: 'first' });
  await using second = await makeRepository({ 'b.txt': 'b\n', 'same.txt': '2\n' }, { name: 'second' });
  await openFolder(page, first.path);
  await clickBox(page, 'same.txt');
  await taskBox(page).fill('of the first');
  await openFolder(page, second.path);
  await expect(row(page, 'b.txt')).toBeVisible();
  expect(await checked(page, 'same.txt')).toBe('false');
  await expect(taskBox(page)).toHaveValue('');
  await clickBox(page, 'b.txt');
  await page.getByRole('button', { name: 'Folder second' }).click();
  await page.getByRole('menuitem', { name: 'first' }).click();
  await expect(row(page, 'a.txt')).toBeVisible();
  expect(await checked(page, 'same.txt')).toBe('true');
  await expect(taskBox(page)).toHaveValue('of the first');
});

test('settings persist for the next visit and apply to every folder', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await page.keyboard.press('Control+,');
  await page.getByLabel('Theme').selectOption('dark');
  await page.getByLabel('Name of numbered files').fill('review');
  await page.getByLabel('Tokenizer').selectOption('cl100k_base');
  await page.keyboard.press('Escape');
  await openFolder(page, repository.path);
  await reload(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Control+,');
  await expect(page.getByLabel('Name of numbered files')).toHaveValue('review');
  await expect(page.getByLabel('Tokenizer')).toHaveValue('cl100k_base');
});

test('changes to the composition are undone and redone with keys', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  await openFolder(page, repository.path);
  await clickBox(page, 'a.txt');
  await clickBox(page, 'b.txt');
  await treeScope(page).selectOption({ label: 'All files' });
  await row(page, 'a.txt').click();
  await page.keyboard.press('Control+z');
  await expect(treeScope(page)).toHaveValue('off');
  await page.keyboard.press('Control+z');
  await expect(row(page, 'b.txt')).toHaveAttribute('aria-checked', 'false');
  await expect(row(page, 'a.txt')).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('Control+Shift+z');
  await expect(row(page, 'b.txt')).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('Control+Shift+z');
  await expect(treeScope(page)).toHaveValue('all');
});
