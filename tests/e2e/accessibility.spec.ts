import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import { importConversation, tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings, lightFindings } from './support/axe';
import { makeRepository, type Repository } from './support/makeRepository';
import { backToTask, copyButton, filterBox, row, runCommand, showTab, taskBox } from './support/workbench';

/** One file for each kind of row, badge and warning. */
function everyKindOfFile(): Promise<Repository> {
  return makeRepository({
    '.env': 'TOKEN=1\n',
    '.gitignore': '*.log\n[\n',
    'a.log': '',
    'bidi.txt': 'a\u{202e}b\n',
    'binary.dat': new Uint8Array([1, 0, 2]),
    'latin.txt': new Uint8Array([99, 97, 102, 233, 10]),
    'src/a/very/deep/folder/with/a/very/long/name/that/does/not/fit/anywhere.ts': 'x\n',
    'src/index.ts': 'export {};\n',
  });
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1024, height: 640 },
  { width: 800, height: 600 },
]) {
  test(`axe finds nothing: ${viewport.width} x ${viewport.height}`, async ({ site }) => {
    await using app = await launchApp(site.url, { viewport });
    await using repository = await everyKindOfFile();
    const found: Record<string, readonly string[]> = {};
    // Colors do not depend on the width.
    const look = viewport.width === 1440 ? findings : lightFindings;
    for await (const screen of screens(app.page, repository)) found[screen] = await look(app.page);
    expect(Object.keys(found).length).toBe(23);
    expect(Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))).toEqual({});
  });
}

/** A preset that triggers every warning. */
const OFFERED = `stray = 1
[context_presets."a <b>very</b> long name \\u202E ${'of a preset '.repeat(12)}"]
description = "What it is for."
files = ["../outside", "moved/index.ts", "nowhere.py", ".env"]
`;

/** Goes through the app and stops at each screen. */
async function* screens(page: Page, repository: Repository): AsyncGenerator<string> {
  const closeDialog = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  yield 'landing';
  await page.getByRole('button', { name: 'Guide' }).click();
  await expect(page.getByRole('region', { name: 'The file as slices' })).toBeVisible();
  yield 'guide';
  await closeDialog();
  await openFolder(page, repository.path);
  yield 'nothing ticked';
  await tick(page, '**');
  await whenIdle(page);
  yield 'ticked';
  await showTab(page, 'Context');
  await page.locator('summary', { hasText: /\d warnings?/ }).click();
  yield 'warnings';
  await page.locator('summary', { hasText: 'Selected files' }).click();
  yield 'chosen files';
  await page.getByText('Files by folder').click();
  yield 'files by folder';
  await page.locator('summary', { hasText: 'Instructions' }).click();
  await page.getByRole('checkbox', { name: 'List of selected files' }).click();
  await page.getByRole('button', { name: 'Add text' }).click();
  await whenIdle(page);
  yield 'instructions';
  await showTab(page, 'Preview');
  yield 'preview';
  await showTab(page, 'Files');
  await page.getByRole('button', { name: 'Show ignored files' }).click();
  await expect(row(page, 'a.log')).toBeVisible();
  yield 'ignored shown';
  await filterBox(page).fill('index');
  await expect(row(page, 'index.ts')).toBeVisible();
  yield 'filtered';
  await filterBox(page).fill('');
  await page.getByRole('button', { name: /left out$/ }).click();
  yield 'left out';
  await closeDialog();
  const dialog = page.getByRole('dialog', { name: 'Presets' });
  await runCommand(page, 'Save as preset');
  await dialog.getByLabel('Name').fill('harbor');
  yield 'save preset';
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toContainText('Saved harbor.');
  await dialog.getByText('Share', { exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeEnabled();
  yield 'preset';
  await dialog.getByRole('button', { name: 'Import…' }).click();
  await dialog.getByLabel('Text').fill(OFFERED);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('list', { name: 'Entries that cannot be imported' })).toBeVisible();
  yield 'preset import';
  await dialog.getByRole('button', { name: 'Import selected' }).click();
  await expect(dialog).toContainText('missing from this folder');
  yield 'preset whose files are gone';
  await closeDialog();
  for (const [keys, name] of [
    ['Control+,', 'settings'],
    ['Control+k', 'commands'],
    ['Control+p', 'files'],
  ] as const) {
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog')).toBeVisible();
    yield name;
    await closeDialog();
  }
  await page.keyboard.press('Control+Shift+f');
  await page.getByRole('textbox', { name: 'Find in files' }).fill('e');
  await expect(page.getByText('1 match in 1 file')).toBeVisible();
  yield 'find in files';
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Performance' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  yield 'performance';
  await closeDialog();
  await page.getByRole('button', { name: 'Folder repository' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  yield 'folder menu';
  await page.keyboard.press('Escape');
  await copyButton(page).click();
  await expect(page.locator('[data-sonner-toast]').first()).toBeVisible();
  yield 'toast';
}

test('at 200 % no control is out of reach', async ({ site }) => {
  await using app = await launchApp(site.url, { viewport: { width: 720, height: 450 } });
  const { page } = app;
  await using repository = await everyKindOfFile();
  expect(await outOfReach(page)).toEqual([]);
  await openFolder(page, repository.path);
  await tick(page, '**');
  await whenIdle(page);
  for (const name of ['Files', 'Preview', 'Context']) {
    await showTab(page, name);
    expect(await outOfReach(page), name).toEqual([]);
  }
});

test('every toolbar of the middle pane fits at 1024', async ({ site }) => {
  await using app = await launchApp(site.url, { viewport: { width: 1024, height: 640 } });
  const { page } = app;
  await using repository = await everyKindOfFile();
  await openFolder(page, repository.path);
  await tick(page, 'src/a/**');
  await importConversation(page, JSON.stringify([{ role: 'user', content: 'A long title. '.repeat(9) }]));
  await taskBox(page).fill('Why?');
  await page.keyboard.press('Control+p');
  await page.keyboard.type('anywhere');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Show in preview' })).toBeVisible();
  for (const name of ['Preview', 'File', 'Sources', 'Discussion']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await whenIdle(page);
    expect(await outOfPane(page), name).toEqual([]);
  }
  const panel = page.getByRole('region', { name: 'Discussion', exact: true });
  await panel.getByRole('button', { name: /^Discussion: / }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  expect(await outOfPane(page), 'renaming').toEqual([]);
  await panel.getByRole('searchbox').fill('title');
  await expect(panel.getByText('1 of 1')).toBeVisible();
  expect(await outOfPane(page), 'searching').toEqual([]);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('x');
  await expect(page.getByRole('search', { name: 'Preview' }).getByRole('status')).toHaveText(/^1 of /);
  expect(await outOfPane(page), 'finding').toEqual([]);
  await copyButton(page).click();
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.waitFor();
  expect(await outOfPane(page), 'copied').toEqual([]);
  await answer.fill('Because.');
  await page.getByRole('button', { name: 'Add to discussion' }).waitFor();
  expect(await outOfPane(page), 'answering').toEqual([]);
  await backToTask(page);
  await page.getByRole('button', { name: 'Add answer…' }).waitFor();
  expect(await outOfPane(page), 'with an answer to come').toEqual([]);
});

/** Controls of the middle pane that begin or end outside of it, and that cannot be scrolled to. */
function outOfPane(page: Page): Promise<readonly string[]> {
  return page.locator('[data-pane="center"]').evaluate((pane) => {
    const { left, right } = pane.getBoundingClientRect();
    const isScrolled = (element: Element): boolean => {
      for (let at = element.parentElement; at !== null && at !== pane; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
      return false;
    };
    return [...pane.querySelectorAll<HTMLElement>('button, input, select, textarea')]
      .filter((element) => element.checkVisibility() && !isScrolled(element))
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.left < left - 1 || box.right > right + 1;
      })
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.innerText}`);
  });
}

/** Visible controls that cannot be scrolled fully into the window. */
function outOfReach(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, select, textarea, [role="tree"]')]
      .filter((element) => element.checkVisibility() && !element.matches('.visually-hidden'))
      .filter((element) => {
        element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { left, top, right, bottom, width } = element.getBoundingClientRect();
        const slack = 1;
        return (
          width < 4 ||
          left < -slack ||
          top < -slack ||
          right > innerWidth + slack ||
          bottom > innerHeight + slack
        );
      })
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.innerText}`),
  );
}
