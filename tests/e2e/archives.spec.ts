import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { drive } from '../drive/drive';
import { dropFolder, openFolder } from '../drive/dropFolder';
import { appReport, whenIdle, whenStarted } from '../drive/strata';
import { zipFile } from '../zipFile';
import { expect, test } from './support/app';
import { copyCounted } from './support/copied';
import { makeRepository, type Repository } from './support/makeRepository';
import { clickBox, row, toast } from './support/workbench';

const FILES = {
  '.gitignore': '*.log\n',
  'a.log': 'no\n',
  'src/b.ts': 'export const b = 1;\n',
  'ü.txt': 'ü\n',
};

/** Packs a folder with the real tools. */
function archivesOf({ path }: Repository): { readonly tar: string; readonly zip: string } {
  const [parent, name] = [dirname(path), 'repository'];
  execFileSync('tar', ['-czf', 'packed.tar.gz', name], { cwd: parent });
  execFileSync('python3', ['-m', 'zipfile', '-c', 'packed.zip', name], { cwd: parent });
  return { tar: join(parent, 'packed.tar.gz'), zip: join(parent, 'packed.zip') };
}

async function zipAt(repository: Repository, name: string, entries: Parameters<typeof zipFile>[0]) {
  const path = join(dirname(repository.path), name);
  await writeFile(path, Buffer.from(await zipFile(entries).arrayBuffer()));
  return path;
}

async function copyAll(page: Page): Promise<string> {
  await clickBox(page, 'src');
  await clickBox(page, 'ü.txt');
  await whenIdle(page);
  return copyCounted(page);
}

test('an archive is copied like the folder in it, and opens again after a reload', async ({ app }) => {
  const { page } = app;
  await using repository = await makeRepository(FILES);
  const { tar, zip } = archivesOf(repository);
  await openFolder(page, repository.path);
  const expected = await copyAll(page);
  expect(expected).toContain('export const b = 1;');
  for (const archive of [tar, zip]) {
    await openFolder(page, archive);
    const name = archive.slice(archive.lastIndexOf('/') + 1);
    await expect(page.getByRole('button', { name: `Folder ${name}` })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(name));
    await expect(row(page, 'src')).toBeVisible();
    expect(await copyAll(page)).toBe(expected);
    const { ignored, errors } = await appReport(page);
    expect(errors).toEqual([]);
    expect(ignored).toEqual([{ path: 'a.log', rule: '*.log', file: '.gitignore', line: 1 }]);
  }
  await page.reload();
  await whenStarted(page);
  const reopen = page.getByRole('button', { name: 'Reopen packed.zip' });
  await Promise.race([reopen.waitFor(), row(page, 'src').waitFor()]);
  if (await reopen.isVisible()) await reopen.click();
  await whenIdle(page);
  await expect(row(page, 'ü.txt')).toHaveAttribute('aria-checked', 'true');
});

test('what is unsafe in an archive is left out with its reason', async ({ app: { page } }) => {
  await using repository = await makeRepository({});
  const path = await zipAt(repository, 'hostile.zip', [
    { name: '../../escaped.txt', bytes: 'x' },
    { name: 'fine.txt', bytes: 'fine\n' },
    { name: 'secret.txt', bytes: 'x', flags: 0x801 },
    { name: 'zeros.txt', bytes: new Uint8Array(3_000_000) },
  ]);
  await openFolder(page, path);
  const { files, ignored } = await appReport(page);
  expect(files.map((file) => file.path)).toEqual(['fine.txt']);
  expect(ignored.map(({ path, rule }) => [path, rule]).sort()).toEqual([
    ['<unreadable name 1>', '../../escaped.txt goes up with ..'],
    ['secret.txt', 'it is encrypted'],
    ['zeros.txt', 'it unpacks to more than 100 times its size'],
  ]);
});

test('an archive that unpacks to too much is refused with the reason', async ({ app: { page } }) => {
  await using repository = await makeRepository({});
  const path = join(dirname(repository.path), 'bomb.tar.gz');
  execFileSync('sh', ['-c', `truncate -s 300M zeros && tar -czf ${path} zeros`], { cwd: repository.path });
  await dropFolder(page, path);
  await expect(page.getByRole('alert')).toContainText(
    "Couldn't open this archive: it unpacks to more than 100 times its size",
  );
});

test('the chats in an export that was dropped on the window can be imported', async ({ app: { page } }) => {
  await using repository = await makeRepository({});
  const message = { author: { role: 'user' }, content: { content_type: 'text', parts: ['Hello?'] } };
  const mapping = { one: { parent: null, children: [], message } };
  const conversations = JSON.stringify([{ title: 'Greeting', mapping, current_node: 'one' }]);
  const path = await zipAt(repository, 'export.zip', [
    { name: 'conversations.json', bytes: conversations },
    { name: 'user.json', bytes: '{}' },
  ]);
  await openFolder(page, path);
  await expect(row(page, 'conversations.json')).toBeVisible();
  await expect(toast(page)).toContainText('export.zip is an export of chats');
  await page.getByRole('button', { name: 'Import the chats…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 message');
  await dialog.getByRole('button', { name: 'Import as new discussion' }).click();
  await expect(dialog).toBeHidden();
  expect((await appReport(page)).discussion).toMatchObject({ title: 'Greeting' });
});

test('a browser without the folder API opens an archive by file input', async ({ app: { page } }) => {
  await using repository = await makeRepository(FILES);
  const { zip } = archivesOf(repository);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showDirectoryPicker'));
  await page.reload();
  await whenStarted(page);
  await page.getByLabel('Open archive…').setInputFiles(zip);
  await whenIdle(page);
  await expect(row(page, 'src')).toBeVisible();
});

test('a script opens an archive', async () => {
  await using repository = await makeRepository(FILES);
  const { tar } = archivesOf(repository);
  const ticks = [{ kind: 'tick', glob: 'src/**' }] as const;
  const { copied: text } = await drive({ folder: tar, layout: 'sections', ticks });
  expect(text).toContain('export const b = 1;');
});
