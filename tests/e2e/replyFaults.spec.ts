import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolder } from '../drive/dropFolder';
import { tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';
import { block, copied, file, FILES, MATH, onDisk, panel, paste, REPLY, saved } from './support/replies';
import { clickBox, openIn, showTab, toast } from './support/workbench';

test('a file that changes on the disk during the review is not written, and what was decided stays', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(FILES);
  await copied(page, repository);
  await paste(page, REPLY);
  await panel(page).getByRole('button', { name: 'Take all that are sure (2)' }).click();
  const changed = `// a comment\r\n${MATH}`;
  await writeFile(join(repository.path, 'src/math.ts'), changed);
  await panel(page).getByRole('button', { name: 'Write 2 files' }).click();
  await expect(panel(page).getByRole('alert')).toContainText('src/math.ts changed on the disk');
  expect(await onDisk(repository, 'src/math.ts')).toBe(changed);
  expect(await onDisk(repository, 'src/extra.ts')).toBeUndefined();
  await panel(page).getByRole('button', { name: 'Read again' }).click();
  await panel(page).getByRole('button', { name: 'Write 2 files' }).click();
  await expect(toast(page).filter({ hasText: 'Wrote 2 files.' })).toBeVisible();
  expect(await onDisk(repository, 'src/math.ts')).toBe(changed.replace('a - b', 'a + b'));
});

test('what is not understood, has no file, or several, is listed', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a/x.ts': 'one\n', 'b/x.ts': 'two\n' });
  await openFolder(page, repository.path);
  await clickBox(page, 'a');
  await paste(
    page,
    `${block('x.ts', 'none', 'many')}${block('../up.ts', 'none', 'many')}<<<<<<< SEARCH\nno end\n=======\nat all\n`,
  );
  await expect(panel(page).getByRole('region', { name: 'Edits without a file' })).toContainText(
    'x.ts may be one of several files',
  );
  await expect(panel(page).getByRole('region', { name: 'Edits without a file' })).toContainText(
    '../up.ts goes up with ..',
  );
  await expect(panel(page).getByRole('region', { name: 'Not understood' })).toContainText(
    'Its end is missing',
  );
  await expect(panel(page).getByRole('status')).toHaveText('3 without a place');
  await panel(page).getByRole('button', { name: 'b/x.ts' }).click();
  await expect(file(page, 'b/x.ts')).toContainText('No place matches');
});

test('two tabs that apply the same reply write it once', async ({ app: { page, context }, site }) => {
  await using repository = await makeRepository(FILES);
  await copied(page, repository);
  const other = await context.newPage();
  await openIn(other, site.url, repository.path);
  await tick(other, 'src/**');
  await paste(page, REPLY);
  await showTab(other, 'Reply');
  for (const tab of [page, other])
    await panel(tab)
      .getByRole('button', { name: /^Take all that are sure/ })
      .click();
  await panel(page).getByRole('button', { name: 'Write 2 files' }).click();
  await expect(toast(page).filter({ hasText: 'Wrote 2 files.' })).toBeVisible();
  await panel(other).getByRole('button', { name: 'Write 2 files' }).click();
  await expect(toast(other).filter({ hasText: 'The files already have these changes.' })).toBeVisible();
  expect(await onDisk(repository, 'src/math.ts')).toBe(MATH.replace('a - b', 'a + b'));
});

test('a folder that can only be read gives a patch', async ({ app: { page } }) => {
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await whenIdle(page);
  await paste(page, 'new.txt\n```\nnew\n```\n');
  await expect(panel(page)).toContainText('Strata can only read this folder here.');
  await panel(page).getByRole('button', { name: 'Take all that are sure (1)' }).click();
  const patch = await (await saved(page, 'Save patch')).path();
  expect(await readFile(patch, 'utf8')).toContain('+++ b/new.txt');
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page).getByRole('button', { name: 'Paste and read' })).toBeVisible();
});

test.describe('files that can not be written', () => {
  for (const [name, damage] of [
    ['is gone', (path: string) => rm(path)],
    ['has become a folder', (path: string) => rm(path).then(() => mkdir(path))],
  ] as const)
    test(`a file that ${name} during the review stops everything`, async ({ app: { page } }) => {
      await using repository = await makeRepository(FILES);
      await copied(page, repository);
      await paste(page, REPLY);
      await panel(page).getByRole('button', { name: 'Take all that are sure (2)' }).click();
      await damage(join(repository.path, 'src/math.ts'));
      await panel(page).getByRole('button', { name: 'Write 2 files' }).click();
      await expect(panel(page).getByRole('alert')).toContainText('src/math.ts changed on the disk');
      expect(await onDisk(repository, 'src/extra.ts')).toBeUndefined();
    });
});
