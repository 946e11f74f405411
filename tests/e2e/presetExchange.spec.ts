import { readFile } from 'node:fs/promises';
import { dropFolder, openFolder } from '../drive/dropFolder';
import { applyPreset, setMode, tick, untick, whenStarted } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository } from './support/makeRepository';
import { applyShown, harbor, modes, pasteImport, presets, save, ticked } from './support/presets';
import { instructionsBox, readClipboard, toast } from './support/workbench';

const MANUAL_SLOP = `[project]
name = "harbor"

[files]
paths = ["src/a.ts"]

[context_presets."slop review"]
description = "From elsewhere"
files = [{ path = "src/b.ts", view_mode = "outline" }]
`;

test('a Manual Slop project is pasted, previewed, and applied only on request', async ({ app: { page } }) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await tick(page, 'docs/**');
  await pasteImport(page, MANUAL_SLOP);
  const dialog = presets(page);
  await expect(dialog.getByRole('heading', { name: /Manual Slop/ })).toBeVisible();
  await expect(dialog).toContainText('From elsewhere');
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import selected' }).click();
  await expect(dialog.getByRole('status')).toContainText('Imported.');
  expect(await ticked(page)).toEqual(['docs/guide.md']);
  await dialog.getByRole('button', { name: /^slop review/ }).click();
  await applyShown(page);
  expect(await ticked(page)).toEqual(['src/b.ts']);
});

test('imported presets get names that neither the browser nor the import has', async ({ app: { page } }) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await save(page, 'a');
  await page.keyboard.press('Escape');
  await pasteImport(page, "{ context_presets: { a: { files: ['src/a.ts'] }, 'a 2': { files: [] } } }");
  const dialog = presets(page);
  await expect(dialog.getByLabel('Preset a', { exact: true })).toHaveText(/^Add as a 3/);
  await expect(dialog.getByLabel('Preset a 2', { exact: true })).toHaveText(/^Add/);
  await dialog.getByRole('button', { name: 'Import selected' }).click();
  await expect(dialog.getByRole('status')).toContainText('Imported.');
  await expect(dialog.getByRole('list', { name: 'Presets' }).getByRole('button')).toHaveText([
    /^a\s/,
    /^a 2/,
    /^a 3/,
  ]);
});

test('a configuration of repomix becomes a preset of the files here; its ignore patterns only if ticked', async ({
  app: { page },
}) => {
  await using repository = await harbor();
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
  await dialog.getByRole('button', { name: 'Import selected' }).click();
  await expect(dialog.getByRole('status')).toContainText('Imported.');
  // This request is answered, so the next import starts fresh.
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

test('hostile text shows as text, and paths that lead out of the folder are refused by name', async ({
  app: { page },
}) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await pasteImport(page, '{"context_presets": {"x": {"__proto__": {"polluted": 1}}}}');
  const dialog = presets(page);
  await expect(dialog.getByRole('alert')).toContainText("Couldn't import: context_presets.x.__proto__");
  await dialog.getByLabel('Text').fill(HOSTILE);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(
    dialog.getByRole('list', { name: 'Entries that cannot be imported' }).getByRole('listitem'),
  ).toHaveText([/files\.0.*"\.\.\/\.\.\/etc\/passwd"/, /files\.1.*"C:/, /files\.2.*"\/etc\/x"/]);
  await expect(dialog).toContainText('<a href="javascript:alert(1)">[x](javascript:alert(1))</a>');
  await dialog.getByRole('button', { name: 'Import selected' }).click();
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(toast(page)).toContainText('<img src=x onerror="window.__xss=1">');
  expect(await page.locator('img, a[href^="javascript:"]').count()).toBe(0);
  expect(await page.evaluate(() => Object.hasOwn(window, '__xss') || 'polluted' in {})).toBe(false);
  expect(await ticked(page)).toEqual(['src/a.ts']);
});

test('a link brings a preset to another page, which shows it and asks', async ({
  app: { page, context },
}) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await tick(page, 'src/**');
  await setMode(page, 'outline');
  await save(page, 'for you');
  const dialog = presets(page);
  await dialog.getByText('Share', { exact: true }).click();
  await expect(dialog.getByRole('status').filter({ hasText: 'characters' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(toast(page)).toContainText('Copied link.');
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
  await expect(there.getByRole('list', { name: 'To import' })).toContainText('for you 2 files');
  await there.getByRole('button', { name: 'Import selected' }).click();
  await expect(there.getByLabel('Name')).toHaveValue('for you');
  await untick(other, '**');
  await applyShown(other);
  expect(other.url()).not.toContain('#');
  expect(await modes(other)).toEqual([
    ['src/a.ts', 'outline'],
    ['src/b.ts', 'outline'],
  ]);
});

test('a truncated link is reported, and one too long is not offered', async ({ app: { page } }) => {
  await using repository = await harbor();
  await page.goto(`${page.url()}#preset=AAAA`);
  await expect(toast(page)).toContainText("Couldn't read the shared preset");
  await expect.poll(() => page.url()).not.toContain('#');
  await openFolder(page, repository.path);
  await tick(page, 'src/**');
  const noise = Array.from({ length: 40_000 }, (_, at) =>
    ((at * 2_654_435_761) % 4_294_967_296).toString(36),
  );
  await (await instructionsBox(page)).fill(noise.slice(0, 8_000).join(' '));
  await save(page, 'long');
  const dialog = presets(page);
  await dialog.getByText('Share', { exact: true }).click();
  await expect(dialog).toContainText('Share the file instead');
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDisabled();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download TOML' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('long.preset.toml');
  expect(await readFile(await file.path(), 'utf8')).toContain('[context_presets.long]');
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
  const offered = presets(page).getByRole('list', { name: 'To import' });
  await expect(offered).toContainText('2 files added.');
  await expect(offered).toContainText('2 files are missing from this folder.');
  await presets(page).getByRole('button', { name: 'Import selected' }).click();
  await expect(presets(page)).toContainText('2 files are missing from this folder.');
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
