import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { drive } from '../drive/drive';
import { dropFolder, openFolder } from '../drive/dropFolder';
import { tick, whenIdle, whenStarted } from '../drive/strata';
import { expect, test } from './support/app';
import { blockOf, copyCounted } from './support/copied';
import { makeRepository, type Repository } from './support/makeRepository';
import {
  chooseSetting,
  clickBox,
  instructionsBox,
  openSetting,
  readClipboard,
  reload,
  row,
  runCommand,
  shownTotal,
  toast,
} from './support/workbench';

const PYTHON = `def measure(boat):
    """In meters."""
    length = boat.bow - boat.stern
    return length


def launch(boat):
    boat.afloat = True
    boat.harbor = None
    return boat
`;

const HEADER = `struct boat { int length; };

static int measure(struct boat *it) {
  int meters = it->length / 100;
  return meters;
}
`;

const FOCUSED = '## Files (Tier 3 - Focused)';

function harbor(): Promise<Repository> {
  return makeRepository({ 'src/a.py': PYTHON, 'src/b.py': PYTHON, 'c.h': HEADER });
}

/** The number at the end of each choice in the open menu, once all are exact. */
async function figures(page: Page): Promise<Readonly<Record<string, number>>> {
  const choices = page.getByRole('menuitemradio');
  await expect(page.getByRole('menu')).not.toContainText('≈');
  const texts = await choices.evaluateAll((items) =>
    items.map((item) => [
      item.querySelector('bdi')?.textContent ?? '',
      item.querySelector('.hint')?.textContent ?? '',
    ]),
  );
  return Object.fromEntries(texts.map(([name = '', tokens]) => [name, Number(tokens)]));
}

test('a worker gets focus files in full and skeletons of the others', async () => {
  await using repository = await harbor();
  const { copied = '', report } = await drive({
    folder: repository.path,
    layout: 'sections',
    ticks: [{ kind: 'tick', glob: '**' }],
    persona: 'implement',
    focus: ['b.py', 'nothing.rs'],
    out: 'unused',
  }).then((result) => {
    expect(result.unmatched).toEqual(['nothing.rs']);
    return result;
  });
  expect(report).toMatchObject({ errors: [], strategy: 'auto', persona: 'implement', agentTier: 3 });
  expect(report.document.tokens).toBe(countTokens(copied));
  expect(copied).toContain(`${FOCUSED}\n\n### \`c.h\``);
  expect(blockOf(copied, 'src/b.py')).toContain(PYTHON);
  expect(blockOf(copied, 'src/a.py')).toContain('def launch(boat):');
  expect(blockOf(copied, 'src/a.py')).not.toContain('boat.afloat = True');
  expect(blockOf(copied, 'c.h')).toContain('static int measure(struct boat *it)');
  expect(blockOf(copied, 'c.h')).not.toContain('it->length / 100');
  expect(report.files.map(({ path, focus, mode }) => [path, focus, mode]).sort()).toEqual([
    ['c.h', false, 'skeleton'],
    ['src/a.py', false, 'skeleton'],
    ['src/b.py', true, 'full'],
  ]);
});

test('every setting for all files gives the count its menu predicted', async ({ app: { page } }) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await tick(page, '**');
  await clickRow(page, 'c.h');
  await page.keyboard.press('3');
  await whenIdle(page);
  for (const [name, choices] of Object.entries({
    Detail: ['Focus files in full, others as skeletons', 'All in full', 'All as summaries'],
    'Summary style': ['Outlines', 'Rich'],
    Role: ['Tech lead', 'QA'],
  })) {
    await openSetting(page, name);
    const told = await figures(page);
    await page.keyboard.press('Escape');
    for (const choice of choices) {
      await chooseSetting(page, name, choice);
      await whenIdle(page);
      expect(told[choice], `${name}: ${choice}`).toBe(await shownTotal(page));
      await copyCounted(page);
      await page.keyboard.press('Control+z');
      await whenIdle(page);
    }
  }
});

test('a persona fills the settings in one step, shows its count first, and locks nothing', async ({
  app: { page },
}) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await tick(page, '**');
  await (await instructionsBox(page)).fill('Be brief.');
  await whenIdle(page);
  const before = await copyCounted(page);
  await openSetting(page, 'Persona');
  const told = await figures(page);
  await page.getByRole('menuitemradio', { name: 'plan' }).click();
  await whenIdle(page);
  expect(told['plan']).toBe(await shownTotal(page));
  const planned = await copyCounted(page);
  expect(planned).toMatch(/^## Instructions\n\nBe brief\.\n\nYou plan a change/);
  expect(planned).toContain('## Files (Summary)\n');
  // The most detailed summary, with its outline.
  expect(blockOf(planned, 'src/a.py')).toContain('[Func] launch (Lines 7-10)');
  expect(blockOf(planned, 'src/a.py')).toContain('- def launch(boat):');
  expect(blockOf(planned, 'src/a.py')).not.toContain('boat.afloat = True');

  await expect(page.getByRole('button', { name: 'Persona: plan', exact: true })).toBeVisible();
  await chooseSetting(page, 'Detail', 'All in full');
  await expect(page.getByRole('button', { name: 'Persona: plan (modified)' })).toBeVisible();
  expect(await copyCounted(page)).toContain(PYTHON);

  await page.keyboard.press('Control+z');
  await whenIdle(page);
  expect(await copyCounted(page)).toBe(planned);
  await page.keyboard.press('Control+z');
  await whenIdle(page);
  expect(await copyCounted(page)).toBe(before);
  await expect(page.getByRole('button', { name: 'Persona: none' })).toBeVisible();

  await chooseSetting(page, 'Persona', 'plan');
  await expect(toast(page).last()).toContainText('Applied persona plan. Changes: ');
  await chooseSetting(page, 'Detail', 'All in full');
  await openSetting(page, 'Persona');
  // Built-in ones cannot be updated.
  await expect(page.getByRole('menuitem')).toHaveText([
    'Revert to plan',
    'Save as persona…',
    'Manage personas…',
  ]);
  await page.getByRole('menuitem', { name: 'Save as persona…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Personas' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('thorough');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText('Saved thorough.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Persona: thorough', exact: true })).toBeVisible();
  await chooseSetting(page, 'Detail', 'All as summaries');
  await openSetting(page, 'Persona');
  await page.getByRole('menuitem', { name: 'Update thorough' }).click();
  await expect(page.getByRole('button', { name: 'Persona: thorough', exact: true })).toBeVisible();
  await chooseSetting(page, 'Persona', 'None');
  await whenIdle(page);
  await expect(page.getByRole('button', { name: 'Persona: none' })).toBeVisible();
  expect(await copyCounted(page)).toBe(before);
});

test('focus is marked in the tree, undone, and kept with the composition', async ({ app: { page } }) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await clickBox(page, 'c.h');
  await clickBox(page, 'src');
  await chooseSetting(page, 'Detail', 'Focus files in full');
  await clickRow(page, 'c.h');
  await page.keyboard.press('8');
  await whenIdle(page);
  await expect(focusMark(page, 'c.h')).toBeVisible();
  const focused = await copyCounted(page);
  expect(blockOf(focused, 'c.h')).toContain('it->length / 100');
  await page.keyboard.press('Control+z');
  await expect(focusMark(page, 'c.h')).toHaveCount(0);
  expect(blockOf(await copyCounted(page), 'c.h')).not.toContain('it->length / 100');
  await runCommand(page, 'Toggle "Focus" for highlighted files');
  await expect(focusMark(page, 'c.h')).toBeVisible();
  expect(await copyCounted(page)).toBe(focused);
  await reload(page);
  await expect(focusMark(page, 'c.h')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Detail: Focus files in full' })).toBeVisible();
  expect(await copyCounted(page)).toBe(focused);
});

test('a persona is copied, changed, renamed, kept and deleted', async ({ app: { page } }) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await tick(page, '**');
  await runCommand(page, 'Manage personas');
  const dialog = page.getByRole('dialog', { name: 'Personas' });
  await dialog.getByRole('button', { name: 'implement' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue('implement copy');
  await name.fill('review');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText('A persona named review already exists.');
  await name.fill('mender');
  await dialog.getByLabel('Token budget').fill('50');
  await dialog.getByLabel('Model').selectOption('GPT-5 family');
  await dialog.getByRole('textbox', { name: 'System prompt' }).fill('Mend it.');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText('Saved mender.');
  await page.keyboard.press('Escape');

  await reload(page);
  await chooseSetting(page, 'Persona', 'mender');
  await whenIdle(page);
  const copied = await copyCounted(page);
  expect(copied).toMatch(/^## Instructions\n\nMend it\.\n/);
  expect(copied).toContain(FOCUSED);
  await expect(page.getByRole('region', { name: 'Budget' })).toContainText('Over your budget.');

  await openSetting(page, 'Persona');
  await page.getByRole('menuitem', { name: 'Manage personas' }).click();
  await expect(name).toHaveValue('mender');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Deleted mender.');
  await expect(dialog.getByRole('button', { name: 'plan' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Persona: none' })).toBeVisible();
  expect(await copyCounted(page)).toBe(copied);
});

for (const format of ['TOML', 'JSON']) {
  test(`a persona is exported as ${format}, to a file and the clipboard, and imported again`, async ({
    app: { page },
  }) => {
    await using repository = await harbor();
    await openFolder(page, repository.path);
    await runCommand(page, 'Manage personas');
    const dialog = page.getByRole('dialog', { name: 'Personas' });
    await dialog.getByRole('button', { name: 'New persona' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('mender');
    await dialog.getByRole('textbox', { name: 'System prompt' }).fill('Mend "it".');
    await dialog.getByLabel('Token budget').fill('50');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByRole('status')).toHaveText('Saved mender.');

    await dialog.getByText('Share', { exact: true }).click();
    await dialog.getByRole('button', { name: `Copy ${format}` }).click();
    await expect(toast(page)).toContainText(`Copied as ${format}.`);
    const copied = await readClipboard(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: `Download ${format}` }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`mender.persona.${format.toLowerCase()}`);
    expect(await readFile(await download.path(), 'utf8')).toBe(copied);

    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Import…' }).click();
    await dialog.getByLabel('Choose file…').setInputFiles({
      ...{ name: download.suggestedFilename(), mimeType: 'text/plain' },
      buffer: await readFile(await download.path()),
    });
    await dialog.getByRole('button', { name: 'Import selected' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Imported.');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('mender');
    await expect(dialog.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Mend "it".');
    await expect(dialog.getByLabel('Token budget')).toHaveValue('50');
  });
}

test('an import among the personas is answered once, and the focus stays in the dialog', async ({
  app: { page },
}) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await using outside = await makeRepository({
    'in.toml': '[personas.mender]\n',
    'two.toml': '[personas.two]\n',
  });
  await runCommand(page, 'Manage personas');
  const dialog = page.getByRole('dialog', { name: 'Personas' });
  const importing = dialog.getByRole('button', { name: 'Import…' });
  const heading = (name: string) => dialog.getByRole('heading', { name: new RegExp(`: ${name}$`) });
  // A drop on an element that is just being replaced reaches nothing.
  await expect(importing).toBeVisible();
  await dropFolder(page, join(outside.path, 'in.toml'));
  await importing.click();
  await expect(heading('in.toml')).toBeFocused();
  await expect(dialog.locator('footer')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Import selected' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Imported.');
  await expect(importing).toBeFocused();
  await repository.write('strata.toml', '[personas.newcomer]\n');
  await expect(dialog.getByRole('button', { name: 'newcomer' })).toBeVisible();
  await expect(dialog.getByRole('status')).toHaveText('Imported.');

  await importing.click();
  const text = dialog.getByLabel('Text');
  await expect(text).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(importing).toBeFocused();
  await importing.click();
  await expect(text).toBeFocused();
  await dropFolder(page, join(outside.path, 'two.toml'));
  await expect(heading('two.toml')).toBeFocused();
  await page.keyboard.press('Escape');
  await whenIdle(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('text typed into a persona stays while others are added and removed', async ({ app: { page } }) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await runCommand(page, 'Manage personas');
  const dialog = page.getByRole('dialog', { name: 'Personas' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  const prompt = dialog.getByRole('textbox', { name: 'System prompt' });
  const listed = (persona: string) =>
    dialog.getByRole('list', { name: 'Personas' }).getByRole('button', { name: persona });
  await dialog.getByRole('button', { name: 'New persona' }).click();
  await name.fill('breaker');
  await dialog.getByRole('button', { name: 'Import…' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(name).toHaveValue('breaker');

  await repository.write('strata.toml', '[personas.mender]\nsystem_prompt = "Mend it."\n');
  await listed('mender').click();
  await expect(prompt).toHaveValue('Mend it.');
  await dialog.getByLabel('Token budget').fill('50');
  await repository.write(
    'strata.toml',
    '[personas.mender]\nsystem_prompt = "Mend all."\n[personas.newcomer]\n',
  );
  await expect(listed('newcomer')).toBeVisible();
  await expect(prompt).toHaveValue('Mend all.');
  await expect(dialog.getByLabel('Token budget')).toHaveValue('50');
});

test('two tabs that change the same persona lose neither saved nor typed text', async ({
  app: { page, context },
}) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  const dialogIn = (tab: Page) => tab.getByRole('dialog', { name: 'Personas' });
  const promptIn = (tab: Page) => dialogIn(tab).getByRole('textbox', { name: 'System prompt' });
  const saveIn = (tab: Page) => dialogIn(tab).getByRole('button', { name: 'Save', exact: true }).click();
  await runCommand(page, 'Manage personas');
  await dialogIn(page).getByRole('button', { name: 'New persona' }).click();
  await dialogIn(page).getByRole('textbox', { name: 'Name' }).fill('mender');
  await saveIn(page);
  await expect(dialogIn(page).getByRole('status')).toHaveText('Saved mender.');
  await promptIn(page).fill('mine');
  const other = await context.newPage();
  await other.goto(page.url());
  await whenStarted(other);
  await runCommand(other, 'Manage personas');
  await dialogIn(other).getByRole('button', { name: 'mender' }).click();
  await promptIn(other).fill('theirs');
  await saveIn(other);
  await expect(dialogIn(other).getByRole('status')).toHaveText('Saved mender.');

  await page.bringToFront();
  await saveIn(page);
  await expect(dialogIn(page).getByRole('status')).toContainText('Another tab has changed mender.');
  await expect(promptIn(page)).toHaveValue('mine');
  await dialogIn(page).getByRole('button', { name: 'Discard changes' }).click();
  await expect(promptIn(page)).toHaveValue('theirs');
});

function focusMark(page: Page, name: string) {
  return row(page, name).locator('[data-part="focus"]');
}

/** Clicks the name, so that the row is not ticked. */
async function clickRow(page: Page, name: string): Promise<void> {
  await row(page, name).getByText(name, { exact: true }).click();
  await page.getByRole('tree', { name: 'Files' }).focus();
}
