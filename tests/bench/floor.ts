import { dropFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import type { FloorResult, ReadingWay } from './page/contract';
import { BENCH_PAGE } from './site';

/** Reads the folder in a fresh browser as fast as a browser can in this way, and does nothing with it. */
export async function measureFloor(
  site: string,
  folder: string,
  skipped: readonly string[],
  way: ReadingWay,
): Promise<FloorResult> {
  await using app = await launchApp(site + BENCH_PAGE);
  const reading = app.page.evaluate(([paths, how]) => globalThis.bench.floor(paths, how), [
    skipped,
    way,
  ] as const);
  await app.page.locator('html[data-state="waiting"]').waitFor({ state: 'attached' });
  await dropFolder(app.page, folder);
  return await reading;
}
