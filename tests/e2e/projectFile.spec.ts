import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import { setPersona, tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository, type Repository } from './support/makeRepository';
import { openSetting, runCommand } from './support/workbench';

const OLD = `# What we agreed on.
schema_version = 1

[personas.mender] # not to be renamed
agent_tier = 3
system_prompt = "Mend it."
`;

function dialogOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Personas' });
}

function reviewOf(page: Page): Locator {
  return page.getByRole('dialog', { name: /^(Create|Change) strata\.toml$/ });
}

function onDisk({ path }: Repository): Promise<string> {
  return readFile(join(path, 'strata.toml'), 'utf8');
}

/** Fills in a new persona and requests that it be saved to the project. */
async function draft(page: Page, name: string, prompt: string): Promise<void> {
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'New persona' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('textbox', { name: 'System prompt' }).fill(prompt);
  await dialog.getByRole('button', { name: 'Save to project' }).click();
}

async function closeDialog(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialogOf(page)).toHaveCount(0);
}

test('a persona saved to the project makes strata.toml, which is shown before', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await runCommand(page, 'Manage personas');
  await draft(page, 'mender', 'Mend it.');
  const review = reviewOf(page);
  await expect(review).toContainText('[personas.mender] is added');
  await expect(review.getByLabel('Changes')).toContainText('system_prompt = "Mend it."');
  await review.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialogOf(page).getByRole('status')).toHaveText('No changes made.');
  await expect(onDisk(repository)).rejects.toThrow('ENOENT');

  await dialogOf(page).getByRole('button', { name: 'Save to project' }).click();
  await review.getByRole('button', { name: 'Save strata.toml' }).click();
  await expect(dialogOf(page).getByRole('status')).toHaveText('Saved mender in strata.toml.');
  expect(await onDisk(repository)).toBe(
    'schema_version = 1\n\n[personas.mender]\naggregation_strategy = "auto"\nsystem_prompt = "Mend it."\n',
  );
  await closeDialog(page);
  await openSetting(page, 'Persona');
  await expect(page.getByRole('menuitemradio', { name: 'mender' })).toContainText('From the project');
});

test('comments stay, and changes on disk are noticed', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'strata.toml': OLD });
  await openFolder(page, repository.path);
  await runCommand(page, 'Manage personas');
  await draft(page, 'breaker', 'Break it.');
  await reviewOf(page).getByRole('button', { name: 'Save strata.toml' }).click();
  await expect(dialogOf(page).getByRole('status')).toHaveText('Saved breaker in strata.toml.');
  const text = await onDisk(repository);
  expect(text.startsWith(OLD)).toBe(true);
  expect(text).toContain('[personas.breaker]');

  await repository.write('strata.toml', `${OLD}[personas.newcomer]\n`);
  const list = dialogOf(page).getByRole('list', { name: 'Personas' });
  await expect(list.getByRole('button', { name: 'newcomer' })).toBeVisible();
  await expect(list.getByRole('button', { name: 'breaker' })).toHaveCount(0);
  await repository.remove('strata.toml');
  await expect(list.getByRole('button', { name: 'newcomer' })).toHaveCount(0);
});

test('an active filter stays, even if its list becomes short', async ({ app: { page } }) => {
  const many = Array.from({ length: 9 }, (_, at) => `[personas.hand-${at}]\n`).join('');
  await using repository = await makeRepository({ 'strata.toml': `${OLD}${many}` });
  await openFolder(page, repository.path);
  await runCommand(page, 'Manage personas');
  const filter = dialogOf(page).getByRole('searchbox', { name: 'Filter personas' });
  const shown = dialogOf(page).getByRole('list', { name: 'Personas' }).getByRole('button');
  await filter.fill('mender');
  await expect(shown).toHaveCount(1);
  await repository.write('strata.toml', `${OLD}[personas.mender-2]\n`);
  await expect(shown).toHaveCount(2);
  await filter.fill('');
  await expect(filter).toHaveCount(0);
  await expect(shown.filter({ hasText: 'implement' })).toBeVisible();
});

test('a preset saved into the project leaves all other bytes as they are', async ({ app: { page } }) => {
  const before = `\uFEFF# What we agreed on.\r\nlater = "kept" # by another tool\r\n\r\n${OLD.replaceAll('\n', '\r\n')}`;
  await using repository = await makeRepository({ 'src/a.ts': 'a\n', 'strata.toml': before });
  await openFolder(page, repository.path);
  await tick(page, 'src/**');
  await runCommand(page, 'Save as preset');
  const dialog = page.getByRole('dialog', { name: 'Presets' });
  await dialog.getByLabel('Name').fill('harbor');
  await dialog.getByLabel('Save in').selectOption('project');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(reviewOf(page)).toContainText('[context_presets.harbor] is added');
  await reviewOf(page).getByRole('button', { name: 'Save strata.toml' }).click();
  await expect(dialog.getByRole('status')).toContainText('Saved harbor.');
  const saved = await onDisk(repository);
  expect(saved.startsWith(before)).toBe(true);
  expect(saved.slice(before.length)).toMatch(
    /^\s*\[context_presets\.harbor\]\r\nfiles = \[\r\n {2}"src\/a\.ts",\r\n\]\r\n/,
  );

  await dialog.getByLabel('Description').fill('Boats.');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  // Only text that the app itself wrote is replaced, so it does not ask again.
  await expect.poll(() => onDisk(repository)).toContain('description = "Boats."\r\n');
  expect((await onDisk(repository)).startsWith(before)).toBe(true);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => onDisk(repository)).not.toContain('harbor');
  expect((await onDisk(repository)).startsWith(before)).toBe(true);
});

test('a left-out project file is read when the window regains the focus', async ({ app: { page } }) => {
  await using repository = await makeRepository({ '.gitignore': 'strata.toml\n', 'strata.toml': OLD });
  await openFolder(page, repository.path);
  await setPersona(page, 'mender');
  await expect(page.getByRole('button', { name: 'Persona: mender', exact: true })).toBeVisible();
  await repository.write('strata.toml', OLD.replace('Mend it.', 'Mend it well.'));
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByRole('button', { name: 'Persona: mender (modified)' })).toBeVisible();
});

test('if names are equal, the project’s wins, and the other is shown as unused', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await runCommand(page, 'Manage personas');
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'New persona' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('mender');
  await dialog.getByRole('textbox', { name: 'System prompt' }).fill('Of this browser.');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText('Saved mender.');

  await repository.write('strata.toml', OLD);
  const own = dialog.getByRole('button', { name: 'mender in this browser, not used' });
  await expect(own).toBeVisible();
  await own.click();
  await expect(dialog.getByRole('status')).toContainText('which is used instead');
  await closeDialog(page);
  await setPersona(page, 'mender');
  await whenIdle(page);
  await openSetting(page, 'Persona');
  const choice = page.getByRole('menuitemradio', { name: 'mender' });
  await expect(choice).toHaveCount(1);
  await expect(choice).toContainText('overrides yours');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Document', exact: true })).toContainText('Mend it.');
});

test('an outside edit during the review is not overwritten', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'strata.toml': OLD });
  await openFolder(page, repository.path);
  await runCommand(page, 'Manage personas');
  await draft(page, 'breaker', 'Break it.');
  await expect(reviewOf(page)).toBeVisible();
  const theirs = `${OLD}[personas.newcomer]\n`;
  await repository.write('strata.toml', theirs);
  await reviewOf(page).getByRole('button', { name: 'Save strata.toml' }).click();
  await expect(dialogOf(page).getByRole('status')).toContainText('changed on disk');
  expect(await onDisk(repository)).toBe(theirs);
  await expect(dialogOf(page).getByRole('button', { name: 'newcomer' })).toBeVisible();

  await dialogOf(page).getByRole('button', { name: 'Save to project' }).click();
  await reviewOf(page).getByRole('button', { name: 'Save strata.toml' }).click();
  await expect(dialogOf(page).getByRole('status')).toHaveText('Saved breaker in strata.toml.');
  expect((await onDisk(repository)).startsWith(theirs)).toBe(true);
});

test('a persona is added to others on one line, and their comment stays', async ({ app: { page } }) => {
  const inline = 'personas = { mender = { agent_tier = 3 } } # in one line\n';
  await using repository = await makeRepository({ 'strata.toml': inline });
  await openFolder(page, repository.path);
  await runCommand(page, 'Manage personas');
  await draft(page, 'breaker', 'Break it.');
  await expect(reviewOf(page)).toContainText('[personas.breaker] is added');
  await reviewOf(page).getByRole('button', { name: 'Save strata.toml' }).click();
  await expect(dialogOf(page).getByRole('status')).toHaveText('Saved breaker in strata.toml.');
  const text = await onDisk(repository);
  expect(text).toContain('# in one line');
  expect(text).toContain('breaker');
});

test('a comment that would be lost is named first, and the earlier text can be restored', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'strata.toml': OLD });
  await openFolder(page, repository.path);
  await runCommand(page, 'Manage personas');
  const mender = dialogOf(page).getByRole('button', { name: 'mender' });
  await mender.click();
  await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
  await expect(reviewOf(page)).toContainText('1 comment would be lost');
  await expect(reviewOf(page).getByRole('listitem')).toHaveText('# not to be renamed');
  await reviewOf(page).getByRole('button', { name: 'Save strata.toml' }).click();
  await expect(mender).toHaveCount(0);
  const text = await onDisk(repository);
  expect(text).toBe('# What we agreed on.\nschema_version = 1\n\n');

  await dialogOf(page).getByText('Backups of strata.toml (1)').click();
  const earlier = dialogOf(page).getByRole('button', { name: /^Restore version before/ });
  await earlier.click();
  await expect(reviewOf(page).getByLabel('Changes')).toContainText('# not to be renamed');
  expect(await findings(page)).toEqual([]);
  await reviewOf(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await onDisk(repository)).toBe(text);
  await earlier.click();
  await reviewOf(page).getByRole('button', { name: 'Save strata.toml' }).click();
  await expect(dialogOf(page)).toContainText('Restored strata.toml.');
  expect(await onDisk(repository)).toBe(OLD);
  await expect(mender).toBeVisible();
  await expect(dialogOf(page)).toContainText('Backups of strata.toml (2)');
  await expect(earlier.last()).toBeFocused();
  await repository.write('strata.toml', `${OLD}[personas.newcomer]\n`);
  await expect(dialogOf(page)).not.toContainText('Restored strata.toml.');
});

test('a broken file names the place and is never written', async ({ app: { page } }) => {
  const broken = '[personas.mender]\nagent_tier = \n';
  await using repository = await makeRepository({ 'strata.toml': broken });
  await openFolder(page, repository.path);
  const side = page.locator('[data-pane="side"]');
  await expect(side).toContainText("Couldn't read strata.toml");
  await expect(side).toContainText('line 2');
  await runCommand(page, 'Manage personas');
  await expect(dialogOf(page)).toContainText("Couldn't read strata.toml");
  await draft(page, 'breaker', 'Break it.');
  await expect(dialogOf(page).getByRole('status')).toContainText('line 2');
  expect(await onDisk(repository)).toBe(broken);

  await repository.write('strata.toml', OLD);
  await expect(dialogOf(page).getByRole('button', { name: 'mender' })).toBeVisible();
  await expect(side).not.toContainText('strata.toml');
});

test('in a folder that cannot be written the new file is downloaded', async ({ app: { page } }) => {
  await page.getByRole('button', { name: /sample/i }).click();
  await whenIdle(page);
  await runCommand(page, 'Manage personas');
  await draft(page, 'mender', 'Mend it.');
  await expect(reviewOf(page).getByRole('button', { name: /^Save strata/ })).toHaveCount(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    reviewOf(page).getByRole('button', { name: 'Download strata.toml' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('strata.toml');
  expect(await readFile(await download.path(), 'utf8')).toContain('[personas.mender]');
  await expect(dialogOf(page).getByRole('status')).toContainText('Downloaded strata.toml');
});

test('if the browser does not allow writing, the file stays and can be downloaded', async ({ site }) => {
  await using app = await launchApp(site.url, { grants: { write: 'denied' } });
  const { page } = app;
  await using repository = await makeRepository({ 'strata.toml': OLD });
  await openFolder(page, repository.path);
  await runCommand(page, 'Manage personas');
  expect(await findings(page)).toEqual([]);
  await draft(page, 'breaker', 'Break it.');
  await expect(reviewOf(page)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await reviewOf(page).getByRole('button', { name: 'Save strata.toml' }).click();
  await expect(dialogOf(page).getByRole('status')).toContainText('denied write access');
  expect(await onDisk(repository)).toBe(OLD);

  await dialogOf(page).getByRole('button', { name: 'Save to project' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    reviewOf(page).getByRole('button', { name: 'Download strata.toml' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('[personas.breaker]');
  expect(await onDisk(repository)).toBe(OLD);
});
