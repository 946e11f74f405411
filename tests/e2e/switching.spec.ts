import { dropFolder } from '../drive/dropFolder';
import { whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';
import { row } from './support/workbench';

test('from one folder to the next the start screen never shows', async ({ app: { page } }) => {
  await using first = await makeRepository({ 'one.ts': '1\n' });
  await using second = await makeRepository({ 'two.ts': '2\n' });
  await dropFolder(page, first.path);
  await expect(row(page, 'one.ts')).toBeVisible();
  await whenIdle(page);
  const shown = await page.evaluateHandle(() => {
    const screens: string[] = [];
    new MutationObserver(() => {
      if (document.querySelector('.landing') !== null) screens.push('landing');
    }).observe(document.body, { childList: true, subtree: true });
    return screens;
  });
  await dropFolder(page, second.path);
  await expect(row(page, 'two.ts')).toBeVisible();
  expect(await shown.jsonValue()).toEqual([]);
});
