import type { Locator, Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { copyDocument, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository } from './support/makeRepository';
import { row, taskBox } from './support/workbench';

const STORE = `export class Store {
  get(key: string) {
    return this.entries.get(key);
  }

  set(key: string, value: string) {
    this.entries.set(key, value);
  }
}
`;

const files = {
  'README.md': '# Read me\n',
  'src/store.ts': STORE,
  'src/cache.ts': 'export function openCache() {\n  return 1;\n}\n',
  'src/hostile.ts':
    "test('<img src=x onerror=alert(1)> \u202egnp', () => {});\nexport const __proto__ = 1;\n",
  'notes.txt': 'nothing to parse\n',
};

const option = (page: Page, name: string | RegExp): Locator => page.getByRole('option', { name }).first();

/** The text of the option that Enter chooses. */
function activeOption(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(id)?.textContent.trim();
  });
}

test('symbols are found, opened, and put into the task and the document by keyboard', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  await page.keyboard.press('Control+p');
  await expect(page.getByRole('combobox', { name: 'File name or path' })).toBeFocused();
  await page.keyboard.type('@store.get');
  await expect(option(page, /Store\.get.*src\/store\.ts:2/)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, 'store.ts')).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'store.ts' })).toBeVisible();

  await page.keyboard.press('Control+p');
  await page.keyboard.type('@img');
  await expect(option(page, /<img src=x/)).toBeVisible();
  await expect(page.locator('[role="option"] img')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+j');
  await page.keyboard.type('Compare @cach');
  const list = page.getByRole('listbox', { name: 'Files and symbols' });
  await expect(list.getByRole('option', { name: /src\/cache\.ts.*adds it/ })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  expect(await activeOption(page)).toContain('src/cache.ts');
  const [above, below] = [await list.boundingBox(), await page.locator('textarea:focus').boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await page.keyboard.press('Enter');
  await expect(taskBox(page)).toHaveValue('Compare @src/cache.ts ');
  await page.keyboard.type('with @Store.g');
  await expect(option(page, /Store\.get.*adds src\/store\.ts/)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(taskBox(page)).toHaveValue('Compare @src/cache.ts with @Store.get ');
  await expect(taskBox(page)).toBeFocused();
  await page.keyboard.type('and mail ada@example.org');
  await page.keyboard.press('Enter');
  await expect(list).toHaveCount(0);
  await expect(taskBox(page)).toHaveValue('Compare @src/cache.ts with @Store.get and mail ada@example.org\n');
  const copied = await copyDocument(page);
  expect(copied).toContain('### `src/cache.ts`');
  expect(copied).toContain('return this.entries.get(key);');
  expect(copied).toMatch(/## Task\n\nCompare @src\/cache\.ts with @Store\.get/);
});

test('symbols follow the disk, and one alone can be selected', async ({ app: { page } }) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  await page.keyboard.press('Control+p');
  await page.keyboard.type('@late');
  await expect(page.getByText('No symbol matches.')).toBeVisible();
  await page.keyboard.press('Escape');
  await repository.write('src/late.ts', 'export class LateComer {\n  arrive() {}\n  leave() {}\n}\n');
  await page.keyboard.press('Control+Shift+r');
  await whenIdle(page);
  await page.keyboard.press('Control+p');
  await page.keyboard.type('@latecomer.arr');
  await expect(option(page, /LateComer\.arrive/)).toBeVisible();
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await whenIdle(page);
  const copied = await copyDocument(page);
  expect(copied).toContain('arrive() {}');
  expect(copied).not.toContain('leave() {}');
});
