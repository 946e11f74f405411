import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { dropFolder, openFolder } from '../drive/dropFolder';
import {
  applyPreset,
  appReport,
  copyDocument,
  setMode,
  tick,
  untick,
  whenIdle,
  whenStarted,
} from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository, type Repository } from './support/makeRepository';
import { instructionsBox, readClipboard, runCommand, taskBox, toast } from './support/workbench';

function harbour(): Promise<Repository> {
  return makeRepository({
    'src/a.ts': 'export const a = 1;\n',
    'src/b.ts': 'export const b = 2;\n',
    'docs/guide.md': '# Guide\n',
    'lib/moved.ts': 'export const moved = 3;\n',
    '.env': 'TOKEN=1\n',
  });
}

function presets(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Presets' });
}

function presetButton(page: Page, shown: string): Locator {
  return page.getByRole('button', { name: `Preset: ${shown}`, exact: true });
}

async function save(page: Page, name: string): Promise<void> {
  await runCommand(page, 'Save as preset');
  await presets(page).getByLabel('Name').fill(name);
  await presets(page).getByRole('button', { name: 'Save', exact: true }).click();
}

async function pasteImport(page: Page, text: string): Promise<void> {
  await runCommand(page, 'Import presets');
  await presets(page).getByLabel('Text').fill(text);
  await presets(page).getByRole('button', { name: 'Look at it' }).click();
}

/** Files may be looked for first: the dialog closes when the preset is applied. */
async function applyShown(page: Page): Promise<void> {
  await presets(page).getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(presets(page)).toHaveCount(0);
  await whenIdle(page);
}

async function modes(page: Page): Promise<readonly (readonly [path: string, mode: string])[]> {
  const { files } = await appReport(page);
  return files
    .flatMap(({ path, mode }) => (mode === undefined ? [] : [[path, mode] as const]))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

async function ticked(page: Page): Promise<readonly string[]> {
  return (await modes(page)).map(([path]) => path);
}

test('a preset is saved, applied with its difference shown, and undone in one step', async ({
  app: { page },
}) => {
  await using repository = await harbour();
  await openFolder(page, repository.path);
  await tick(page, 'src/**');
  await setMode(page, 'outline');
  await taskBox(page).fill('Mend it.');
  await instructionsBox(page).fill('Be brief.');
  await save(page, 'review auth');
  await expect(presets(page).getByRole('status')).toContainText('review auth is saved.');
  await expect(presets(page)).toContainText('Applying it changes: nothing.');
  await page.keyboard.press('Escape');
  await expect(presetButton(page, 'review auth')).toBeVisible();
  const saved = await copyDocument(page);

  await untick(page, 'src/b.ts');
  await tick(page, 'docs/**');
  await setMode(page, 'full');
  await instructionsBox(page).fill('Be long.');
  await taskBox(page).fill('Another.');
  await whenIdle(page);
  await expect(presetButton(page, 'review auth, changed')).toBeVisible();
  const changed = await copyDocument(page);

  await presetButton(page, 'review auth, changed').click();
  await page.getByRole('menuitem', { name: 'review auth' }).click();
  const changes = presets(page).getByRole('list', { name: 'Changes' });
  await expect(changes.getByRole('listitem')).toHaveText([
    /removed\s*docs\/guide\.md\s*full/,
    /src\/a\.ts\s*shown: full → outline/,
    /added\s*src\/b\.ts\s*outline/,
    /instructions: Be long\. → Be brief\./,
  ]);
  await presets(page).getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(presets(page)).toHaveCount(0);
  await expect(toast(page)).toContainText('Preset review auth is applied.');
  await expect(toast(page)).toContainText('1 file added, 1 file removed, 1 file changed, instructions');
  await whenIdle(page);
  await runCommand(page, 'Undo: Apply preset review auth');
  await whenIdle(page);
  expect(await copyDocument(page)).toBe(changed);
  await runCommand(page, 'Redo: Apply preset review auth');
  await whenIdle(page);
  // The task is not of the preset, as nobody asked for it.
  expect(await copyDocument(page)).toBe(saved.replace('Mend it.', 'Another.'));
});

test('a preset is described, renamed, copied, deleted and brought back, and outlives a reload', async ({
  app: { page },
}) => {
  await using repository = await harbour();
  await openFolder(page, repository.path);
  await tick(page, 'src/**');
  await save(page, 'first');
  const dialog = presets(page);
  await dialog.getByLabel('Description').fill('What matters.');
  await dialog.getByLabel('Name').fill('second');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByRole('status')).toContainText('second is saved.');
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('second copy');
  await page.keyboard.press('Escape');
  await expect(presetButton(page, 'second')).toBeVisible();

  await page.reload();
  await whenStarted(page);
  const reopen = page.getByRole('button', { name: /^Reopen/ });
  if (await reopen.isVisible()) await reopen.click();
  await whenIdle(page);
  await runCommand(page, 'Apply preset second…');
  await expect(dialog.getByLabel('Description')).toHaveValue('What matters.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('list', { name: 'Presets' }).getByRole('button')).toHaveText([
    /^second copy/,
  ]);
  await page.keyboard.press('Escape');
  await expect(presetButton(page, 'none')).toBeVisible();
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).click();
  await expect(presetButton(page, 'second')).toBeVisible();
});

test('a name that is taken is asked about, and nothing is replaced unasked', async ({ app: { page } }) => {
  await using repository = await harbour();
  await openFolder(page, repository.path);
  await tick(page, 'src/a.ts');
  await save(page, 'one');
  await page.keyboard.press('Escape');
  await tick(page, '**');
  await save(page, 'one');
  const dialog = presets(page);
  await expect(dialog.getByRole('alert')).toContainText('There is a preset called one already.');
  await dialog.getByRole('button', { name: 'Save as one 2' }).click();
  await expect(dialog.getByRole('status')).toContainText('one 2 is saved.');
  const list = dialog.getByRole('list', { name: 'Presets' }).getByRole('button');
  await expect(list).toHaveText([/^one\s*1/, /^one 2\s*4/]);
  await dialog.getByRole('button', { name: 'Save as preset' }).click();
  await dialog.getByLabel('Name').fill('one');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('button', { name: 'Replace it' }).click();
  await expect(list).toHaveText([/^one\s*4/, /^one 2\s*4/]);
});

test('two tabs that change the same preset lose nothing unasked', async ({ app: { page, context } }) => {
  await using repository = await harbour();
  await openFolder(page, repository.path);
  await tick(page, 'src/a.ts');
  await save(page, 'shared');
  const here = presets(page);
  await here.getByLabel('Description').fill('mine');
  const other = await context.newPage();
  await other.goto(page.url());
  await whenStarted(other);
  await runCommand(other, 'Presets…');
  const there = presets(other);
  await there.getByLabel('Description').fill('theirs');
  await there.getByRole('button', { name: 'Save changes' }).click();
  await expect(there.getByRole('status')).toContainText('shared is saved.');

  await page.bringToFront();
  await here.getByRole('button', { name: 'Save changes' }).click();
  await expect(here.getByRole('alert')).toContainText('Another tab has changed shared meanwhile.');
  await here.getByRole('button', { name: 'Keep both, mine as shared 2' }).click();
  await expect(here.getByLabel('Description')).toHaveValue('mine');
  await here.getByRole('button', { name: /^shared 1/ }).click();
  await expect(here.getByLabel('Description')).toHaveValue('theirs');
});

test('files that are gone are named, with where they may be now; secrets wait to be asked for', async ({
  app: { page },
}) => {
  await using repository = await harbour();
  await openFolder(page, repository.path);
  await pasteImport(
    page,
    '[context_presets.old]\nfiles = ["src/a.ts", "src/moved.ts", "src/lost.py", ".env"]\n',
  );
  const dialog = presets(page);
  await dialog.getByRole('button', { name: 'Take what is chosen' }).click();
  await expect(dialog).toContainText('2 files of it are not in this folder.');
  await dialog.getByRole('checkbox', { name: 'src/moved.ts → take lib/moved.ts' }).check();
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(toast(page)).toContainText('src/lost.py is not in this folder.');
  await expect(toast(page)).not.toContainText('src/moved.ts');
  expect(await ticked(page)).toEqual(['lib/moved.ts', 'src/a.ts']);
});

const MANUAL_SLOP = `[project]
name = "harbour"

[files]
paths = ["src/a.ts"]

[context_presets."slop review"]
description = "From elsewhere"
files = [{ path = "src/b.ts", view_mode = "outline" }]
`;

test('a project of Manual Slop is pasted, looked at, and applied only when that is said', async ({
  app: { page },
}) => {
  await using repository = await harbour();
  await openFolder(page, repository.path);
  await tick(page, 'docs/**');
  await pasteImport(page, MANUAL_SLOP);
  const dialog = presets(page);
  await expect(dialog.getByRole('heading', { name: /Manual Slop/ })).toBeVisible();
  await expect(dialog).toContainText('From elsewhere');
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Take what is chosen' }).click();
  await expect(dialog.getByRole('status')).toContainText('What you chose is stored.');
  expect(await ticked(page)).toEqual(['docs/guide.md']);
  await dialog.getByRole('button', { name: /^slop review/ }).click();
  await applyShown(page);
  expect(await ticked(page)).toEqual(['src/b.ts']);
});

test('a configuration of repomix becomes a preset of the files here; its ignore patterns only if ticked', async ({
  app: { page },
}) => {
  await using repository = await harbour();
  await openFolder(page, repository.path);
  await using config = await makeRepository({
    'repomix.config.json':
      '{"include": ["src/**", "docs/**"], "ignore": {"customPatterns": ["lib/"]}, "output": {"patterns": [{"pattern": "docs/**", "compress": true}]}}',
  });
  await dropFolder(page, `${config.path}/repomix.config.json`);
  const dialog = presets(page);
  await expect(
    dialog.getByRole('heading', { name: 'repomix configuration: repomix.config.json' }),
  ).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: /Add 1 ignore pattern/ })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Take what is chosen' }).click();
  // It has had its answer: the next import begins anew.
  await dialog.getByRole('button', { name: 'Import…' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await applyShown(page);
  expect(await modes(page)).toEqual([
    ['docs/guide.md', 'skeleton'],
    ['src/a.ts', 'full'],
    ['src/b.ts', 'full'],
  ]);
  expect(await tick(page, 'lib/**')).toBe(1);
});

const HOSTILE = JSON.stringify({
  context_presets: {
    '<img src=x onerror="window.__xss=1"> \u202egnp.exe': {
      description: '<a href="javascript:alert(1)">[x](javascript:alert(1))</a>',
      files: ['../../etc/passwd', 'C:\\x', '/etc/x', 'src/a.ts', '<script>window.__xss=1</script>.ts'],
    },
  },
});

test('hostile text shows as text, and what leads out of the folder is refused by name', async ({
  app: { page },
}) => {
  await using repository = await harbour();
  await openFolder(page, repository.path);
  await pasteImport(page, '{"context_presets": {"x": {"__proto__": {"polluted": 1}}}}');
  const dialog = presets(page);
  await expect(dialog.getByRole('alert')).toContainText('Nothing is taken. context_presets.x.__proto__');
  await dialog.getByLabel('Text').fill(HOSTILE);
  await dialog.getByRole('button', { name: 'Look at it' }).click();
  await expect(dialog.getByRole('list', { name: 'Refused' }).getByRole('listitem')).toHaveText([
    /files\.0.*"\.\.\/\.\.\/etc\/passwd"/,
    /files\.1.*"C:/,
    /files\.2.*"\/etc\/x"/,
  ]);
  await expect(dialog).toContainText('<a href="javascript:alert(1)">[x](javascript:alert(1))</a>');
  await dialog.getByRole('button', { name: 'Take what is chosen' }).click();
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(toast(page)).toContainText('<img src=x onerror="window.__xss=1">');
  expect(await page.locator('img, a[href^="javascript:"]').count()).toBe(0);
  expect(await page.evaluate(() => Object.hasOwn(window, '__xss') || 'polluted' in {})).toBe(false);
  expect(await ticked(page)).toEqual(['src/a.ts']);
});

test('a link brings a preset to another page, which shows it and asks', async ({
  app: { page, context },
}) => {
  await using repository = await harbour();
  await openFolder(page, repository.path);
  await tick(page, 'src/**');
  await setMode(page, 'outline');
  await save(page, 'for you');
  const dialog = presets(page);
  await dialog.getByText('Share', { exact: true }).click();
  await expect(dialog.getByRole('status').filter({ hasText: 'characters' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(toast(page)).toContainText('Link copied.');
  const link = await readClipboard(page);
  expect(link).toMatch(/#preset=[\w-]+$/);
  await dialog.getByRole('button', { name: 'Delete' }).click();

  const other = await context.newPage();
  await other.goto(link);
  await whenStarted(other);
  await expect(other.getByText('A preset was shared with you.')).toBeVisible();
  expect(await findings(other)).toEqual([]);
  await openFolder(other, repository.path);
  const there = presets(other);
  await expect(there.getByRole('list', { name: 'To be stored' })).toContainText('for you 2 files');
  await there.getByRole('button', { name: 'Take what is chosen' }).click();
  await expect(there.getByLabel('Name')).toHaveValue('for you');
  await untick(other, '**');
  await applyShown(other);
  expect(other.url()).not.toContain('#');
  expect(await modes(other)).toEqual([
    ['src/a.ts', 'outline'],
    ['src/b.ts', 'outline'],
  ]);
});

test('a link that was cut off is told, and one too long is not offered', async ({ app: { page } }) => {
  await using repository = await harbour();
  await page.goto(`${page.url()}#preset=AAAA`);
  await expect(toast(page)).toContainText('The shared preset cannot be read');
  await expect.poll(() => page.url()).not.toContain('#');
  await openFolder(page, repository.path);
  await tick(page, 'src/**');
  const noise = Array.from({ length: 40_000 }, (_, at) =>
    ((at * 2_654_435_761) % 4_294_967_296).toString(36),
  );
  await instructionsBox(page).fill(noise.slice(0, 8_000).join(' '));
  await save(page, 'long');
  const dialog = presets(page);
  await dialog.getByText('Share', { exact: true }).click();
  await expect(dialog).toContainText('give the file instead');
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDisabled();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download TOML' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('long.preset.toml');
  expect(await readFile(await file.path(), 'utf8')).toContain('[context_presets.long]');
});

test('the keyboard alone saves, looks through and applies; axe finds nothing', async ({ app: { page } }) => {
  await using repository = await harbour();
  await openFolder(page, repository.path);
  await tick(page, 'src/**');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Save as preset');
  await page.keyboard.press('Enter');
  await expect(presets(page).getByLabel('Name')).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.type('by keys');
  await page.keyboard.press('Enter');
  await expect(presets(page).getByRole('status')).toContainText('by keys is saved.');
  await page.keyboard.press('Escape');
  await expect(presets(page)).toHaveCount(0);
  await tick(page, '**');
  await presetButton(page, 'by keys, changed').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'by keys' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(presets(page)).toContainText('2 files removed');
  expect(await findings(page)).toEqual([]);
  const apply = presets(page).getByRole('button', { name: 'Apply', exact: true });
  for (let presses = 0; presses < 30; presses += 1) {
    if (await apply.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await whenIdle(page);
  expect(await ticked(page)).toEqual(['src/a.ts', 'src/b.ts']);
});

test('files in folders that are left out are found, and applied', async ({ app: { page } }) => {
  await using repository = await makeRepository({
    '.gitignore': 'build\n',
    'a.ts': 'a\n',
    'build/deep/out.js': 'out\n',
  });
  await openFolder(page, repository.path);
  await pasteImport(
    page,
    '[context_presets.built]\nfiles = ["a.ts", "build/deep/out.js", "build/deep/none.js", "build/none/x.js"]\n',
  );
  const offered = presets(page).getByRole('list', { name: 'To be stored' });
  await expect(offered).toContainText('2 files added.');
  await expect(offered).toContainText('2 files of it are not in this folder.');
  await presets(page).getByRole('button', { name: 'Take what is chosen' }).click();
  await expect(presets(page)).toContainText('2 files of it are not in this folder.');
  await applyShown(page);
  expect(await ticked(page)).toEqual(['a.ts', 'build/deep/out.js']);
});

test('a preset applied by a script finds its files in folders that are left out', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ '.gitignore': 'build\n', 'build/out.js': 'out\n' });
  await openFolder(page, repository.path);
  await applyPreset(page, '[context_presets.built]\nfiles = ["build/out.js"]\n', 'built.toml');
  expect(await ticked(page)).toEqual(['build/out.js']);
});
