import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import { copyDocument, setMode, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository, type Repository } from './support/makeRepository';
import { clickBox, row } from './support/workbench';

const STORE = `/** Keeps values. */
export class Store {
  get(key: string): string {
    return this.find(key) ?? 'nothing';
  }

  private find(key: string): string | undefined {
    return key;
  }
}

export function open(): Store {
  return new Store();
}
`;

function folder(): Promise<Repository> {
  return makeRepository({
    'binary.dat': new Uint8Array([1, 0, 2]),
    'store.ts': STORE,
    'unknown.xyz': 'plain\n',
  });
}

/** The code pane's lines; with `dimmed`, only those that the document drops. */
function codeLines(page: Page, which: 'all' | 'dimmed' = 'all'): Promise<readonly string[]> {
  return page
    .locator(which === 'all' ? '[data-ready] .cm-line' : '[data-ready] .cm-line.cm-dropped')
    .allTextContents();
}

function symbolRow(page: Page, name: string | RegExp) {
  return page.getByRole('option', { name });
}

test('the document shows the chosen symbols until that is undone', async ({ app }) => {
  const { page } = app;
  await using repository = await folder();
  await openFolder(page, repository.path);
  await row(page, 'store.ts').click();
  await expect(page.getByRole('tab', { name: 'File', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => codeLines(page)).toEqual(STORE.trimEnd().split('\n'));
  expect(await codeLines(page, 'dimmed')).toEqual([]);

  await symbolRow(page, /^Store\.get/)
    .locator('[data-level="def"]')
    .click();
  await symbolRow(page, /^open/).locator('[data-level="sig"]').click();
  await expect(page.getByText(/2 of \d+ symbols, \d+ tokens/)).toBeVisible();
  await expect(row(page, 'store.ts')).toHaveAttribute('aria-checked', 'true');
  await expect.poll(() => codeLines(page, 'dimmed')).toContain('export class Store {');
  await whenIdle(page);
  const document = await copyDocument(page);
  expect(document).toContain("return this.find(key) ?? 'nothing';");
  expect(document).toContain('export function open(): Store');
  expect(document).not.toContain('return new Store()');
  expect(document).not.toContain('return key;');

  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(row(page, 'store.ts')).toHaveAttribute('aria-checked', 'false');
  await expect.poll(() => codeLines(page, 'dimmed')).toEqual([]);
  expect(app.pageErrors).toEqual([]);
});

test('key 5 opens the symbols and shows a file with those chosen before', async ({ app: { page } }) => {
  await using repository = await folder();
  await openFolder(page, repository.path);
  const file = row(page, 'store.ts');
  await file.click();
  await page.getByRole('tab', { name: 'Preview', exact: true }).click();
  await page.getByRole('tree').focus();
  await page.keyboard.press('5');
  await expect(page.getByRole('tab', { name: 'File', exact: true })).toHaveAttribute('aria-selected', 'true');
  await symbolRow(page, /^Store\.get/)
    .locator('[data-level="def"]')
    .click();
  await expect(file.locator('.mode')).toContainText('selected symbols');

  await page.getByRole('tree').focus();
  await page.keyboard.press('1');
  await expect(file.locator('.mode')).not.toContainText('selected symbols');
  await page.keyboard.press('5');
  await expect(file.locator('.mode')).toContainText('selected symbols');
});

test('code that a mode drops is dimmed, and the file on disk is followed', async ({ app: { page } }) => {
  await using repository = await folder();
  await openFolder(page, repository.path);
  await row(page, 'store.ts').click();
  await clickBox(page, 'store.ts');
  await setMode(page, 'skeleton');
  await expect.poll(() => codeLines(page, 'dimmed')).toContain('  return new Store();');
  await repository.write('store.ts', `${STORE}// more\n`);
  await page.keyboard.press('Control+Shift+r');
  await expect.poll(() => codeLines(page)).toContain('// more');
});

test('the code and the preview lead to each other', async ({ app: { page } }) => {
  await using repository = await folder();
  await openFolder(page, repository.path);
  await clickBox(page, 'store.ts');
  await clickBox(page, 'unknown.xyz');
  await whenIdle(page);
  await page.getByRole('button', { name: '### `unknown.xyz`' }).click();
  await expect(page.getByRole('tab', { name: 'Preview' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'File', exact: true }).click();
  await expect.poll(() => codeLines(page)).toEqual(['plain']);
  await page.keyboard.press('Control+p');
  await page.keyboard.type('store');
  await expect(symbolRow(page, 'store.ts')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'store.ts' })).toBeVisible();
  await page.getByRole('button', { name: 'Show in preview' }).click();
  await expect(page.getByRole('button', { name: '### `store.ts`' })).toBeInViewport();
});

test('a file is read in its chosen encoding, everywhere and after a reload', async ({ app }) => {
  const { page } = app;
  await using repository = await makeRepository({
    // "こんにちは" in Shift_JIS
    'hello.txt': new Uint8Array([0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd, 0x0a]),
  });
  await openFolder(page, repository.path);
  await row(page, 'hello.txt').click();
  const encoding = page.getByRole('combobox', { name: 'Encoding' });
  await expect(encoding).toHaveValue('');
  await encoding.selectOption('Shift_JIS (Japanese)');
  await expect.poll(() => codeLines(page)).toEqual(['こんにちは']);
  await expect(row(page, 'hello.txt')).toContainText('Shift_JIS');
  await whenIdle(page);
  expect(await copyDocument(page)).toContain('```text\nこんにちは\n```');

  await page.keyboard.press('Control+z');
  await expect(row(page, 'hello.txt')).toHaveAttribute('aria-checked', 'false');
  await expect.poll(() => codeLines(page)).not.toEqual(['こんにちは']);
  await page.keyboard.press('Control+Shift+z');
  await whenIdle(page);

  await openFolder(page, repository.path);
  await expect(row(page, 'hello.txt')).toContainText('Shift_JIS');
  expect(await copyDocument(page)).toContain('こんにちは');
});

for (const width of [1440, 800]) {
  test(`axe finds nothing and styles reach the code: ${width}`, async ({ site }) => {
    await using app = await launchApp(site.url, { viewport: { width, height: 700 } });
    const { page } = app;
    await using repository = await folder();
    await openFolder(page, repository.path);
    const fileTab = page.getByRole('tab', { name: 'File', exact: true });
    await fileTab.click();
    await expect(page.getByText('No file open')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    if (width < 900) await page.getByRole('tab', { name: 'Files' }).click();
    await row(page, 'store.ts').click();
    await symbolRow(page, /^Store\.get/)
      .locator('[data-level="def"]')
      .click();
    await expect.poll(() => codeLines(page, 'dimmed')).toContain('export class Store {');
    await expect(page.locator('[data-ready] .cm-gutters')).toHaveCSS('position', 'sticky');
    await expect(page.locator('[data-ready] .cm-line span').first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
    if (width < 900) await page.getByRole('tab', { name: 'Files' }).click();
    await row(page, 'binary.dat').click();
    const panel = page.getByRole('region', { name: 'File', exact: true });
    await expect(panel.getByText(/^Shown as a notice only/)).toBeVisible();
    expect(await findings(page)).toEqual([]);
    expect(app.pageErrors).toEqual([]);
  });
}
