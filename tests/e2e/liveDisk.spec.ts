import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import { appReport, copyDocument, tick, whenIdle, whenStarted } from '../drive/strata';
import { expect, test } from './support/app';
import { NAMED_BLOBS, serveWithScript } from './support/alteredSite';
import { makeRepository } from './support/makeRepository';
import { row, rowNames, shownTotal, toast } from './support/workbench';

const preview = (page: Page) => page.getByRole('region', { name: 'Document', exact: true });

test('changes on disk show up without a click', async ({ app: { page } }) => {
  await using repository = await makeRepository({
    'changed.txt': 'old\n',
    'deleted.txt': 'x\n',
    'old-name/inside.txt': 'y\n',
  });
  await openFolder(page, repository.path);
  await tick(page, 'changed.txt');
  await expect(preview(page)).toContainText('old');
  const before = await shownTotal(page);

  await repository.write('changed.txt', 'new text, and quite a lot more of it\n');
  await expect(preview(page)).toContainText('quite a lot more');
  expect(await shownTotal(page)).toBeGreaterThan(before);

  await repository.write('created.txt', 'z\n');
  await expect(row(page, 'created.txt')).toBeVisible();
  await repository.write('folder/with/file.txt', 'z\n');
  await expect(row(page, 'folder/with')).toBeVisible();
  await repository.remove('deleted.txt');
  await expect(row(page, 'deleted.txt')).toHaveCount(0);
  await rename(join(repository.path, 'old-name'), join(repository.path, 'new-name'));
  await expect(row(page, 'new-name')).toBeVisible();
  await expect(row(page, 'old-name')).toHaveCount(0);

  await repository.write('.gitignore', 'created.txt\n');
  await expect(row(page, 'created.txt')).toHaveCount(0);
  const { ignored } = await appReport(page);
  expect(ignored).toEqual([{ path: 'created.txt', rule: 'created.txt', file: '.gitignore', line: 1 }]);
});

test('Refresh finds changes that were not reported', async () => {
  await using site = await serveWithScript('engine', 'delete globalThis.FileSystemObserver');
  await using app = await launchApp(site.url);
  const { page } = app;
  await using repository = await makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  await openFolder(page, repository.path);
  await repository.write('a.txt', 'something longer\n');
  await repository.write('c.txt', 'c\n');
  await repository.remove('b.txt');
  const before = await appReport(page);
  expect(before.files.map(({ path }) => path).sort()).toEqual(['a.txt', 'b.txt']);
  await page.getByRole('button', { name: 'Refresh folder' }).click();
  await whenIdle(page);
  const { files } = await appReport(page);
  expect(files.map(({ path, size }) => [path, size]).sort()).toEqual([
    ['a.txt', 17],
    ['c.txt', 2],
  ]);
});

test('only changed files are read again', async () => {
  await using site = await serveWithScript(
    'engine',
    `${NAMED_BLOBS}
     const read = Blob.prototype.arrayBuffer;
     const told = new BroadcastChannel('reads');
     Blob.prototype.arrayBuffer = function () {
       for (const name of this.names ?? []) told.postMessage(name);
       return read.call(this);
     }`,
  );
  await using app = await launchApp(site.url);
  const { page } = app;
  await countReads(page);
  await using repository = await makeRepository(
    Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}.txt`, `${i}\n`])),
  );
  await openFolder(page, repository.path);
  expect(await readsSoFar(page)).toBe(100);
  await repository.write('f7.txt', 'changed, and longer\n');
  await page.getByRole('button', { name: 'Refresh folder' }).click();
  await whenIdle(page);
  await page.reload();
  await page.getByRole('tree', { name: 'Files' }).waitFor();
  await whenIdle(page);
  const { files } = await appReport(page);
  expect(files.find(({ path }) => path === 'f7.txt')?.size).toBe(20);
  expect(await readsSoFar(page)).toBe(101);
});

test('a ticked file that is deleted stays as missing, and Copy says so', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'gone.txt': 'x\n', 'stays.txt': 'y\n' });
  await openFolder(page, repository.path);
  await tick(page, '*.txt');
  await repository.remove('gone.txt');
  await expect(row(page, 'gone.txt')).toContainText('missing');
  await expect(preview(page)).toContainText('ERROR: file not found: gone.txt');
  const copied = await copyDocument(page);
  expect(copied).toContain('### `gone.txt`\n\nERROR: file not found: gone.txt\n');
  expect(copied).toContain('### `stays.txt`\n\n```text\ny\n```');
  await expect(toast(page)).toContainText('Left out: gone.txt');

  await repository.write('gone.txt', 'back\n');
  await expect(preview(page)).toContainText('back');
});

test('a folder that is gone shows one message, and comes back when it does', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' }, { name: 'stick' });
  await openFolder(page, repository.path);
  await tick(page, 'a.txt');
  const away = `${repository.path}-away`;
  await rename(repository.path, away);
  await page.keyboard.press('Control+Shift+r');
  await expect(page.getByRole('alert')).toContainText('It may have been renamed, moved or unplugged');
  await expect(row(page, 'a.txt')).toHaveAttribute('aria-checked', 'true');
  await rename(away, repository.path);
  // The browser may report the folder before the click, which removes the button.
  const isBack = expect(page.getByRole('alert')).toHaveCount(0);
  const clicked = page.getByRole('button', { name: 'Try again' }).click();
  await Promise.race([isBack, clicked.catch(() => isBack)]);
  await isBack;
  await whenIdle(page);
  expect(await rowNames(page)).toEqual(['a.txt', 'b.txt']);
  expect(await copyDocument(page)).toContain('### `a.txt`');
  await rm(away, { recursive: true, force: true });
});

/** Counts the altered worker's messages, also across reloads. */
async function countReads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new BroadcastChannel('reads').onmessage = () => {
      sessionStorage.setItem('reads', String(Number(sessionStorage.getItem('reads')) + 1));
    };
  });
  await page.reload();
  await whenStarted(page);
}

function readsSoFar(page: Page): Promise<number> {
  return page.evaluate(() => Number(sessionStorage.getItem('reads')));
}
