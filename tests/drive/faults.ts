import type { Page } from '@playwright/test';

/** Ends the page's process as a crash does: no handler of the page runs. Resolves when it is gone. */
export async function crashPage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined); // The one who would answer is gone.
  await crashed;
}

/** Bytes that the browser lets this page's origin store, until it is closed. Set it before anything large is stored. */
export async function limitStorage(page: Page, bytes: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes });
}

/** As "Clear site data" of the browser, under an open page. */
export async function clearSiteData(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
}
