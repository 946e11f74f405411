import { openFolder } from '../drive/dropFolder';
import { copyDocument, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository } from './support/makeRepository';
import { row, toast } from './support/workbench';

const files = {
  'src/mask.ts': 'export function mask(text: string): string {\n  return text.slice(1);\n}\n',
  'src/log.ts':
    "import { mask } from './mask';\n\nexport function log(text: string): void {\n  console.log(mask(text));\n}\n",
  'src/server.ts': "import { log } from './log';\n\nlog('started');\n",
  'src/unrelated.ts': 'export const mask = 1;\n',
  'README.md': '# mask\n',
};

test('a file lists its users with lines, and the files it uses are added in two steps, as skeletons', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  await row(page, 'src').press('ArrowRight');
  await row(page, 'mask.ts').click();
  await page.getByRole('tab', { name: 'Used by' }).click();
  await expect(page.getByRole('tab', { name: 'Used by 1' })).toBeVisible();
  const users = page.getByRole('tree', { name: 'Files that use this file' });
  await expect(users.getByRole('treeitem')).toHaveText([/log\.ts/, /1\s*mask/, /4\s*mask/]);
  expect(await findings(page)).toEqual([]);
  await users.getByRole('treeitem', { name: 'Line 4: mask' }).click();
  await expect(page.getByRole('heading', { name: 'src/log.ts' })).toBeVisible();
  await expect(page.locator('.cm-activeLine')).toContainText('console.log');

  await row(page, 'server.ts').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add what this needs…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add related files' });
  await expect(dialog.getByRole('option', { name: 'src/log.ts' })).toBeVisible();
  await expect(dialog.getByRole('option', { name: 'src/mask.ts' })).toHaveCount(0);
  await dialog.getByLabel('Steps').selectOption({ label: 'two: also what those need' });
  await expect(dialog.getByRole('option', { name: 'src/mask.ts' })).toBeVisible();
  await dialog.getByRole('switch', { name: 'As skeletons' }).click();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add 2 files' }).click();
  await expect(toast(page)).toContainText('2 files added');
  await expect(row(page, 'mask.ts')).toHaveAttribute('aria-checked', 'true');
  await whenIdle(page);
  const copied = await copyDocument(page);
  expect(copied).toContain('export function mask(text: string): string');
  expect(copied).not.toContain('text.slice(1)');
  expect(copied).not.toContain('server.ts');

  await page.keyboard.press('Control+z');
  await expect(row(page, 'mask.ts')).toHaveAttribute('aria-checked', 'false');
  await expect(row(page, 'log.ts')).toHaveAttribute('aria-checked', 'false');
});
