import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { launchApp, type LaunchedApp, type LaunchOptions } from '../../drive/launchApp';
import { serveDist, type ServedDist } from '../../drive/serveDist';

export { expect } from '@playwright/test';

interface Fixtures {
  /** How `app` is launched; a spec sets it with `test.use`. */
  readonly launch: LaunchOptions;
  /** The built app in its own browser, at the start screen. */
  readonly app: LaunchedApp;
}

interface SharedFixtures {
  /** The built app on a port of its own, one for all tests of a worker. */
  readonly site: ServedDist;
}

export const test = base.extend<Fixtures, SharedFixtures>({
  launch: [{}, { option: true }],

  site: [
    // Playwright reads from the pattern which fixtures are needed: none, but it has to be written.
    async ({}, use) => {
      await using site = await serveDist();
      await use(site);
    },
    { scope: 'worker' },
  ],

  app: async ({ site, launch }, use, info) => {
    await using app = await launchApp(site.url, launch);
    await use(app);
    if (info.status === info.expectedStatus) return;
    const path = join(info.outputDir, 'page.png');
    await app.page.screenshot({ path }).catch(() => undefined); // The page may be what failed.
    await info.attach('page', { path, contentType: 'image/png' }).catch(() => undefined);
    await info.attach('page errors', { body: app.pageErrors.join('\n') });
  },
});
