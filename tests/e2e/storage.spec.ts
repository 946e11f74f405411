import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { clearSiteData, limitStorage } from '../drive/faults';
import { changesOfComposition } from '../drive/killedChanges';
import { exchangesOfDiscussion } from '../drive/killedExchanges';
import { writtenReplies } from '../drive/killedReplies';
import { turnsOfDiscussion } from '../drive/killedTurns';
import { killTrials } from '../drive/kills';
import { launchApp } from '../drive/launchApp';
import { appReport, whenIdle, whenStarted } from '../drive/strata';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';
import { MB, noise } from './support/noise';
import { clickBox, openIn, row, runCommand, taskBox } from './support/workbench';

function toasts(page: Page) {
  return page.locator('[data-sonner-toast]');
}

/** Puts bytes into the store of parsed files, like heavy use. */
async function fillFacts(page: Page, bytes: number): Promise<void> {
  await page.evaluate(
    (size) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('strata-facts');
        request.onupgradeneeded = () => request.result.createObjectStore('facts');
        request.onerror = () => {
          reject(new Error(request.error?.name));
        };
        request.onsuccess = () => {
          const writing = request.result.transaction('facts', 'readwrite');
          const noise = new Uint8Array(size);
          for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
          writing.objectStore('facts').put(noise, 'filled by a test');
          writing.oncomplete = () => {
            request.result.close();
            resolve();
          };
          writing.onabort = () => {
            reject(new Error(writing.error?.name));
          };
        };
      }),
    bytes,
  );
}

/** Fills the store of parsed files until the browser accepts no more. */
async function fillUp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('strata-facts');
      request.onupgradeneeded = () => request.result.createObjectStore('facts');
      request.onerror = () => {
        reject(new Error(request.error?.name));
      };
      request.onsuccess = () => {
        resolve(request.result);
      };
    });
    const put = (key: string, bytes: number) =>
      new Promise<boolean>((resolve) => {
        const writing = database.transaction('facts', 'readwrite');
        const noise = crypto.getRandomValues(new Uint8Array(bytes));
        writing.objectStore('facts').put(noise, key);
        writing.oncomplete = () => {
          resolve(true);
        };
        writing.onabort = () => {
          resolve(false);
        };
      });
    for (let bytes = 65_536; bytes >= 64; bytes /= 4) {
      for (let at = 0; await put(`filled ${bytes} ${at}`, bytes);) at += 1;
    }
    database.close();
  });
}

test("two tabs on one folder see each other's changes and lose nothing", async ({ app, site }) => {
  const { page, context } = app;
  await using repository = await makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' });
  await openFolder(page, repository.path);
  const other = await context.newPage();
  await openIn(other, site.url, repository.path);
  await clickBox(page, 'a.txt');
  await expect(row(other, 'a.txt')).toHaveAttribute('aria-checked', 'true');
  await clickBox(other, 'b.txt');
  await taskBox(other).fill('From the other tab.');
  await expect(row(page, 'b.txt')).toHaveAttribute('aria-checked', 'true');
  await expect(taskBox(page)).toHaveValue('From the other tab.');
  // The other tab's change is not undone here.
  await row(page, 'c.txt').click();
  await page.keyboard.press('Control+z');
  await expect(row(other, 'a.txt')).toHaveAttribute('aria-checked', 'false');
  await expect(row(other, 'b.txt')).toHaveAttribute('aria-checked', 'true');
  const ticked = async (tab: Page) =>
    (await appReport(tab)).files.filter((file) => file.ticked).map(({ path }) => path);
  expect(await ticked(page)).toEqual(['b.txt']);
  expect(await ticked(other)).toEqual(['b.txt']);
});

test('caches make room for compositions, and the user is told', async ({ site }) => {
  await using app = await launchApp(site.url);
  const { page } = app;
  await limitStorage(page, 3 * MB);
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await fillFacts(page, 2 * MB);
  const task = noise(2 * MB);
  await taskBox(page).fill(task);
  await expect(toasts(page).filter({ hasText: 'ran out of space' })).toBeVisible();
  await whenIdle(page);
  await expect(toasts(page).filter({ hasText: "Couldn't save" })).toHaveCount(0);
  await page.reload();
  await whenStarted(page);
  await openFolder(page, repository.path);
  expect((await taskBox(page).inputValue()).length).toBe(task.length);
});

test("the engine's data makes room for itself among the caches, and the user is told once", async ({
  site,
}) => {
  await using app = await launchApp(site.url);
  const { page } = app;
  await limitStorage(page, 2 * MB);
  // Files without syntax, because the cache of parsed files makes room for itself without telling the user.
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await fillUp(page);
  for (let at = 0; at < 300; at += 1) await repository.write(`more/f${at}.txt`, `${at}\n`);
  await page.getByRole('button', { name: 'Refresh folder' }).click();
  await expect(toasts(page).filter({ hasText: 'some cached data was deleted' })).toHaveCount(1);
  await whenIdle(page);
  await page.reload();
  await whenStarted(page);
  await openFolder(page, repository.path);
  expect((await appReport(page)).files).toHaveLength(301);
  await expect(toasts(page)).toHaveCount(0);
});

test('data that finds no room stays in the tab, can be saved to a file, and the old state is intact', async ({
  site,
}) => {
  await using app = await launchApp(site.url);
  const { page, context } = app;
  await limitStorage(page, MB);
  await using repository = await makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  await openFolder(page, repository.path);
  await clickBox(page, 'a.txt');
  await taskBox(page).fill('Stored.');
  await whenIdle(page);
  await clickBox(page, 'b.txt');
  await taskBox(page).fill(`Not stored. ${noise(2 * MB)}`);
  const failed = toasts(page).filter({ hasText: "Couldn't save" });
  await expect(failed).toContainText('no space left');
  const downloading = page.waitForEvent('download');
  await failed.getByRole('button', { name: 'Save backup' }).click();
  const saved = await readFile(await (await downloading).path(), 'utf8');
  expect(saved).toContain('Not stored. ');
  const later = await context.newPage();
  await openIn(later, site.url, repository.path);
  await expect(taskBox(later)).toHaveValue('Stored.');
  await expect(row(later, 'a.txt')).toHaveAttribute('aria-checked', 'true');
});

test('a preset that finds no room says so where it was being saved, and can be saved to a file', async ({
  site,
}) => {
  await using app = await launchApp(site.url);
  const { page, pageErrors } = app;
  await limitStorage(page, MB);
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await clickBox(page, 'a.txt');
  await runCommand(page, 'Save as preset…');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('large');
  await dialog.getByLabel('Description').fill(`Not stored. ${noise(2 * MB)}`);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText("Couldn't save: the browser has no space left");
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download preset' }).click();
  const saved = await readFile(await (await downloading).path(), 'utf8');
  expect(saved).toContain('[context_presets.large]\ndescription = "Not stored. ');
  expect(pageErrors).toEqual([]);
});

test('site data cleared under an open tab: the next change stores everything again', async ({
  app,
  site,
}) => {
  const { page, context, pageErrors } = app;
  await using repository = await makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  await openFolder(page, repository.path);
  await clickBox(page, 'a.txt');
  await whenIdle(page);
  await clearSiteData(page);
  await taskBox(page).fill('After it.');
  await whenIdle(page);
  expect(pageErrors).toEqual([]);
  const next = await context.newPage();
  await openIn(next, site.url, repository.path);
  await expect(taskBox(next)).toHaveValue('After it.');
  await expect(row(next, 'a.txt')).toHaveAttribute('aria-checked', 'true');
});

test('a newer release that takes over the store is not blocked, and the old tab says so', async ({ app }) => {
  const { page, context } = app;
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  const next = await context.newPage();
  await next.goto(new URL('/icons/icon.svg', page.url()).href);
  const outcome = await next.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open('strata', 3);
        request.onsuccess = () => {
          request.result.close();
          resolve('upgraded');
        };
        request.onblocked = () => {
          resolve('blocked');
        };
      }),
  );
  expect(outcome).toBe('upgraded');
  await expect(page.getByRole('alert').filter({ hasText: 'newer version of Strata' })).toBeVisible();
  await clickBox(page, 'a.txt');
  await expect(row(page, 'a.txt')).toHaveAttribute('aria-checked', 'true');
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});

test.describe('kills', () => {
  // A loss is a defect, even if a retry loses nothing.
  test.describe.configure({ retries: 0 });
  for (const [name, work] of [
    ['of its work', changesOfComposition],
    ['of an exchange', exchangesOfDiscussion],
    ['of a turn', turnsOfDiscussion],
    ['of a reply', writtenReplies],
  ] as const) {
    test(`a tab that crashes in the middle ${name} loses nothing it had acknowledged, 8 times`, async ({
      site,
    }) => {
      test.slow();
      const trials = { killed: 'page', trials: 8, random: Math.random } as const;
      const { faults, acknowledged } = await killTrials(site.url, work, trials);
      expect(faults).toEqual([]);
      expect(acknowledged).toBeGreaterThan(0);
    });
  }
});
