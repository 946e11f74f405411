import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { crashPage, limitStorage } from '../drive/faults';
import { launchApp } from '../drive/launchApp';
import { whenIdle, whenStarted } from '../drive/strata';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';
import { MB, noise } from './support/noise';
import { clickBox, openIn, row, taskBox } from './support/workbench';

async function composeThenOpenSettings(page: Page, folder: string): Promise<void> {
  await openFolder(page, folder);
  await clickBox(page, 'b.txt');
  await taskBox(page).fill('Taken along.');
  await page.keyboard.press('Control+,');
}

/** Saves a backup from the settings dialog, which must be open. */
async function savedFile(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save backup' }).click();
  return (await downloading).path();
}

test('everything goes into one backup, and restores the same elsewhere', async ({ app, site }) => {
  const { page } = app;
  await using repository = await makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  await composeThenOpenSettings(page, repository.path);
  await page.getByLabel('Name of numbered files').fill('moved');
  const file = await savedFile(page);

  await using elsewhere = await launchApp(site.url);
  const { page: there } = elsewhere;
  await there.keyboard.press('Control+,');
  await there.getByLabel('Restore backup…').setInputFiles(file);
  await there.getByRole('button', { name: 'Restore', exact: true }).click();
  await there.waitForEvent('load');
  await whenStarted(there);
  await openFolder(there, repository.path);
  await expect(row(there, 'b.txt')).toHaveAttribute('aria-checked', 'true');
  await expect(taskBox(there)).toHaveValue('Taken along.');
  await there.keyboard.press('Control+,');
  await expect(there.getByLabel('Name of numbered files')).toHaveValue('moved');
});

test('a restored backup shows in a folder that was open here before', async ({ app, site }) => {
  const { page } = app;
  await using repository = await makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  await composeThenOpenSettings(page, repository.path);
  const file = await savedFile(page);

  await using elsewhere = await launchApp(site.url);
  const { page: there } = elsewhere;
  await openFolder(there, repository.path);
  await taskBox(there).fill('As it was.');
  await whenIdle(there);
  await there.keyboard.press('Control+,');
  await there.getByLabel('Restore backup…').setInputFiles(file);
  await expect(there.getByText(/differs? from your current data/)).toBeVisible();
  const loading = there.waitForEvent('load');
  await there.getByRole('button', { name: 'Replace current data' }).click();
  await loading;
  await whenStarted(there);
  await openFolder(there, repository.path);
  await expect(taskBox(there)).toHaveValue('Taken along.');
  await expect(row(there, 'b.txt')).toHaveAttribute('aria-checked', 'true');
});

/** A backup as the app writes it, with incompressible presets. */
function fileOfPresets(count: number, bytesEach: number) {
  const values = Array.from({ length: count }, (_, at) => [
    `preset/taken ${at}`,
    { version: 1, revision: 1, data: noise(bytesEach) },
  ]);
  const file = { format: 'strata-everything', schema_version: 1, folders: [], values };
  return { name: 'everything.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) };
}

async function storedKeys(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('strata');
        request.onsuccess = () => {
          const reading = request.result.transaction('values').objectStore('values').getAllKeys();
          reading.onsuccess = () => {
            request.result.close();
            resolve(reading.result.map(String));
          };
        };
      }),
  );
}

test('nothing is restored from a backup that does not fit', async ({ site }) => {
  await using app = await launchApp(site.url);
  const { page } = app;
  await limitStorage(page, 4 * MB);
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await taskBox(page).fill('As it was.');
  await whenIdle(page);
  await page.keyboard.press('Control+,');
  await page.getByLabel('Restore backup…').setInputFiles(fileOfPresets(40, MB / 4));
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('nothing was stored')).toContainText('no space left');
  expect((await storedKeys(page)).filter((key) => key.startsWith('preset/'))).toEqual([]);
  await page.keyboard.press('Escape');
  await openFolder(page, repository.path);
  await expect(taskBox(page)).toHaveValue('As it was.');
});

test('nothing is restored from a backup that a crash interrupts', async ({ app, site }) => {
  const { page, context } = app;
  let isUnderWay: () => void = () => undefined;
  const underWay = new Promise<void>((resolve) => (isUnderWay = resolve));
  await page.exposeFunction('isUnderWay', () => {
    isUnderWay();
  });
  await page.evaluate(() => {
    const { isUnderWay } = globalThis as unknown as { isUnderWay(): Promise<void> };
    const { prototype } = IDBObjectStore;
    const { put } = prototype;
    let count = 0;
    prototype.put = function (...parts) {
      count += 1;
      if (count === 250) {
        // The transaction does not end while requests keep coming.
        const ask = (): void => {
          this.get('').onsuccess = ask;
        };
        ask();
        void isUnderWay();
      }
      return put.apply(this, parts);
    };
  });
  await page.keyboard.press('Control+,');
  await page.getByLabel('Restore backup…').setInputFiles(fileOfPresets(400, 200));
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await underWay;
  await crashPage(page);
  const later = await context.newPage();
  await later.goto(site.url);
  await whenStarted(later);
  // By now, the app has moved unreadable values aside.
  expect((await storedKeys(later)).filter((key) => key.includes('preset/'))).toEqual([]);
});

test('a restored backup shows in a tab that has the folder open, and stays', async ({ app, site }) => {
  const { page, context } = app;
  await using repository = await makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' });
  await openFolder(page, repository.path);
  await clickBox(page, 'a.txt');
  await taskBox(page).fill('In the file.');
  await page.keyboard.press('Control+,');
  const file = await savedFile(page);
  const other = await context.newPage();
  await openIn(other, site.url, repository.path);
  await clickBox(other, 'b.txt');
  await taskBox(other).fill('After it.');
  await whenIdle(other);
  await page.getByLabel('Restore backup…').setInputFiles(file);
  const loading = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Replace current data' }).click();
  await loading;
  await expect(taskBox(other)).toHaveValue('In the file.');
  await expect(row(other, 'b.txt')).toHaveAttribute('aria-checked', 'false');
  await clickBox(other, 'c.txt');
  await whenIdle(other);
  await whenStarted(page);
  await openFolder(page, repository.path);
  await expect(taskBox(page)).toHaveValue('In the file.');
  for (const [name, ticked] of [
    ['a.txt', 'true'],
    ['b.txt', 'false'],
    ['c.txt', 'true'],
  ] as const)
    await expect(row(page, name)).toHaveAttribute('aria-checked', ticked);
});
