import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { appReport, copyDocument, setMode, tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';
import { row } from './support/workbench';

const X = 'export function first(): void {}\n';
const Y = '/** Another one. */\nexport function second(): number {\n  return 2;\n}\n';

const fileHeader = (page: Page) => page.getByRole('region', { name: 'File', exact: true }).locator('header');

async function summaryOf(page: Page, path: string) {
  const { files } = await appReport(page);
  return files.find((file) => file.path === path)?.summary;
}

async function reload(page: Page): Promise<void> {
  await whenIdle(page);
  await page.reload();
  await page.getByRole('tree', { name: 'Files' }).waitFor();
  await whenIdle(page);
}

/** Number of summaries written since the folder was opened. */
async function made(page: Page): Promise<number> {
  return (await appReport(page)).cache.summariesMade;
}

test('a summary is written once per content and then served from the cache', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.ts': X, 'b.ts': 'export const b = 1;\n' });
  await openFolder(page, repository.path);
  await tick(page, 'a.ts');
  await setMode(page, 'summary');
  expect(await summaryOf(page, 'a.ts')).toBe('fresh');
  expect(await made(page)).toBe(1);
  expect(await copyDocument(page)).toContain('function first');

  await repository.write('a.ts', Y);
  await expect(page.getByRole('region', { name: 'Document', exact: true })).toContainText('Another one.');
  await whenIdle(page);
  expect(await summaryOf(page, 'a.ts')).toBe('fresh');
  expect(await made(page)).toBe(2);
  await repository.write('a.ts', X);
  await expect(page.getByRole('region', { name: 'Document', exact: true })).toContainText('function first');
  await whenIdle(page);
  expect(await made(page)).toBe(3);

  await reload(page);
  expect(await copyDocument(page)).toContain('function first');
  const { cache, files } = await appReport(page);
  expect(cache.summariesMade).toBe(0);
  expect(cache.summariesKept).toBeGreaterThan(0);
  expect(files.find(({ path }) => path === 'a.ts')?.summary).toBe('cached');
  expect(files.find(({ path }) => path === 'b.ts')?.summary).toBeUndefined();

  const stored = await page.evaluate(storedEntries);
  expect(stored).toMatchObject([
    { file_path: 'a.ts', generator_tier: null, kind: 'heuristic', outline: '[Func] first (Lines 1-1)\n' },
  ]);
  expect(stored[0]?.['file_hash']).toBe(await page.evaluate(sha256, X));
  expect(new Date(String(stored[0]?.['generated_at'])).toISOString()).toBe(stored[0]?.['generated_at']);
});

test('the tree, the file tab and the menu of modes show whether a summary is saved and current', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'a.ts': X, 'b.ts': 'export const b = 1;\n' });
  await openFolder(page, repository.path);
  await row(page, 'a.ts').click();
  await page.keyboard.press('Enter');
  await expect(fileHeader(page)).toContainText('○ no summary saved');

  await row(page, 'a.ts')
    .focus()
    .catch(() => undefined);
  await tick(page, 'a.ts');
  await row(page, 'a.ts').locator('[data-part="mode"]').click();
  await expect(page.getByRole('menuitemradio', { name: /summary/ })).toHaveAttribute(
    'title',
    /Summary saved, written by rules/,
  );
  await expect(page.getByRole('menu')).toContainText('● summary saved');
  await page.getByRole('menuitemradio', { name: /summary/ }).click();
  await whenIdle(page);
  await expect(row(page, 'a.ts').locator('[data-part="mode"]')).toHaveAttribute('data-mark', '●');
  await expect(row(page, 'a.ts')).toHaveAttribute('title', /Summary saved, written by rules/);
  await expect(fileHeader(page)).toContainText('● summary saved');

  await page.keyboard.press('3');
  await whenIdle(page);
  await repository.write('a.ts', Y);
  await expect(fileHeader(page)).toContainText('◐ saved summary out of date');
});

test('saving can be switched off, and saved summaries deleted', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.ts': X });
  await openFolder(page, repository.path);
  await tick(page, 'a.ts');
  await setMode(page, 'summary');

  await page.keyboard.press('Control+,');
  const clear = page.getByRole('button', { name: /^Clear summaries/ });
  await expect(clear).toHaveText(/\(\d+ bytes\)/);
  // First, because the preview or the search for secrets may be about to save the summary again.
  await page.getByRole('switch', { name: 'Keep summaries' }).click();
  const size = /\d+/.exec(await clear.innerText())?.[0];
  await clear.click();
  await expect(page.getByText(`Freed ${String(size)} bytes.`)).toBeVisible();
  await expect(clear).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(row(page, 'a.ts').locator('[data-part="mode"]')).toHaveAttribute('data-mark', '○');
  expect(await page.evaluate(storedEntries)).toEqual([]);

  await reload(page);
  expect(await copyDocument(page)).toContain('function first');
  expect(await summaryOf(page, 'a.ts')).toBe('fresh');
  expect(await made(page)).toBeGreaterThan(0);
  expect(await page.evaluate(storedEntries)).toEqual([]);
});

/** Runs in the page: everything in the cache. */
function storedEntries(): Promise<Record<string, unknown>[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('strata-summaries');
    opening.onerror = () => reject(new Error('no database'));
    opening.onsuccess = () => {
      const all = opening.result.transaction('entries').objectStore('entries').getAll();
      all.onsuccess = () => {
        opening.result.close();
        resolve((all.result as string[]).map((entry) => JSON.parse(entry) as Record<string, unknown>));
      };
    };
  });
}

/** Runs in the page. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
