import type { Locator, Page } from '@playwright/test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { MODELS } from '../../src/core/tokens/models';
import { tokenText } from '../../src/core/tokens/tokenText';
import { openFolder } from '../drive/dropFolder';
import { appReport, copyDocument, setMode, tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository, type Repository } from './support/makeRepository';
import { copyButton, row, runCommand, showTab, shownTotal, toast, treeScope } from './support/workbench';

/** A module whose skeleton is much shorter than itself. */
function longModule(functions: number): string {
  const body = Array.from({ length: 40 }, (_, line) => `  total += ${line} * factor;`).join('\n');
  const all = Array.from(
    { length: functions },
    (_, at) =>
      `export function sum${at}(factor: number): number {\n  let total = 0;\n${body}\n  return total;\n}\n`,
  );
  return all.join('\n');
}

function repository(): Promise<Repository> {
  return makeRepository({
    'README.md': '# Sums\n',
    'notes.xyz': 'one\ntwo\n',
    'src/large.ts': longModule(3),
    'src/deep/small.ts': 'export const one = 1;\n',
  });
}

function smallerViews(page: Page) {
  return page.getByRole('region', { name: 'Save tokens' });
}

test('the file tree section shows lines and symbols of ticked files, and counts them', async ({ app }) => {
  await using folder = await repository();
  const { page } = app;
  await openFolder(page, folder.path);
  await tick(page, 'src/**');
  await treeScope(page).selectOption('all');
  const plain = await shownTotal(page);
  await page.getByLabel('Show lines and symbols').check();
  await expect.poll(() => shownTotal(page)).toBeGreaterThan(plain);
  await tick(page, 'notes.xyz');
  const copied = await copyDocument(page);
  expect(copied).toContain(
    '\nREADME.md\nnotes.xyz (2 lines)\nsrc/\n  deep/\n    small.ts (1 line, 1 symbol)\n  large.ts (134 lines, 3 symbols)\n',
  );
  expect(await shownTotal(page)).toBe(countTokens(copied));
  await page.getByLabel('Show lines and symbols').uncheck();
  expect(await copyDocument(page)).toContain('\n  large.ts\n');
});

test('the savings of a smaller view are shown, applied with one click, and undone', async ({ app }) => {
  await using folder = await repository();
  const { page } = app;
  await openFolder(page, folder.path);
  await tick(page, '**');
  await expect(smallerViews(page).getByRole('listitem')).toHaveCount(1);
  const full = await shownTotal(page);
  const hint = smallerViews(page).getByRole('button', { name: /as skeleton, which saves/ });
  const saved = Number((await hint.innerText()).replaceAll(/\D/g, ''));
  expect(saved).toBeGreaterThan(500);
  await hint.click();
  await expect(smallerViews(page)).toHaveCount(0);
  expect(await shownTotal(page)).toBe(full - saved);
  await page.getByRole('tree').focus();
  await page.keyboard.press('Control+z');
  await expect(hint).toBeVisible();
  expect(await shownTotal(page)).toBe(full);

  await row(page, 'src').click({ button: 'right' });
  await expect(page.getByRole('menuitemradio', { name: 'skeleton' })).toContainText('saves');
});

test('files are grouped by folder, within reach of the keyboard', async ({ app }) => {
  await using folder = await repository();
  const { page } = app;
  await openFolder(page, folder.path);
  await tick(page, '**');
  await whenIdle(page);
  await page.getByText('Files by folder').focus();
  await page.keyboard.press('Enter');
  const groups = page.getByRole('list', { name: 'Files by folder' });
  await expect(groups.getByRole('button')).toHaveText([
    /^src\s*1 file/,
    /^Root folder\s*2 files/,
    /^src\/deep\s*1 file/,
  ]);
  expect(await findings(page)).toEqual([]);
  await groups.getByRole('button', { name: 'src/deep' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tree')).toBeFocused();
  await expect(row(page, 'deep')).toHaveAttribute('aria-selected', 'true');
});

test('everything has the same count everywhere, for every model and width', async ({ app }) => {
  await using folder = await repository();
  const { page } = app;
  await openFolder(page, folder.path);
  await tick(page, '**');
  await page.getByRole('button', { name: 'Expand all folders' }).click();
  const { blocks, tokens } = await copiedDocument(page);
  // Neither the first file, which also counts the heading, nor the last, which ends the document.
  const small = blocks.find(({ path }) => path === 'src/deep/small.ts')?.tokens ?? 0;
  for (const model of MODELS) {
    const text = tokenText(model, 'o200k_base');
    await page.getByRole('combobox', { name: 'Model' }).selectOption(model.id);
    await expect(page.locator('[data-total]')).toHaveText(text.number(tokens));
    await copyButton(page).click();
    await expect(toast(page)).toContainText(`Copied: ${text.long(tokens)}, 4 files`);
    for (const width of [1440, 1024, 800]) {
      await page.setViewportSize({ width, height: 800 });
      // In a narrow window the panes are recreated, each in a tab.
      await expect(page.getByRole('tab', { name: 'Files' })).toHaveCount(width < 900 ? 1 : 0);
      await expect(copyButton(page)).toHaveAttribute('title', new RegExp(`Copy ${text.long(tokens)}`));
      await expect
        .poll(() => figuresOn(page), { message: `${model.name}, ${width}` })
        .toEqual({
          total: text.number(tokens),
          button: text.short(tokens),
          section: text.short(tokens),
          chosenFile: text.short(small),
          treeRow: text.short(small),
          treeFooter: '4 selected',
        });
    }
    await page.setViewportSize({ width: 1440, height: 800 });
  }
});

async function copiedDocument(page: Page) {
  await copyDocument(page);
  return (await appReport(page)).document;
}

/** Every number about the document, or about `src/deep/small.ts` in it. */
async function figuresOn(page: Page) {
  const textOf = async (found: Locator) => (await found.first().textContent())?.trim();
  await showTab(page, 'Context');
  const selected = page.locator('details', { has: page.locator('summary', { hasText: 'Selected files' }) });
  if ((await selected.getAttribute('open')) === null) await selected.locator('summary').click();
  const files = page.getByRole('list', { name: 'Sections' }).getByRole('button', { name: 'Files' });
  const chosen = page.getByRole('listitem').filter({ hasText: 'small.ts' });
  const side = {
    total: await textOf(page.locator('[data-total]')),
    section: await textOf(files.locator('.number')),
    chosenFile: await textOf(chosen.locator('.number')),
  };
  await showTab(page, 'Preview');
  const previewHeader = await textOf(page.locator('.preview .tokens'));
  await showTab(page, 'Files');
  await expect(row(page, 'README.md')).toHaveAttribute('title', new RegExp(`context: ${previewHeader}`));
  return {
    ...side,
    treeRow: await textOf(row(page, 'small.ts').locator('.context')),
    treeFooter: await textOf(page.getByText(/^\d+ selected$/)),
    button: await textOf(copyButton(page).locator('.count')),
  };
}

test('the performance dialog shows the steps and the cache hits', async ({ app }) => {
  await using folder = await repository();
  const { page } = app;
  await openFolder(page, folder.path);
  await tick(page, 'src/**');
  await setMode(page, 'skeleton');
  await copyDocument(page);
  await page.getByRole('button', { name: 'Performance' }).click();
  const dialog = page.getByRole('dialog', { name: 'Performance' });
  for (const step of ['Scan', 'Read', 'Count', 'Parse', 'Render', 'Assemble'])
    await expect(dialog.getByRole('row', { name: new RegExp(`^${step} `) })).toHaveText(/(<1|\d)\s*$/);
  await expect(dialog.getByRole('row', { name: /^Files parsed/ })).toHaveText(
    /Files parsed\s*\d+\s*[1-9]\d*\s*$/,
  );
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect((await appReport(page)).timings.parse).toBeGreaterThan(0);
  await runCommand(page, 'Performance');
  await expect(dialog).toBeVisible();
});
