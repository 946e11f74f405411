import { dropFolder, openFolder } from '../drive/dropFolder';
import { whenIdle, whenStarted } from '../drive/strata';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';
import { row, taskBox } from './support/workbench';

test('the start screen never shows between one folder and the next', async ({ app: { page } }) => {
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

test('however many folders are opened, the folder open in another tab is not forgotten', async ({
  app,
  site,
}) => {
  const { page, context } = app;
  await using kept = await makeRepository({ 'a.txt': 'a\n' }, { name: 'kept' });
  await openFolder(page, kept.path);
  await taskBox(page).fill('Still here.');
  await whenIdle(page);
  const other = await context.newPage();
  await other.goto(site.url);
  await whenStarted(other);
  for (let at = 0; at < 13; at += 1) {
    await using folder = await makeRepository({ [`in ${at}.txt`]: 'a\n' }, { name: `folder ${at}` });
    await dropFolder(other, folder.path);
    await expect(row(other, `in ${at}.txt`)).toBeVisible();
    await whenIdle(other);
  }
  await page.reload();
  await whenStarted(page);
  await whenIdle(page);
  await expect(taskBox(page)).toHaveValue('Still here.');
});
