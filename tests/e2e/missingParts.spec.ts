import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository } from './support/makeRepository';
import { row, runCommand } from './support/workbench';

/** Simulates a deployment that removed the files of the release that is open here. */
async function removePart(page: Page, part: string): Promise<void> {
  await page.context().route(`**/assets/${part}-*.js`, (route) => route.fulfill({ status: 404 }));
}

test('a script missing after a deployment is reported, and reloading keeps the composition', async ({
  app: { page, pageErrors },
}) => {
  await removePart(page, 'PersonasDialog');
  await using repository = await makeRepository({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
  await openFolder(page, repository.path);
  await tick(page, 'a.ts');
  await runCommand(page, 'Manage personas');
  const bar = page.getByRole('alert').filter({ hasText: "Couldn't load a part of Strata" });
  await expect(bar).toBeVisible();
  expect(await findings(page)).toEqual([]);
  expect(pageErrors.filter((text) => !text.includes('404'))).toEqual([]);

  await page.context().unrouteAll();
  await Promise.all([page.waitForEvent('load'), bar.getByRole('button', { name: 'Reload' }).click()]);
  await page.getByRole('tree', { name: 'Files' }).waitFor();
  await whenIdle(page);
  await expect(row(page, 'a.ts')).toHaveAttribute('aria-checked', 'true');
  await expect(bar).toHaveCount(0);
  await runCommand(page, 'Manage personas');
  await expect(page.getByRole('dialog', { name: 'Personas' })).toBeVisible();
});
