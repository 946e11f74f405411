import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { appReport, copyDocument, tick, whenIdle, whenStarted } from '../drive/strata';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';
import { row } from './support/workbench';

const body = (name: string) => `export function ${name}() {\n  return '${name}';\n}\n`;

/** The right pane's warnings about ticked files. */
async function warnings(page: Page): Promise<Locator> {
  const all = page.locator('details', { hasText: /\d warnings?/ });
  await all.waitFor();
  if ((await all.getAttribute('open')) === null) await all.locator('summary').click();
  return all;
}

async function ticked(page: Page): Promise<readonly string[]> {
  const { files } = await appReport(page);
  return files
    .filter((file) => file.ticked)
    .map(({ path }) => path)
    .sort();
}

async function show(page: Page, name: string, key: string): Promise<void> {
  await row(page, name).click();
  await page.keyboard.press(key);
  await whenIdle(page);
}

test('a renamed file is followed and keeps its mode, even after a reload, and the step can be undone', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'a.ts': body('a'), 'other.ts': body('other') });
  await openFolder(page, repository.path);
  await tick(page, 'a.ts');
  await show(page, 'a.ts', '2');
  await rename(join(repository.path, 'a.ts'), join(repository.path, 'b.ts'));
  await expect(row(page, 'a.ts')).toContainText('missing');
  await expect(await warnings(page)).toContainText(
    'No longer in the folder; probably now b.ts (same content)',
  );
  // Until then, the content by which the file is found may not be stored.
  await whenIdle(page);

  await page.reload();
  await whenStarted(page);
  await openFolder(page, repository.path);
  // The index has forgotten the file by now.
  await page.reload();
  await whenStarted(page);
  await openFolder(page, repository.path);
  const told = await warnings(page);
  await expect(told).toContainText('No longer in the folder; probably now b.ts (same content)');
  await told.getByRole('button', { name: 'Use this file' }).click();
  await expect(row(page, 'a.ts')).toHaveCount(0);
  await expect(row(page, 'b.ts')).toContainText('skeleton');
  expect(await ticked(page)).toEqual(['b.ts']);
  expect(await copyDocument(page)).toContain('### `b.ts`');

  await row(page, 'b.ts').click();
  await page.keyboard.press('Control+z');
  await expect(row(page, 'a.ts')).toContainText('missing');
  expect(await ticked(page)).toEqual(['a.ts']);
  // Still open, as it was left.
  await expect(told.getByRole('button', { name: 'Use this file' })).toBeVisible();
});

test('the files of a renamed folder are followed together, changed ones too', async ({ app: { page } }) => {
  const names = ['one', 'two', 'three'];
  await using repository = await makeRepository({
    ...Object.fromEntries(names.map((name) => [`src/old/${name}.ts`, body(name)])),
    'src/old/deep/__init__.py': '',
    'elsewhere/__init__.py': '',
    'elsewhere/one.ts': body('another'),
  });
  await openFolder(page, repository.path);
  await tick(page, 'src/**');
  expect(await ticked(page)).toHaveLength(4); // By then the contents are stored too.
  // Closed, so that changes in the meantime are noticed on the next visit.
  await page.goto('about:blank');
  await rename(join(repository.path, 'src/old'), join(repository.path, 'src/new'));
  await repository.write('src/new/two.ts', `import './x';\n${body('two')}`);
  await page.goBack();
  await whenStarted(page);
  await openFolder(page, repository.path);
  const told = await warnings(page);
  await told.getByRole('button', { name: 'Update 4 moved files' }).click();
  await whenIdle(page);
  expect(await ticked(page)).toEqual([
    'src/new/deep/__init__.py',
    'src/new/one.ts',
    'src/new/three.ts',
    'src/new/two.ts',
  ]);
  await expect(told).toHaveCount(0);
});

test('a file that is gone for good can only be unticked, also from its menu', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.ts': body('a'), 'b.ts': body('b') });
  await openFolder(page, repository.path);
  await tick(page, 'a.ts');
  await repository.remove('a.ts');
  const told = await warnings(page);
  await expect(told).toContainText('No longer in the folder');
  await expect(told.getByRole('listitem').getByRole('button')).toHaveText(['a.ts', 'Deselect file']);
  await row(page, 'a.ts').click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText(['Deselect file']);
  await page.getByRole('menuitem', { name: 'Deselect file' }).click();
  await expect(row(page, 'a.ts')).toHaveCount(0);
  expect(await ticked(page)).toEqual([]);
});

test('a copy made before the file was deleted is offered; of two equal ones the user chooses', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'a.ts': body('a'), 'x.ts': body('x') });
  await openFolder(page, repository.path);
  await tick(page, 'a.ts');
  await copyFile(join(repository.path, 'a.ts'), join(repository.path, 'copy.ts'));
  await expect(row(page, 'copy.ts')).toBeVisible();
  await repository.remove('a.ts');
  const told = await warnings(page);
  await expect(told).toContainText('probably now copy.ts (same content)');
  await copyFile(join(repository.path, 'copy.ts'), join(repository.path, 'second.ts'));
  await expect(told).toContainText('perhaps now copy.ts or second.ts (same content)');

  await row(page, 'a.ts').click();
  await page.getByRole('tab', { name: 'File' }).click();
  const file = page.getByRole('region', { name: 'File', exact: true });
  await expect(file).toContainText(
    'No longer in the folder; perhaps now copy.ts or second.ts (same content)',
  );
  await file.getByRole('button', { name: 'Use second.ts' }).click();
  await expect(row(page, 'a.ts')).toHaveCount(0);
  expect(await ticked(page)).toEqual(['second.ts']);
  // The tab follows, and returns.
  await expect(file).toContainText('second.ts');
  await expect(file.locator('.cm-line').first()).toHaveText('export function a() {');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(file).toContainText('No longer in the folder');
});
