import { join } from 'node:path';
import { test as base, type TestInfo } from '@playwright/test';
import { CRASHED, launchBrowser, type LaunchedBrowser, type OpenedApp } from '../../drive/launchApp';
import { serveDist, type ServedDist } from '../../drive/serveDist';

export { expect } from '@playwright/test';

interface Fixtures {
  /** The built app at the start screen, in a browser without data from earlier tests. */
  readonly app: OpenedApp;
}

interface SharedFixtures {
  /** The built app on its own port, shared by all tests in a Playwright worker. */
  readonly site: ServedDist;
  /** Shared, because starting a browser and compiling the app in it cost more than most tests. */
  readonly chromium: LaunchedBrowser;
}

export const test = base.extend<Fixtures, SharedFixtures>({
  site: [
    // Playwright reads the required fixtures from the pattern, so even an empty one must be written.
    async ({}, use) => {
      await using site = await serveDist();
      await use(site);
    },
    { scope: 'worker' },
  ],

  chromium: [
    async ({}, use) => {
      await using browser = await launchBrowser();
      await use(browser);
    },
    { scope: 'worker' },
  ],

  app: async ({ site, chromium }, use, info) => {
    const app = await chromium.open(site.url);
    await use(app);
    if (info.status !== info.expectedStatus) await attachPage(app, info);
    await emptyClipboard(app);
    await chromium.clear(site.url);
  },
});

async function attachPage({ page, pageErrors }: OpenedApp, info: TestInfo): Promise<void> {
  const path = join(info.outputDir, 'page.png');
  await page.screenshot({ path }).catch(() => undefined); // The page itself may have failed.
  await info.attach('page', { path, contentType: 'image/png' }).catch(() => undefined);
  await info.attach('page errors', { body: pageErrors.join('\n') });
}

/** The next test must not find this one's copy. */
async function emptyClipboard({ page, pageErrors }: OpenedApp): Promise<void> {
  if (page.isClosed() || pageErrors.includes(CRASHED)) return;
  await page.bringToFront();
  await page.evaluate(() => navigator.clipboard.writeText(''));
}
