import type { Page } from '@playwright/test';

/** Ends the page's process like a crash: no handler of the page runs. Resolves when the process is gone. */
export async function crashPage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined); // The process that would answer is gone.
  await crashed;
}

/**
 * Limits the bytes that this page's origin may store until the browser closes. Call it before storing anything large.
 */
export async function limitStorage(page: Page, bytes: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes });
}

/** Does the same as the browser's "Clear site data" while the page is open. */
export async function clearSiteData(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
}
