import { join } from 'node:path';
import { test as base, type TestInfo } from '@playwright/test';
import { CRASHED, launchBrowser, type LaunchedBrowser, type OpenedApp } from '../../drive/launchApp';
import { serveDist, type ServedDist } from '../../drive/serveDist';

export { expect } from '@playwright/test';

interface Fixtures {
  /** The built app at the start screen, in a browser that remembers nothing of earlier tests. */
  readonly app: OpenedApp;
}

interface SharedFixtures {
  /** The built app on a port of its own, one for all tests of a worker. */
  readonly site: ServedDist;
  /** Starting a browser, and compiling the app in it for the first time, costs more than most tests do. */
  readonly chromium: LaunchedBrowser;
}

export const test = base.extend<Fixtures, SharedFixtures>({
  site: [
    // Playwright reads from the pattern which fixtures are needed: none, but it has to be written.
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
  await page.screenshot({ path }).catch(() => undefined); // The page may be what failed.
  await info.attach('page', { path, contentType: 'image/png' }).catch(() => undefined);
  await info.attach('page errors', { body: pageErrors.join('\n') });
}

/** The next test must not find what this one has copied. */
async function emptyClipboard({ page, pageErrors }: OpenedApp): Promise<void> {
  if (page.isClosed() || pageErrors.includes(CRASHED)) return;
  await page.bringToFront();
  await page.evaluate(() => navigator.clipboard.writeText(''));
}
