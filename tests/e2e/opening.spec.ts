import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dropFolder, openFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import { appReport, whenIdle, whenStarted } from '../drive/strata';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';
import { copyButton, row, rowNames, toast } from './support/workbench';

const state = (page: Page) => page.locator('html').getAttribute('data-state');

test('a folder dropped anywhere opens, even over another one', async ({ app: { page } }) => {
  await using first = await makeRepository({ 'one.txt': '1\n' }, { name: 'first' });
  await using second = await makeRepository({ 'two.txt': '2\n' }, { name: 'second' });
  await openFolder(page, first.path);
  await expect(page.getByRole('button', { name: 'Folder first' })).toBeVisible();
  await expect(row(page, 'one.txt')).toBeVisible();
  await dropFolder(page, second.path, { x: 20, y: 300 });
  await expect(page.getByRole('button', { name: 'Folder second' })).toBeVisible();
  await whenIdle(page);
  expect(await rowNames(page)).toEqual(['two.txt']);
});

test('the sample opens without a permission, ready to copy', async ({ app: { page } }) => {
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await whenIdle(page);
  await expect(copyButton(page)).toBeEnabled();
  await expect(row(page, 'README.md')).toBeVisible();
});

test('a recent folder opens again with one click', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' }, { name: 'recently' });
  await openFolder(page, repository.path);
  await page.getByRole('button', { name: 'Folder recently' }).click();
  await page.getByRole('menuitem', { name: 'Close folder' }).click();
  await page.getByRole('button', { name: /^recently/ }).click();
  await expect(row(page, 'a.txt')).toBeVisible();
});

test('a folder opened twice is one entry, and an entry can be forgotten', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' }, { name: 'recently' });
  for (let times = 0; times < 2; times++) {
    await openFolder(page, repository.path);
    await page.getByRole('button', { name: 'Folder recently' }).click();
    await page.getByRole('menuitem', { name: 'Close folder' }).click();
    await expect(page.getByRole('button', { name: /^recently/ })).toHaveCount(1);
  }
  await page.getByRole('button', { name: 'Forget recently' }).click();
  await expect(page.getByRole('button', { name: /recently/ })).toHaveCount(0);
  await page.reload();
  await whenStarted(page);
  await expect(page.getByRole('button', { name: /recently/ })).toHaveCount(0);
});

test('a browser without the folder API opens a copy of the list and says what is missing', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(
    { '.gitignore': '*.log\n', 'a.log': '', 'src/b.ts': 'b\n' },
    { name: 'copied' },
  );
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showDirectoryPicker'));
  await page.reload();
  await whenStarted(page);
  await expect(page.getByText('only a copy of the file list')).toBeVisible();
  await page.getByLabel('Open folder…').setInputFiles(repository.path);
  await whenIdle(page);
  const { files, ignored } = await appReport(page);
  expect(files.map(({ path }) => path).sort()).toEqual(['.gitignore', 'src/b.ts']);
  expect(ignored).toEqual([{ path: 'a.log', rule: '*.log', file: '.gitignore', line: 1 }]);
  await expect(page.getByRole('button', { name: 'Folder copied' })).toBeVisible();
});

test('another folder ends the first scan, and no late results appear', async ({ app: { page } }) => {
  const many = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, i) => [`d${i % 60}/f${i}.txt`, `${i}\n`]),
  );
  await using first = await makeRepository(many, { name: 'first' });
  await using second = await makeRepository({ 'two.txt': '2\n' }, { name: 'second' });
  await dropFolder(page, first.path);
  await page.locator('[data-verb="cancel"]').waitFor();
  await dropFolder(page, second.path);
  await expect(page.getByRole('button', { name: 'Folder second' })).toBeVisible();
  await whenIdle(page);
  const { files, errors } = await appReport(page);
  expect(files.map(({ path }) => path)).toEqual(['two.txt']);
  expect(await rowNames(page)).toEqual(['two.txt']);
  expect(errors).toEqual([]);
});

test('a dropped file is refused with a reason', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await dropFolder(page, join(repository.path, 'a.txt'));
  await expect(toast(page)).toContainText('this is a file; drop its folder instead');
  await expect.poll(() => state(page)).toBe('landing');
});

test('an empty folder says so, and copying says why it cannot', async ({ app: { page } }) => {
  await using repository = await makeRepository({});
  await openFolder(page, repository.path);
  await expect(page.getByText('This folder is empty.')).toBeVisible();
  await expect(copyButton(page)).toBeDisabled();
  await expect(copyButton(page)).toHaveAttribute('title', /Nothing to copy yet/);
});

test('a folder with only ignored files says so, and shows them', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.png': '', 'node_modules/x.js': '' });
  await openFolder(page, repository.path);
  await expect(page.getByText('Everything in this folder is ignored: 2 entries.')).toBeVisible();
  await page.getByRole('button', { name: 'Why are they ignored?' }).click();
  await expect(page.getByRole('dialog')).toContainText('*.png');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show ignored files' }).last().click();
  await expect(row(page, 'a.png')).toBeVisible();
});

test('a folder the browser withholds is reported, and another one opens', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await dropFolder(page, '/');
  await expect(toast(page)).toContainText('never share system folders');
  await expect.poll(() => state(page)).toBe('landing');
  await openFolder(page, repository.path);
  await expect(row(page, 'a.txt')).toBeVisible();
});

test('a folder the user did not allow says so and offers a way forward', async ({ site }) => {
  await using app = await launchApp(site.url, { grants: { read: 'denied' } });
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await dropFolder(app.page, repository.path);
  const bar = app.page.getByRole('alert');
  await expect(bar).toContainText('no longer lets this page read');
  await expect(bar.getByRole('button', { name: 'Allow access' })).toBeVisible();
  await expect(app.page.getByText('The folder could not be read.')).toBeVisible();
  expect(app.pageErrors).toEqual([]);
});
