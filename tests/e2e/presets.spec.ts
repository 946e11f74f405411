import { openFolder } from '../drive/dropFolder';
import { copyDocument, setMode, tick, untick, whenIdle, whenStarted } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { harbor, pasteImport, presetButton, presets, save, ticked } from './support/presets';
import { backToTask, instructionsBox, reload, row, runCommand, taskBox, toast } from './support/workbench';

test('a preset is saved, applied with its difference shown, and undone in one step', async ({
  app: { page },
}) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await tick(page, 'src/**');
  await setMode(page, 'outline');
  await taskBox(page).fill('Mend it.');
  await (await instructionsBox(page)).fill('Be brief.');
  await save(page, 'review auth');
  await expect(presets(page).getByRole('status')).toContainText('Saved review auth.');
  await expect(presets(page)).toContainText('Changes: nothing.');
  await page.keyboard.press('Escape');
  await expect(presetButton(page, 'review auth')).toBeVisible();
  const saved = await copyDocument(page);

  await untick(page, 'src/b.ts');
  await tick(page, 'docs/**');
  await setMode(page, 'full');
  await (await instructionsBox(page)).fill('Be long.');
  await backToTask(page);
  await taskBox(page).fill('Another.');
  await whenIdle(page);
  await expect(presetButton(page, 'review auth (modified)')).toBeVisible();
  const changed = await copyDocument(page);

  await presetButton(page, 'review auth (modified)').click();
  await page.getByRole('menuitem', { name: 'Manage presets…' }).click();
  const changes = presets(page).getByRole('list', { name: 'Changes' });
  await expect(changes.getByRole('listitem')).toHaveText([
    /removed\s*docs\/guide\.md\s*full/,
    /src\/a\.ts\s*shown: full → outline/,
    /added\s*src\/b\.ts\s*outline/,
    /instructions: Be long\. → Be brief\./,
  ]);
  await presets(page).getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(presets(page)).toHaveCount(0);
  await expect(toast(page)).toContainText('Applied preset review auth.');
  await expect(toast(page)).toContainText('1 file added, 1 file removed, 1 file changed, instructions');
  await whenIdle(page);
  await runCommand(page, 'Undo: Apply preset review auth');
  await whenIdle(page);
  expect(await copyDocument(page)).toBe(changed);
  await runCommand(page, 'Redo: Apply preset review auth');
  await whenIdle(page);
  // The preset does not include the task, since nobody asked for it.
  expect(await copyDocument(page)).toBe(saved.replace('Mend it.', 'Another.'));
});

test('choosing a preset applies it at once; a changed one is updated or reverted', async ({
  app: { page },
}) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await tick(page, 'src/**');
  await save(page, 'both');
  await page.keyboard.press('Escape');
  const choose = async (button: string, item: string) => {
    await presetButton(page, button).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    await whenIdle(page);
  };

  await untick(page, 'src/b.ts');
  await choose('both (modified)', 'Revert to both');
  await expect(toast(page)).toContainText('Applied preset both.');
  expect(await ticked(page)).toEqual(['src/a.ts', 'src/b.ts']);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await whenIdle(page);
  expect(await ticked(page)).toEqual(['src/a.ts']);

  await choose('both (modified)', 'Update both');
  await expect(presetButton(page, 'both')).toBeVisible();
  await choose('both', 'None Keeps everything as it is');
  await expect(presetButton(page, 'none')).toBeVisible();
  expect(await ticked(page)).toEqual(['src/a.ts']);
  await untick(page, '**');
  await presetButton(page, 'none').click();
  await page.getByRole('menuitem', { name: 'both 1 file' }).click();
  await whenIdle(page);
  await expect(presetButton(page, 'both')).toBeVisible();
  expect(await ticked(page)).toEqual(['src/a.ts']);
});

test('updating a preset keeps the files that this folder lacks', async ({ app: { page } }) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await tick(page, 'src/**');
  await save(page, 'both');
  await page.keyboard.press('Escape');
  await untick(page, '**');
  await repository.remove('src/b.ts');
  await page.getByRole('button', { name: 'Refresh folder' }).click();
  await expect(row(page, 'b.ts')).toHaveCount(0);
  await whenIdle(page);
  const choose = async (button: string, item: string | RegExp) => {
    await presetButton(page, button).click();
    await page.getByRole('menuitem', { name: item }).click();
    await whenIdle(page);
  };
  await choose('both (modified)', 'both 2 files');
  await expect(toast(page)).toContainText('src/b.ts is missing from this folder');
  expect(await ticked(page)).toEqual(['src/a.ts']);
  await setMode(page, 'outline');
  await choose('both (modified)', 'Update both');
  await expect(presetButton(page, 'both')).toBeVisible();

  await repository.write('src/b.ts', 'export const b = 1;\n');
  await page.getByRole('button', { name: 'Refresh folder' }).click();
  await whenIdle(page);
  await choose('both', 'both 2 files');
  expect(await ticked(page)).toEqual(['src/a.ts', 'src/b.ts']);
});

test('a preset that was saved with its task keeps it when it is saved again', async ({ app: { page } }) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await taskBox(page).fill('Mend it.');
  await runCommand(page, 'Save as preset');
  const dialog = presets(page);
  const withTask = dialog.getByRole('checkbox', { name: 'Include task' });
  await expect(withTask).not.toBeChecked();
  await withTask.check();
  await dialog.getByLabel('Name').fill('mending');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.keyboard.press('Escape');
  await runCommand(page, 'Save as preset');
  await expect(withTask).toBeChecked();
});

test('a preset is described, renamed, copied, deleted and restored, and survives a reload', async ({
  app: { page },
}) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await tick(page, 'src/**');
  await save(page, 'first');
  const dialog = presets(page);
  await dialog.getByLabel('Description').fill('What matters.');
  await dialog.getByLabel('Name').fill('second');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByRole('status')).toContainText('Saved second.');
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('second copy');
  await page.keyboard.press('Escape');
  await expect(presetButton(page, 'second')).toBeVisible();

  await reload(page);
  await runCommand(page, 'Manage presets');
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

test('a name that is taken raises a question, and nothing is replaced without asking', async ({
  app: { page },
}) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await tick(page, 'src/a.ts');
  await save(page, 'one');
  await page.keyboard.press('Escape');
  await tick(page, '**');
  await save(page, 'one');
  const dialog = presets(page);
  await expect(dialog.getByRole('alert')).toContainText('A preset named one already exists.');
  await dialog.getByRole('button', { name: 'Save as one 2' }).click();
  await expect(dialog.getByRole('status')).toContainText('Saved one 2.');
  const list = dialog.getByRole('list', { name: 'Presets' }).getByRole('button');
  await expect(list).toHaveText([/^one\s*1/, /^one 2\s*4/]);
  await dialog.getByRole('button', { name: 'Save as preset' }).click();
  await dialog.getByLabel('Name').fill('one');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('button', { name: 'Replace preset' }).click();
  await expect(list).toHaveText([/^one\s*4/, /^one 2\s*4/]);
});

test('two tabs that change the same preset lose nothing without asking', async ({
  app: { page, context },
}) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await tick(page, 'src/a.ts');
  await save(page, 'shared');
  const here = presets(page);
  await here.getByLabel('Description').fill('mine');
  const other = await context.newPage();
  await other.goto(page.url());
  await whenStarted(other);
  await runCommand(other, 'Manage presets');
  const there = presets(other);
  await there.getByLabel('Description').fill('theirs');
  await there.getByRole('button', { name: 'Save changes' }).click();
  await expect(there.getByRole('status')).toContainText('Saved shared.');

  await page.bringToFront();
  await here.getByRole('button', { name: 'Save changes' }).click();
  await expect(here.getByRole('alert')).toContainText('Another tab has changed shared.');
  await here.getByRole('button', { name: 'Keep both, save mine as shared 2' }).click();
  await expect(here.getByLabel('Description')).toHaveValue('mine');
  await here.getByRole('button', { name: /^shared 1/ }).click();
  await expect(here.getByLabel('Description')).toHaveValue('theirs');
});

test('missing files are named with their likely new place; secrets wait for a question', async ({
  app: { page },
}) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await pasteImport(
    page,
    '[context_presets.old]\nfiles = ["src/a.ts", "src/moved.ts", "src/lost.py", ".env"]\n',
  );
  const dialog = presets(page);
  await dialog.getByRole('button', { name: 'Import selected' }).click();
  await expect(dialog).toContainText('2 files are missing from this folder.');
  await dialog.getByRole('checkbox', { name: 'src/moved.ts → lib/moved.ts' }).check();
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(toast(page)).toContainText('src/lost.py is missing from this folder.');
  await expect(toast(page)).not.toContainText('src/moved.ts');
  expect(await ticked(page)).toEqual(['lib/moved.ts', 'src/a.ts']);
});

test('the keyboard alone saves, previews and applies; axe finds nothing', async ({ app: { page } }) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await tick(page, 'src/**');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Save as preset');
  await page.keyboard.press('Enter');
  await expect(presets(page).getByLabel('Name')).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.type('by keys');
  await page.keyboard.press('Enter');
  await expect(presets(page).getByRole('status')).toContainText('Saved by keys.');
  await page.keyboard.press('Escape');
  await expect(presets(page)).toHaveCount(0);
  await tick(page, '**');
  await presetButton(page, 'by keys (modified)').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Revert to by keys' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.type('manage');
  await page.keyboard.press('Enter');
  await expect(presets(page)).toContainText('2 files removed');
  expect(await findings(page)).toEqual([]);
  const apply = presets(page).getByRole('button', { name: 'Apply', exact: true });
  for (let presses = 0; presses < 30; presses += 1) {
    if (await apply.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(presets(page)).toHaveCount(0);
  await whenIdle(page);
  expect(await ticked(page)).toEqual(['src/a.ts', 'src/b.ts']);
});
