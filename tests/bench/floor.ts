import { dropFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import type { FloorResult } from './page/contract';
import { BENCH_PAGE } from './site';

/** Reads the folder in a fresh browser the fastest way a browser can, and does nothing with it. */
export async function measureFloor(
  site: string,
  folder: string,
  skipped: readonly string[],
): Promise<FloorResult> {
  await using app = await launchApp(site + BENCH_PAGE);
  const reading = app.page.evaluate((paths) => globalThis.bench.floor(paths), skipped);
  await app.page.locator('html[data-state="waiting"]').waitFor({ state: 'attached' });
  await dropFolder(app.page, folder);
  return await reading;
}
