import { openFolder } from '../drive/dropFolder';
import { whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { lightFindings } from './support/axe';
import { makeRepository } from './support/makeRepository';
import { reload, row, taskBox } from './support/workbench';

test('find in files: search, open a line, select what was found, and stop what takes forever', async ({
  app: { page },
}) => {
  const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1}\n`).join('');
  await using repository = await makeRepository({
    'src/deep/one.ts': `${lines}const needle = 1;\n`,
    'src/two.ts': 'Needle();\nneedle + needle;\n',
    'docs/a <b>needle</b>.md': '# No match\n',
    'evil.txt': `${'a'.repeat(60)}!\n`,
    '.env': 'needle=1\n',
  });
  await openFolder(page, repository.path);
  await page.getByRole('button', { name: 'Find in files' }).click();
  const box = page.getByRole('textbox', { name: 'Find in files' });
  const found = page.getByRole('tree', { name: 'Files with matches' });
  const status = page.locator('.search [role="status"]');
  await expect(box).toBeFocused();
  await page.keyboard.type('needle');
  await expect(status).toHaveText('4 matches in 2 files');
  await expect(found.getByRole('treeitem')).toHaveCount(5);
  await expect(found.locator('mark')).toHaveText(['needle', 'Needle', 'needle', 'needle']);
  expect(await lightFindings(page)).toEqual([]);

  await found.getByRole('treeitem', { name: 'Line 301' }).click();
  await expect(page.getByRole('tab', { name: 'File', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('.cm-line', { hasText: 'const needle = 1;' })).toBeInViewport();
  await expect(found).toBeVisible();

  await page.keyboard.press('Control+Shift+f');
  await expect(box).toBeFocused();
  await page.keyboard.press('Alt+c');
  await page.keyboard.press('Alt+w');
  await expect(status).toHaveText('3 matches in 2 files');
  await page.getByRole('textbox', { name: 'Files to search' }).fill('*.ts, !deep');
  await expect(status).toHaveText('2 matches in 1 file');
  await expect(page.getByRole('button', { name: 'Match case' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('textbox', { name: 'Files to search' }).fill('');
  await expect(status).toHaveText('3 matches in 2 files');
  await page.getByRole('button', { name: 'Select all 2 files' }).click();
  await expect(found.getByRole('treeitem', { checked: true })).toHaveCount(2);

  await box.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(row(page, 'src/deep/one.ts, 1 match')).toHaveAttribute('aria-checked', 'false');
  await page.keyboard.press('ArrowLeft');
  await expect(found.getByRole('treeitem')).toHaveCount(3);
  await page.keyboard.press('Control+z');
  await expect(row(page, 'src/deep/one.ts, 1 match')).toHaveAttribute('aria-checked', 'true');

  await page.getByRole('button', { name: 'Regular expression' }).click();
  await box.fill('(a');
  await expect(page.getByRole('alert')).toContainText("Can't search for this regular expression: ");
  await box.fill('(a+)+$');
  await expect(page.getByRole('progressbar', { name: 'Searched files' })).toBeVisible();
  await taskBox(page).fill('typing goes on');
  await expect(page.getByText('this expression takes too long')).toBeVisible({ timeout: 20_000 });
  await box.fill('(a+)+$|x');
  await expect(page.getByRole('progressbar', { name: 'Searched files' })).toBeVisible();
  await box.fill('ne{2}dle');
  await expect(status).toHaveText('3 matches in 2 files');

  await repository.write('src/new.ts', 'needle\n');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await whenIdle(page);
  await page.getByRole('button', { name: 'Search again' }).click();
  await expect(status).toHaveText('4 matches in 3 files');
  await reload(page);
  await page.keyboard.press('Control+Shift+f');
  await expect(box).toHaveValue('ne{2}dle');
  await expect(status).toHaveText('4 matches in 3 files');
  await box.press('Escape');
  await expect(page.getByRole('tree', { name: 'Files', exact: true })).toBeFocused();
});
