import { openFolder } from '../drive/dropFolder';
import { tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';

for (const width of [1280, 820]) {
  test(`Ctrl+F finds in the document wherever the focus is, ${width} px wide`, async ({ app: { page } }) => {
    await using repository = await makeRepository({ 'a.ts': 'const needle = 1;\n' });
    await page.setViewportSize({ width, height: 700 });
    await openFolder(page, repository.path);
    await tick(page, 'a.ts');
    await whenIdle(page);
    await page.getByRole('tree', { name: 'Files' }).focus();
    await page.keyboard.press('Control+f');
    await expect(page.getByRole('searchbox', { name: 'Find in document' })).toBeFocused();
    await page.keyboard.type('needle');
    await expect(page.getByText('1 of 1')).toBeVisible();
    await page.keyboard.press('Control+Shift+e');
    await expect(page.getByRole('searchbox', { name: 'Filter files' })).toBeFocused();
  });
}
