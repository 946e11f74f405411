import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dropFolder, openFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import { appReport, copyDocument, tick, whenIdle, whenStarted } from '../drive/strata';
import { NAMED_BLOBS, serveWithScript } from './support/alteredSite';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';
import { row } from './support/workbench';

/** Delays reads of `racy.txt`, after its size is known, until the test releases them. */
const holdReads = `
  ${NAMED_BLOBS}
  const test = new BroadcastChannel('test');
  const read = Blob.prototype.arrayBuffer;
  const letGo = new Promise((resolve) => test.addEventListener('message', resolve));
  Blob.prototype.arrayBuffer = async function () {
    if (this.names?.includes('racy.txt')) {
      test.postMessage('held');
      await letGo;
    }
    return read.call(this);
  }`;

/** `silent.txt` does not answer until the test says so. The engine's time limits are 50 times shorter. */
const silentUntilSignal = `
  const test = new BroadcastChannel('test');
  let silent = true;
  test.onmessage = ({ data }) => { silent &&= data !== 'answer'; };
  const every = setInterval;
  globalThis.setInterval = (task, pause) => every(task, pause === 1000 ? 20 : pause);
  const ask = FileSystemFileHandle.prototype.getFile;
  FileSystemFileHandle.prototype.getFile = function () {
    return silent && this.name === 'silent.txt' ? new Promise(() => {}) : ask.call(this);
  }`;

/** Denies the engine the folder once the test says so, as after a revoked permission. */
const refuseOnSignal = `
  const test = new BroadcastChannel('test');
  let refused = false;
  test.onmessage = ({ data }) => { refused = data === 'revoke'; };
  const ask = FileSystemHandle.prototype.queryPermission;
  FileSystemHandle.prototype.queryPermission = function (options) {
    return refused ? Promise.resolve('prompt') : ask.call(this, options);
  };
  for (const [type, name] of [[FileSystemFileHandle, 'getFile'], [FileSystemDirectoryHandle, 'getFileHandle'], [FileSystemDirectoryHandle, 'getDirectoryHandle'], [FileSystemDirectoryHandle, 'values']]) {
    const call = type.prototype[name];
    type.prototype[name] = function (...args) {
      if (refused) throw new DOMException('The request is not allowed', 'NotAllowedError');
      return call.apply(this, args);
    };
  }`;

const files = { 'a.txt': 'a\n', 'racy.txt': 'old\n', 'z.txt': 'z\n' };

function tell(page: Page, message: string): Promise<void> {
  return page.evaluate((text) => {
    new BroadcastChannel('test').postMessage(text);
  }, message);
}

/** Drops the folder and resolves when the engine is about to read `racy.txt`. */
async function openUntilHeld(page: Page, folder: string): Promise<void> {
  await page.evaluate(() => {
    new BroadcastChannel('test').onmessage = () => (document.title = 'held');
  });
  await dropFolder(page, folder);
  await expect(page).toHaveTitle('held');
}

test('a file that changes while it is read is read again, never as a mix', async () => {
  await using site = await serveWithScript('engine', holdReads);
  await using app = await launchApp(site.url);
  await using repository = await makeRepository(files);
  await openUntilHeld(app.page, repository.path);
  await repository.write('racy.txt', 'new, and longer than before\n');
  await tell(app.page, 'go');
  await whenIdle(app.page);
  await tick(app.page, '**');
  expect(await copyDocument(app.page)).toContain('new, and longer than before\n');
  const { files: read } = await appReport(app.page);
  expect(read.map(({ path, state }) => [path, state]).sort()).toEqual([
    ['a.txt', 'text'],
    ['racy.txt', 'text'],
    ['z.txt', 'text'],
  ]);
});

test('a file deleted between listing and reading affects no other', async () => {
  await using site = await serveWithScript('engine', holdReads);
  await using app = await launchApp(site.url);
  await using repository = await makeRepository(files);
  await openUntilHeld(app.page, repository.path);
  await repository.remove('racy.txt');
  await tell(app.page, 'go');
  await whenIdle(app.page);
  await tick(app.page, '**');
  const copied = await copyDocument(app.page);
  expect(copied).toContain('### `a.txt`');
  expect(copied).toContain('### `z.txt`');
  expect(copied).not.toContain('old');
});

test('a revoked permission shows a bar with one button, which brings everything back', async () => {
  await using site = await serveWithScript('engine', refuseOnSignal);
  await using app = await launchApp(site.url);
  const { page } = app;
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  await tick(page, 'a.txt');
  await tell(page, 'revoke');
  await page.getByRole('button', { name: 'Refresh folder' }).click();
  const bar = page.getByRole('alert');
  await expect(bar).toContainText('Your selection is kept');
  await expect(row(page, 'a.txt')).toHaveAttribute('aria-checked', 'true');
  await tell(page, 'restore');
  await bar.getByRole('button', { name: 'Allow access' }).click();
  await expect(bar).toHaveCount(0);
  expect(await copyDocument(page)).toContain('### `a.txt`');
});

test('without the permission, nothing partial is copied, and the app says so', async () => {
  await using site = await serveWithScript('engine', refuseOnSignal);
  await using app = await launchApp(site.url);
  const { page } = app;
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  await tick(page, '**');
  await page.evaluate(() => navigator.clipboard.writeText('before'));
  await tell(page, 'revoke');
  await page.locator('[data-verb="copy"]').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.locator('[data-sonner-toast]')).toContainText("Couldn't copy the document");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('before');
});

test('after a reload that lost the permission, one click restores the same ticks', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(files, { name: 'again' });
  await openFolder(page, repository.path);
  await tick(page, 'a.txt');
  await whenIdle(page);
  await page.addInitScript(() => {
    FileSystemHandle.prototype.queryPermission = () => Promise.resolve('prompt');
  });
  await page.reload();
  await whenStarted(page);
  await page.getByRole('button', { name: 'Reopen again' }).click();
  await whenIdle(page);
  await expect(row(page, 'a.txt')).toHaveAttribute('aria-checked', 'true');
});

test('a file that never answers holds nothing up, is named before the copy, and is tried again', async () => {
  await using site = await serveWithScript('engine', silentUntilSignal);
  await using app = await launchApp(site.url);
  const { page } = app;
  await using repository = await makeRepository({ ...files, 'silent.txt': 'there after all\n' });
  await openFolder(page, repository.path);
  await tick(page, '**');
  await whenIdle(page);
  const { warnings, files: read } = await appReport(page);
  expect(warnings).toContainEqual(expect.stringMatching(/^silent\.txt: .*no answer within \d+ s/));
  expect(read.find(({ path }) => path === 'silent.txt')).toMatchObject({ state: 'failed' });
  const copied = await copyDocument(page);
  expect(copied).toContain('### `z.txt`');
  expect(copied).toMatch(/### `silent\.txt`\n\n.*no answer within \d+ s/);

  await page.getByRole('tab', { name: 'File', exact: true }).click();
  await row(page, 'silent.txt').click();
  const panel = page.getByRole('region', { name: 'File', exact: true });
  await expect(panel).toContainText(/Couldn't read this file: no answer within \d+ s/);

  await tell(page, 'answer');
  await panel.getByRole('button', { name: 'Refresh folder' }).click();
  await expect(panel.locator('.cm-line').first()).toHaveText('there after all');
  await whenIdle(page);
  expect(await copyDocument(page)).toContain('there after all');
});

test('files whose names are not Unicode are listed with the reason', async ({ app: { page } }) => {
  await using repository = await makeRepository(files);
  for (const name of ['caf\xe9.txt', 'na\xefve.txt'])
    await writeFile(Buffer.concat([Buffer.from(`${repository.path}/`), Buffer.from(name, 'latin1')]), 'x\n');
  await openFolder(page, repository.path);
  const { ignored } = await appReport(page);
  expect(ignored.map(({ path, rule }) => [path, rule])).toEqual([
    ['<unreadable name 1>', 'its name is not Unicode'],
    ['<unreadable name 2>', 'its name is not Unicode'],
  ]);
});
