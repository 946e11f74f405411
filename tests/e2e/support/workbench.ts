/** The controls of the workbench, by their accessible names. */
import type { Locator, Page } from '@playwright/test';
import { openFolder } from '../../drive/dropFolder';
import { whenIdle, whenStarted } from '../../drive/strata';

export function row(page: Page, name: string): Locator {
  return page.getByRole('treeitem', { name, exact: true });
}

/** Ticks a row like a user with a mouse. */
export async function clickBox(page: Page, name: string): Promise<void> {
  await row(page, name).locator('[data-part="box"]').click();
}

export async function rowNames(page: Page): Promise<readonly string[]> {
  return page
    .getByRole('treeitem')
    .evaluateAll((rows) => rows.map((element) => element.getAttribute('aria-label') ?? ''));
}

export function copyButton(page: Page): Locator {
  return page.locator('[data-verb="copy"]');
}

export function toast(page: Page): Locator {
  return page.locator('[data-sonner-toast]').first();
}

export function taskBox(page: Page): Locator {
  return page.getByRole('textbox', { name: /^Task/ });
}

/** Goes back from the box for the answer, which a copy leaves behind. */
export async function backToTask(page: Page): Promise<void> {
  await page.locator('[data-verb="task"]').click();
}

/** The instructions for the open folder, in their section of the right pane. */
export async function instructionsBox(page: Page): Promise<Locator> {
  const box = page.getByRole('textbox', { name: 'Instructions for this folder' });
  const section = page.locator('details', { has: page.locator('summary', { hasText: 'Instructions' }) });
  if ((await section.getAttribute('open')) === null) await section.locator('summary').click();
  return box;
}

export function treeScope(page: Page): Locator {
  return page.getByRole('combobox', { name: 'File tree' });
}

export function filterBox(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Filter files' });
}

/** Chooses an item in the menu next to Copy. */
export async function chooseFromCopyMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More copy options' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Settings behind the last item of the Detail menu. */
const ADVANCED: readonly string[] = ['Role', 'Summary style', 'Summaries before copying'];

/** Opens the menu of a setting for all files. */
export async function openSetting(page: Page, name: string): Promise<void> {
  if (ADVANCED.includes(name)) {
    await openSetting(page, 'Detail');
    await page.getByRole('menuitem', { name: 'Role and summaries…' }).click();
    return;
  }
  await page.getByRole('button', { name: new RegExp(`^${name}: `) }).click();
}

export async function chooseSetting(page: Page, name: string, choice: string): Promise<void> {
  await openSetting(page, name);
  await page.getByRole('group', { name }).getByRole('menuitemradio', { name: choice }).click();
}

/** Chooses a command of the palette by its title. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill(`>${title}`);
  await page.getByRole('option', { name: title }).first().click();
}

export function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The document's displayed token total, without the sign for estimates. */
export async function shownTotal(page: Page): Promise<number> {
  await whenIdle(page);
  return Number((await page.locator('[data-total]').innerText()).replaceAll(/\D/g, ''));
}

/** Opens a folder in a fresh tab. */
export async function openIn(page: Page, url: string, folder: string): Promise<void> {
  await page.goto(url);
  await whenStarted(page);
  await openFolder(page, folder);
}

/** Switches to a pane if a narrow window shows panes as tabs. */
export async function showTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name, exact: true });
  if (await tab.isVisible()) await tab.click();
}

/** Reloads and continues in the same folder, with the app's button if the browser asks for permission again. */
export async function reload(page: Page): Promise<void> {
  await whenIdle(page);
  await page.reload();
  await whenStarted(page);
  const reopen = page.getByRole('button', { name: /^Reopen/ });
  if (await reopen.isVisible()) await reopen.click();
  await whenIdle(page);
}
