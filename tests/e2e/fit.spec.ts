import type { Locator, Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { copyDocument, tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository } from './support/makeRepository';
import { row, taskBox, toast } from './support/workbench';

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Fit to a budget' });
const apply = (page: Page): Locator => dialog(page).getByRole('button', { name: 'Apply' });
const rows = (page: Page): Locator => dialog(page).getByRole('listitem');

const proposed = (page: Page, path: string): Locator =>
  rows(page).filter({ has: page.getByText(path, { exact: true }) });

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fit…' }).click();
  await expect(dialog(page).getByRole('status')).toContainText('tokens of');
}

async function setBudget(page: Page, tokens: number): Promise<void> {
  await dialog(page).getByRole('spinbutton', { name: 'Budget in tokens' }).fill(`${tokens}`);
}

/** The document's tokens as shown on screen. */
async function total(page: Page): Promise<number> {
  return Number((await page.locator('[data-total]').textContent())?.replaceAll(',', ''));
}

const filler = (name: string): string =>
  Array.from(
    { length: 300 },
    (_, at) => `export const ${name}${at} = (value: number) => value * ${at};\n`,
  ).join('');

const FILES = {
  'src/retry.ts': `import { delay } from './delay';\n\nexport async function retryRequest(send: () => Promise<void>) {\n  await delay(10);\n  await send();\n}\n`,
  'src/delay.ts': 'export const delay = (ms: number) => new Promise((done) => setTimeout(done, ms));\n',
  'src/large.ts': `${filler('first')}/** Retries a request when the proxy is busy. */\nexport function retryProxy() {}\n${filler('second')}`,
  'src/colors.ts': filler('color'),
  'docs/notes.md': '# Notes\n\nNothing of interest.\n',
};

test('a document is fitted to a budget by the task, in one step that can be undone', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(FILES);
  await openFolder(page, repository.path);
  await tick(page, 'src/colors.ts');
  await taskBox(page).fill('`retryRequest` must retry the request when the proxy is busy');
  await openDialog(page);
  await setBudget(page, 4_000);
  await expect(proposed(page, 'src/retry.ts')).toContainText('added');
  await expect(proposed(page, 'src/retry.ts')).toContainText('defines `retryRequest`');
  await expect(proposed(page, 'src/large.ts')).toContainText('best lines');
  await expect(dialog(page).getByRole('checkbox', { name: 'List the names of all files' })).toBeChecked();
  expect(await findings(page)).toEqual([]);

  const status = await dialog(page).getByRole('status').textContent();
  const promised = Number(/([\d,]+) tokens of 4,000/.exec(status ?? '')?.[1]?.replaceAll(',', ''));
  await apply(page).click();
  await expect(toast(page)).toContainText(`shown in ${promised.toLocaleString('en')} tokens`);
  await whenIdle(page);
  expect(await total(page)).toBe(promised);
  expect(promised).toBeLessThanOrEqual(4_000);
  const text = await copyDocument(page);
  expect(text).toContain('export async function retryRequest');
  expect(text).toMatch(
    /^\[Slice: relevant\] \(.*above: first0, first1, .*, \+\d+.*below: second\d+, .*, \+\d+\)$/m,
  );
  expect(text).toContain('notes.md');
  expect(text).toContain('Retries a request when the proxy is busy.');

  await page.keyboard.press('ControlOrMeta+z');
  await whenIdle(page);
  await expect(row(page, 'src')).toContainText('1');
  expect(await copyDocument(page)).not.toContain('retry.ts');
});

test('views set by hand stay, and without a task only selected files are fitted', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(FILES);
  await openFolder(page, repository.path);
  await tick(page, 'src/*');
  await row(page, 'src').click();
  await row(page, 'colors.ts').click();
  await row(page, 'colors.ts').press('2');
  await openDialog(page);
  await expect(dialog(page).getByRole('radio', { name: 'Selected files only' })).toBeChecked();
  await expect(dialog(page).getByRole('radio', { name: /most likely/ })).toBeDisabled();
  await setBudget(page, 1);
  await expect(dialog(page).getByRole('status')).toContainText('3 removed · 1 set by hand');
  await expect(dialog(page)).toContainText('exceed the budget by');
  await expect(dialog(page).getByRole('status')).toContainText('3 files in src, 1 in docs');
  const smaller = dialog(page).getByRole('button', { name: /^Show src\/colors\.ts as outline/ });
  await smaller.focus();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(smaller).toHaveCount(0);
  await expect(dialog(page).locator(':focus')).toHaveCount(1);
  await setBudget(page, 1_000_000);
  await expect(proposed(page, 'src/colors.ts')).toContainText('smaller');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await openDialog(page);
  await setBudget(page, 1_000_000);
  await expect(proposed(page, 'src/colors.ts')).toContainText('set by hand');
  await expect(apply(page)).toBeDisabled();
});
