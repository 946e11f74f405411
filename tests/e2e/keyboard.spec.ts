import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';
import { filterBox, readClipboard, reload, row, runCommand, taskBox } from './support/workbench';

const files = {
  'README.md': '# Read me\n',
  'docs/guide.md': 'guide\n',
  'docs/tour.md': 'tour\n',
  'src/alpha.ts': 'a\n',
  'src/beta.ts': 'b\n',
  'src/deep/deeper/gamma.ts': 'c\n',
};

/** The row that keys act on. */
function activeName(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    return id === null || id === undefined
      ? null
      : (document.getElementById(id)?.getAttribute('aria-label') ?? null);
  });
}

/** Presses Tab until the focus is on the selector's element; fails if it comes around without reaching it. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let times = 0; times < 60; times++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
  }
  throw new Error(`Tab never reached ${selector}`);
}

test('from the sample to the clipboard without a mouse', async ({ app: { page } }) => {
  await tabTo(page, '[data-verb="sample"]');
  await page.keyboard.press('Enter');
  await page.getByRole('tree', { name: 'Files' }).waitFor();
  await whenIdle(page);
  await page.keyboard.press('Control+Shift+e');
  await page.keyboard.type('readme');
  await expect(row(page, 'README.md')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('tree', { name: 'Files' })).toBeFocused();
  expect(await activeName(page)).toBe('README.md');
  const before = await row(page, 'README.md').getAttribute('aria-checked');
  await page.keyboard.press('Space');
  await expect(row(page, 'README.md')).toHaveAttribute('aria-checked', before === 'true' ? 'false' : 'true');
  await page.keyboard.press('Escape');
  await expect(filterBox(page)).toHaveValue('');
  await page.keyboard.press('Control+j');
  await expect(taskBox(page)).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Do it.');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('[data-sonner-toast]').first()).toContainText('Copied');
  expect(await readClipboard(page)).toMatch(/## Task\n\nDo it\.\n$/);
});

test('the tree has the keys of a treeview', async ({ app: { page } }) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  await tabTo(page, '[role="tree"]');
  const press = async (key: string): Promise<string | null> => {
    await page.keyboard.press(key);
    return activeName(page);
  };
  expect(await press('Home')).toBe('docs');
  expect(await press('ArrowDown')).toBe('src');
  await press('ArrowRight');
  await expect(row(page, 'src')).toHaveAttribute('aria-expanded', 'true');
  expect(await press('ArrowRight')).toBe('deep/deeper');
  expect(await press('ArrowDown')).toBe('alpha.ts');
  expect(await press('ArrowLeft')).toBe('src');
  await press('ArrowLeft');
  await expect(row(page, 'src')).toHaveAttribute('aria-expanded', 'false');
  await press('*');
  await expect(row(page, 'src')).toHaveAttribute('aria-expanded', 'true');
  await expect(row(page, 'docs')).toHaveAttribute('aria-expanded', 'true');
  expect(await press('End')).toBe('README.md');
  expect(await press('b')).toBe('beta.ts');
  await press('Space');
  await expect(row(page, 'beta.ts')).toHaveAttribute('aria-checked', 'true');
  await expect(row(page, 'src')).toHaveAttribute('aria-checked', 'mixed');
  await press('Shift+ArrowUp');
  await press('Space');
  await expect(row(page, 'alpha.ts')).toHaveAttribute('aria-checked', 'true');
});

test('the palette goes to files and runs every command', async ({ app: { page } }) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  await page.keyboard.press('Control+p');
  await page.keyboard.type('gamma');
  await expect(page.getByRole('option', { name: 'src/deep/deeper/gamma.ts' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(row(page, 'gamma.ts')).toBeInViewport();
  expect(await activeName(page)).toBe('gamma.ts');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('by pattern');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Pattern' })).toBeFocused();
  await page.keyboard.type('**/*.md');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, 'README.md')).toHaveAttribute('aria-checked', 'true');
  await expect(row(page, 'docs')).toHaveAttribute('aria-checked', 'true');
});

test('the palette can be reopened from itself, repeatedly', async ({ app: { page } }) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  const dialog = page.getByRole('dialog');
  for (const [title, name, label, text] of [
    ['Go to file', 'Go to file', 'File name', ''],
    ['Show all commands', 'Commands', 'Command', '>'],
    ['Go to file', 'Go to file', 'File name', ''],
  ] as const) {
    await runCommand(page, title);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expect(page.getByRole('combobox', { name: label })).toHaveValue(text);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.keyboard.press('Control+p');
  await page.keyboard.type('gamma');
  await expect(page.getByRole('option', { name: 'src/deep/deeper/gamma.ts' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row(page, 'gamma.ts')).toBeInViewport();
});

test('dialogs take the focus, keep it, and give it back', async ({ app: { page } }) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  await taskBox(page).focus();
  for (const keys of ['Control+,', 'Control+k', 'Control+p']) {
    await page.keyboard.press(keys);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(taskBox(page)).toBeFocused();
  }
});

/** Checks that the focus is in a pane, by the element of this role and name. */
async function focusIsOn(
  page: Page,
  role: 'tree' | 'tab' | 'textbox' | 'combobox',
  name: string | RegExp,
): Promise<void> {
  await expect(page.getByRole(role, { name, exact: typeof name === 'string' })).toBeFocused();
}

test('F6 goes from pane to pane, skipping a hidden one', async ({ app: { page } }) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  await focusIsOn(page, 'tree', 'Files');
  await page.keyboard.press('F6');
  await focusIsOn(page, 'tab', 'Preview');
  await page.keyboard.press('F6');
  await focusIsOn(page, 'textbox', /^Task/);
  await page.keyboard.press('F6');
  await focusIsOn(page, 'combobox', 'Model');
  await page.keyboard.press('F6');
  await focusIsOn(page, 'tree', 'Files');
  await page.keyboard.press('Control+Shift+b');
  await page.keyboard.press('Shift+F6');
  await focusIsOn(page, 'textbox', /^Task/);
});

test('in a narrow window, keys reach panels that were not shown before', async ({ app: { page } }) => {
  await using repository = await makeRepository(files);
  await page.setViewportSize({ width: 800, height: 600 });
  await openFolder(page, repository.path);
  await tick(page, 'README.md');
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('searchbox', { name: 'Find in document' })).toBeFocused();
  await page.keyboard.press('Control+j');
  await expect(taskBox(page)).toBeFocused();
});

test('a hidden pane leaves a button to bring it back', async ({ app: { page } }) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  for (const [keys, name] of [
    ['Control+b', 'Show files'],
    ['Control+Shift+b', 'Show context'],
  ] as const) {
    await page.keyboard.press(keys);
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
});

test('Ctrl+Z in a text box undoes typing first, then the composition', async ({ app: { page } }) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  await tick(page, 'README.md');
  await filterBox(page).focus();
  await page.keyboard.type('read');
  await page.keyboard.press('Control+z');
  // The browser decides how much typing one step undoes.
  await expect(filterBox(page)).not.toHaveValue('read');
  await expect(row(page, 'README.md')).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('spinbutton', { name: 'Token budget' }).focus();
  await page.keyboard.press('Control+z');
  await expect(row(page, 'README.md')).toHaveAttribute('aria-checked', 'false');
});

test('the browser tab names the folder, whose tree gets the focus', async ({ app: { page } }) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  await expect(page).toHaveTitle('repository - Strata');
  await expect(page.getByRole('tree', { name: 'Files' })).toBeFocused();
});

test('Go to file offers the files used last, also after a reload', async ({ app: { page } }) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  await page.keyboard.press('*');
  await row(page, 'guide.md').click();
  await row(page, 'README.md').click();
  const recent = page.getByRole('dialog').getByRole('option');
  await page.keyboard.press('Control+p');
  await expect(recent).toHaveText(['README.md', 'docs/guide.md']);
  await page.keyboard.press('Escape');
  await reload(page);
  await page.keyboard.press('Control+p');
  await expect(recent).toHaveText(['README.md', 'docs/guide.md']);
});

test('unticking from the list of chosen files or the tree keeps the focus beside it', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  await tick(page, 'docs/**');
  await page.locator('summary', { hasText: 'Selected files' }).click();
  const chosen = page.getByRole('list', { name: 'Selected files' }).getByRole('listitem');
  await expect(chosen).toHaveText([/guide\.md/, /tour\.md/]);
  await chosen.first().getByRole('button').first().click();
  await expect(row(page, 'guide.md')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Deselect docs/guide.md' }).press('Enter');
  await expect(chosen).toHaveText([/tour\.md/]);
  await expect(page.getByRole('button', { name: 'Deselect docs/tour.md' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveCount(0);
  await expect(page.locator('summary', { hasText: 'Selected files' })).toBeFocused();

  await page.keyboard.press('Control+z');
  await page
    .locator('section', { has: page.getByRole('tree') })
    .getByText('Deselect all')
    .click();
  await expect(page.getByRole('tree')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(chosen).toHaveCount(1);
});

test('tabs are one stop of the Tab key, and arrow keys move between them', async ({ app: { page } }) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  await tabTo(page, '[role="tab"]');
  await page.keyboard.press('ArrowRight');
  await focusIsOn(page, 'tab', 'File');
  await expect(page.getByRole('tabpanel', { name: 'File', exact: true })).toBeVisible();
  await expect(page.getByRole('tabpanel', { name: 'Preview' })).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await focusIsOn(page, 'tab', 'Discussion');
  await page.keyboard.press('ArrowRight');
  await focusIsOn(page, 'tab', 'Sources');
  await page.keyboard.press('ArrowRight');
  await focusIsOn(page, 'tab', 'Reply');
  await page.keyboard.press('ArrowRight');
  await focusIsOn(page, 'tab', 'Preview');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tab', { name: 'File', exact: true })).not.toBeFocused();
  await page.setViewportSize({ width: 800, height: 700 });
  await page.getByRole('tab', { name: 'Files', exact: true }).click();
  await page.keyboard.press('F6');
  await focusIsOn(page, 'tab', 'Preview');
  await page.keyboard.press('End');
  await focusIsOn(page, 'tab', 'Context');
});

test('the palette highlights one row, by pointer or keys, whichever came last', async ({ app: { page } }) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  await page.keyboard.press('Control+k');
  const options = page.getByRole('dialog').getByRole('option');
  await options.nth(3).hover();
  await expect(options.nth(3)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(4)).toHaveAttribute('aria-selected', 'true');
  const fills = await options.evaluateAll((rows) => rows.map((row) => getComputedStyle(row).backgroundColor));
  expect(fills.filter((fill) => fill !== 'rgba(0, 0, 0, 0)')).toHaveLength(1);
});

test('the focused element shows its focus', async ({ app: { page } }) => {
  await using repository = await makeRepository({ ...files, 'node_modules/x.js': '' });
  await openFolder(page, repository.path);
  const unmarked = new Set<string>();
  // From the tree to the end of the page, then the whole page.
  let rounds = 0;
  let stops = 0;
  while (rounds < 2) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return undefined;
      const id = element.getAttribute('aria-activedescendant');
      const marked = (id === null ? null : document.getElementById(id)) ?? element;
      const { outlineStyle, outlineWidth } = getComputedStyle(marked);
      const isMarked = outlineStyle !== 'none' && outlineWidth !== '0px';
      const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
      return { isMarked, name };
    });
    if (stop === undefined) rounds += 1;
    else stops += 1;
    if (stop?.isMarked === false) unmarked.add(stop.name);
  }
  // Back from the browser's own controls, where the page could not write to the clipboard.
  await page.keyboard.press('Shift+Tab');
  expect(stops).toBeGreaterThan(35);
  expect([...unmarked]).toEqual([]);
});
