/** Runs Strata on the folder, phase by phase, in one profile: first opening, second opening, selecting, copying. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import { longestTask, resetLongTasks } from '../drive/longTasks';
import { rendererMemory } from '../drive/rendererMemory';
import type { Report } from '../../src/app/report';
import { appReport, decideSecrets, tick, untick, whenIdle } from '../drive/strata';
import { measureFindings, type Finding } from './finding';
import { measureTick, tickSome } from './ticking';
import { readOpening, recordOpening, type Opening } from './timeline';

export interface StrataOpening extends Opening {
  readonly longestTask: number;
  /** Bytes of the page's process (PSS) with nothing selected; undefined if the system does not report them. */
  readonly memory: number | undefined;
  readonly report: Report;
}

export interface StrataCopy {
  readonly wall: number;
  readonly assemble: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly longestTask: number;
}

export interface StrataTicks {
  /** Milliseconds for one more tick, by number of files in the context. */
  readonly taken: ReadonlyMap<TickSize, readonly number[]>;
  /** From "tick all" until everything is final. */
  readonly tickAll: number;
  readonly longestTask: ReadonlyMap<TickSize | 'ticking all', number>;
}

export const TICK_SIZES = [10, 1_000, 'all'] as const;
export type TickSize = (typeof TICK_SIZES)[number];

export interface StrataRun {
  readonly cold: StrataOpening;
  readonly warm: StrataOpening;
  readonly find?: Readonly<Record<'disk' | 'memory', Finding>>;
  readonly ticks?: StrataTicks;
  readonly copy?: StrataCopy;
}

export async function runStrata(
  site: string,
  folder: string,
  wanted: { readonly find: boolean; readonly tick: boolean; readonly copy: boolean },
): Promise<StrataRun> {
  const profile = await mkdtemp(join(tmpdir(), 'strata-bench-'));
  try {
    const cold = await openOnce(site, folder, profile, untilOffline);
    const warm = await openOnce(site, folder, profile, async (page, report) => ({
      ...(wanted.find && { find: await measureFindings(page) }),
      ...(wanted.tick && { ticks: await measureTicks(page, report) }),
      ...(wanted.copy && { copy: await measureCopy(page) }),
    }));
    const { find, ticks, copy } = warm.extra;
    const openings = { cold: cold.opening, warm: warm.opening };
    return { ...openings, ...(find && { find }), ...(ticks && { ticks }), ...(copy && { copy }) };
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The app stores itself for offline use after the first opening, which would disturb what is measured in the second. */
async function untilOffline(page: Page): Promise<Extra> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  return {};
}

interface Extra {
  readonly find?: StrataRun['find'];
  readonly ticks?: StrataTicks;
  readonly copy?: StrataCopy;
}

async function openOnce(
  site: string,
  folder: string,
  profile: string,
  then: (page: Page, report: Report) => Promise<Extra>,
): Promise<{ opening: StrataOpening; extra: Extra }> {
  await using app = await launchApp(site, { profile, serviceWorkers: 'allow' });
  const { page } = app;
  await resetLongTasks(page);
  await recordOpening(page);
  await openFolder(page, folder);
  const memory = await rendererMemory(profile);
  const longest = await longestTask(page);
  const opening = await readOpening(page);
  const report = await appReport(page);
  const extra = await then(page, report);
  if (app.pageErrors.length > 0) throw new Error(app.pageErrors.join('; '));
  return { opening: { ...opening, longestTask: longest, memory, report }, extra };
}

async function measureTicks(page: Page, report: Report): Promise<StrataTicks> {
  const paths = report.files.filter(({ state }) => state === 'text').map(({ path }) => path);
  const taken = new Map<TickSize, readonly number[]>();
  const longest = new Map<TickSize | 'ticking all', number>();
  let tickAll = 0;
  for (const size of TICK_SIZES) {
    await resetLongTasks(page);
    if (size === 'all') {
      const started = performance.now();
      await tick(page, '**');
      await whenIdle(page);
      tickAll = performance.now() - started;
      longest.set('ticking all', await longestTask(page));
    } else {
      await untick(page, '**');
      await tickSome(page, paths, size);
    }
    await resetLongTasks(page);
    taken.set(size, await measureTick(page));
    longest.set(size, await longestTask(page));
  }
  return { taken, tickAll, longestTask: longest };
}

/** Copies everything. Secrets are searched for, but stop nothing. */
async function measureCopy(page: Page): Promise<StrataCopy> {
  await decideSecrets(page, 'off');
  await tick(page, '**');
  await whenIdle(page);
  await resetLongTasks(page);
  const copied = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener(
          'click',
          ({ timeStamp }) => {
            requestAnimationFrame(() => {
              void globalThis.strata.whenIdle().then(() => resolve(performance.now() - timeStamp));
            });
          },
          { capture: true, once: true },
        );
        document.documentElement.setAttribute('data-bench-armed', '');
      }),
  );
  await page.locator('html[data-bench-armed]').waitFor({ state: 'attached' });
  await page.locator('[data-verb="copy"]').first().click();
  const wall = await copied;
  const longest = await longestTask(page);
  const { document: written, timings } = await appReport(page);
  const copiedBytes = await page.evaluate(
    async () => (await (await navigator.clipboard.read())[0]?.getType('text/plain'))?.size,
  );
  if (copiedBytes !== written.bytes)
    throw new Error(`The clipboard has ${String(copiedBytes)} bytes, the document ${written.bytes}.`);
  return {
    wall,
    assemble: timings.assemble,
    bytes: written.bytes,
    tokens: written.tokens,
    longestTask: longest,
  };
}
