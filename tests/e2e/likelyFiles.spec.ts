import { openFolder } from '../drive/dropFolder';
import { whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository } from './support/makeRepository';
import { reload, row, rowNames, runCommand, taskBox } from './support/workbench';

const MASK = `/** Masks a password, all but its first letter. */
export function maskPassword(password: string) {
  const [first] = password;
  return first + '*'.repeat(password.length - 1);
}
`;

const files = {
  'README.md': '# A shop\n\nSells things.\n',
  'docs/passwords.md': '# Passwords\n\nOnly the first letter of a password may be shown.\n',
  '.env': 'PASSWORD=hunter2\n',
  'src/cart/total.ts': 'export function totalOf(prices: number[]) {\n  return prices.length;\n}\n',
  'src/cart/cart.ts': 'export const cart: number[] = [];\n',
  'src/login/maskPassword.ts': MASK,
  'src/login/form.ts':
    "import { maskPassword } from './maskPassword';\nexport const form = maskPassword('');\n",
};

test('a task finds its files, with reasons, all at once, without dismissed ones, and first in the tree', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(files);
  await openFolder(page, repository.path);
  const side = page.locator('[data-pane="side"]');
  const head = side.locator('summary', { hasText: 'Likely files' });
  const list = page.getByRole('list', { name: 'Likely files for the task' });
  const item = list.getByRole('listitem');
  await expect(side.locator('summary').first()).toBeVisible();
  await expect(head).toHaveCount(0);
  await page.getByRole('button', { name: 'Sorted: By name' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Likely for the task' })).toBeDisabled();
  await expect(page.getByText('write a task first')).toBeVisible();
  await page.keyboard.press('Escape');
  await runCommand(page, 'Show likely files (write a task first)');
  await expect(taskBox(page)).toBeFocused();

  await page.keyboard.type('maskPassword must mask the first letter of a password, too');
  await expect(item.first()).toContainText('maskPassword.ts');
  await head.click();
  await expect(list).toBeHidden();
  await runCommand(page, 'Show likely files');
  await expect(head).toBeFocused();
  await expect(item.first()).toContainText('maskPassword.ts');
  await expect(item.first()).toContainText('defines `maskPassword`');
  await expect(item).toHaveCount(3);
  await expect(list).not.toContainText('.env');
  expect(await findings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Not for this task: docs/passwords.md' }).click();
  await expect(side).toContainText('1 dismissed, show again');
  await expect(list).not.toContainText('passwords.md');
  await page.getByRole('button', { name: /^Select these 2 \(≈?\d+ tokens\)$/ }).click();
  await expect(side).toContainText('All likely files are selected or dismissed.');
  await whenIdle(page);
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
  await head.focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('none selected', { exact: true })).toBeVisible();
  await expect(item).toHaveCount(2);
  await page.getByRole('button', { name: 'show again' }).click();
  await expect(item).toHaveCount(3);
  await item
    .first()
    .getByRole('button', { name: /^maskPassword\.ts/ })
    .click();
  await expect(row(page, 'maskPassword.ts')).toBeInViewport();

  await page.getByRole('button', { name: 'Expand all folders' }).click();
  expect((await rowNames(page)).slice(0, 3)).toEqual(['docs', 'passwords.md', 'src']);
  await page.getByRole('button', { name: 'Sorted: By name' }).click();
  await page.getByRole('menuitemradio', { name: 'Likely for the task' }).click();
  const likely = ['src', 'login', 'maskPassword.ts', 'form.ts'];
  await expect.poll(async () => (await rowNames(page)).slice(0, 4)).toEqual(likely);
  expect(await findings(page)).toEqual([]);
  await reload(page);
  await expect.poll(async () => (await rowNames(page)).slice(0, 4)).toEqual(likely);
  await taskBox(page).fill('');
  await expect.poll(async () => (await rowNames(page)).slice(0, 3)).toEqual(['docs', 'passwords.md', 'src']);
  await expect(head).toHaveCount(0);
});
