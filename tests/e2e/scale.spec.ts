import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dropFolder, openFolder } from '../drive/dropFolder';
import { longestTask, resetLongTasks } from '../drive/longTasks';
import { appReport, copyDocument, tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';
import { clickBox, row, rowNames } from './support/workbench';

const FILES = 10_000;
const FILES_PER_FOLDER = 200;

/** Small files in fifty folders. */
async function writeManyFiles(root: string): Promise<void> {
  for (let folder = 0; folder < FILES / FILES_PER_FOLDER; folder++) {
    const path = join(root, `folder${String(folder).padStart(3, '0')}`);
    await mkdir(path);
    const names = Array.from({ length: FILES_PER_FOLDER }, (_, i) => `file${String(i).padStart(3, '0')}.ts`);
    await Promise.all(names.map((name) => writeFile(join(path, name), `export const x = '${name}';\n`)));
  }
}

const files = (page: Page) => page.getByRole('region', { name: 'Files', exact: true });

test('10,000 files: the list fills during reading, Cancel stops, and reading resumes', async ({
  app: { page },
}) => {
  test.setTimeout(120_000);
  await using repository = await makeRepository({});
  await writeManyFiles(repository.path);
  await dropFolder(page, repository.path);
  await page.locator('[data-verb="cancel"]').waitFor();
  await expect(row(page, 'folder000')).toBeVisible();
  await page.locator('[data-verb="cancel"]').click();
  await whenIdle(page);
  await expect(page.getByText(/not counted$/)).toBeVisible();
  const stopped = await appReport(page);
  expect(stopped.files.filter(({ state }) => state === 'pending').length).toBeGreaterThan(0);

  await resetLongTasks(page);
  await page.getByRole('button', { name: 'Resume reading' }).click();
  await whenIdle(page);
  await expect(page.getByText(/not counted$/)).toHaveCount(0);
  await expect(files(page)).toContainText('10,000 files');
  await expect(row(page, 'folder000')).toBeVisible();

  await page.keyboard.press('Control+Shift+e');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('*');
  await page.keyboard.press('End');
  await expect(row(page, 'file199.ts')).toBeInViewport();
  expect((await rowNames(page)).length).toBeLessThan(200);
  await tick(page, '**');
  await whenIdle(page);
  const longest = await longestTask(page);
  test.info().annotations.push({ type: 'longest main-thread task', description: `${longest} ms` });
  expect(longest).toBeLessThan(1_000);
});

test('30,000 entries in one folder appear step by step, and Cancel stops them', async ({ app: { page } }) => {
  await using repository = await makeRepository({});
  const names = Array.from({ length: 30_000 }, (_, i) => join(repository.path, `e${i}.txt`));
  for (let at = 0; at < names.length; at += 2_000)
    await Promise.all(names.slice(at, at + 2_000).map((name) => writeFile(name, '')));
  await dropFolder(page, repository.path);
  await page.getByRole('treeitem').first().waitFor();
  await page.locator('[data-verb="cancel"]').click();
  await whenIdle(page);
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  expect(await longestTask(page)).toBeLessThan(1_000);
});

test('60 MB in one file: asked about before it is read', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'small.txt': 'a\n' });
  await writeLines(join(repository.path, 'huge.csv'), 60_000_000);
  await openFolder(page, repository.path);
  await expect(row(page, 'huge.csv')).toContainText('large');
  await clickBox(page, 'huge.csv');
  const question = page.getByRole('dialog', { name: 'These files are very large' });
  await expect(question).toContainText(/60.* MB, ≈[\d,]+ tokens/);
  await page.getByRole('button', { name: 'Leave out' }).click();
  await expect(row(page, 'huge.csv')).toHaveAttribute('aria-checked', 'false');

  await clickBox(page, 'huge.csv');
  await resetLongTasks(page);
  await question.locator('[data-verb="confirm"]').click();
  await expect(row(page, 'huge.csv')).toHaveAttribute('aria-checked', 'true');
  await whenIdle(page);
  const { files: read } = await appReport(page);
  expect(read.find(({ path }) => path === 'huge.csv')?.state).toBe('text');
  expect(await longestTask(page)).toBeLessThan(1_000);
});

test('10 MB in one line: shown cut, copied whole', async ({ app: { page } }) => {
  const line = 'const answer = 42; '.repeat(550_000);
  await using repository = await makeRepository({ 'min.js': line });
  await openFolder(page, repository.path);
  await resetLongTasks(page);
  await clickBox(page, 'min.js');
  const document = page.getByRole('region', { name: 'Document', exact: true });
  await expect(document).toContainText('const answer = 42;');
  await expect(document).toContainText(/more|…/);
  expect((await document.innerText()).length).toBeLessThan(100_000);
  expect(await longestTask(page)).toBeLessThan(1_000);
  expect((await copyDocument(page)).includes(line)).toBe(true);
});

async function writeLines(path: string, bytes: number): Promise<void> {
  const stream = createWriteStream(path);
  const chunk = '1234,5678,some words here,3.14\n'.repeat(30_000);
  for (let written = 0; written < bytes; written += chunk.length) {
    if (!stream.write(chunk)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}
