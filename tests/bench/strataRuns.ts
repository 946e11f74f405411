/** Runs Strata on the folder, phase by phase, in one profile: first opening, second opening, selecting, copying. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import { rendererMemory } from '../drive/rendererMemory';
import type { Report } from '../../src/app/automation/report';
import { appReport, decideSecrets, setMode, tick, untick, whenIdle } from '../drive/strata';
import { measureFindings, type Finding } from './finding';
import { createTaskWatch, NO_WATCH, type TaskWatch } from './taskWatch';
import { measureTick, tickSome } from './ticking';
import { readOpening, recordOpening, type Opening } from './timeline';

export interface StrataOpening extends Opening {
  readonly longestTask: number | undefined;
  /** Bytes of the page's process (PSS) with nothing selected; undefined if the system does not report them. */
  readonly memory: number | undefined;
  readonly report: Report;
}

export interface StrataCopy {
  readonly wall: number;
  readonly assemble: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly longestTask: number | undefined;
}

export interface StrataTicks {
  /** Milliseconds for one more tick, by number of files in the context. */
  readonly taken: ReadonlyMap<TickSize, readonly number[]>;
  /** From "tick all" until everything is final. */
  readonly tickAll: number;
  readonly longestTask: ReadonlyMap<TickSize | 'all at once', number | undefined>;
}

export const TICK_SIZES = [10, 1_000, 'all'] as const;
export type TickSize = (typeof TICK_SIZES)[number];

export interface StrataRun {
  readonly cold: StrataOpening;
  readonly warm: StrataOpening;
  readonly find?: Readonly<Record<'disk' | 'memory', Finding>>;
  readonly ticks?: StrataTicks;
  readonly copy?: StrataCopy;
  /** The longest task while all files are shown as skeletons. */
  readonly skeletonsTask?: number | undefined;
}

interface Wanted {
  readonly find: boolean;
  readonly tick: boolean;
  readonly copy: boolean;
  /** Measures the longest tasks, which makes all times longer. */
  readonly tasks: boolean;
  /** Measures the longest task of skeletons of everything, if `tasks`. */
  readonly skeletons: boolean;
}

export async function runStrata(site: string, folder: string, wanted: Wanted): Promise<StrataRun> {
  const profile = await mkdtemp(join(tmpdir(), 'strata-bench-'));
  try {
    const watch = wanted.tasks ? createTaskWatch() : NO_WATCH;
    const opening = { site, folder, profile, watch };
    const cold = await openOnce(opening, untilOffline);
    const warm = await openOnce(opening, async (page, report) => ({
      ...(wanted.find && { find: await measureFindings(page, watch) }),
      ...(wanted.tick && { ticks: await measureTicks(page, report, watch) }),
      ...(wanted.tasks && wanted.skeletons && { skeletonsTask: await skeletonsTask(page, watch) }),
      ...(wanted.copy && { copy: await measureCopy(page, watch) }),
    }));
    return { cold: cold.opening, warm: warm.opening, ...warm.extra };
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The app stores itself for offline use after the first opening, which would disturb what is measured in the second. */
export async function untilOffline(page: Page): Promise<Extra> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  return {};
}

type Extra = Omit<StrataRun, 'cold' | 'warm'>;

interface OpeningParts {
  readonly site: string;
  readonly folder: string;
  readonly profile: string;
  readonly watch: TaskWatch;
}

async function openOnce(
  { site, folder, profile, watch }: OpeningParts,
  then: (page: Page, report: Report) => Promise<Extra>,
): Promise<{ opening: StrataOpening; extra: Extra }> {
  await using app = await launchApp(site, { profile, serviceWorkers: 'allow' });
  const { page } = app;
  await recordOpening(page);
  await watch.begin(page);
  await openFolder(page, folder);
  const memory = await rendererMemory(profile);
  const longest = await watch.longest();
  const opening = await readOpening(page);
  const report = await appReport(page);
  const extra = await then(page, report);
  if (app.pageErrors.length > 0) throw new Error(app.pageErrors.join('; '));
  return { opening: { ...opening, longestTask: longest, memory, report }, extra };
}

async function measureTicks(page: Page, report: Report, watch: TaskWatch): Promise<StrataTicks> {
  const paths = report.files.filter(({ state }) => state === 'text').map(({ path }) => path);
  const taken = new Map<TickSize, readonly number[]>();
  const longest = new Map<TickSize | 'all at once', number | undefined>();
  let tickAll = 0;
  for (const size of TICK_SIZES) {
    if (size === 'all') {
      await watch.begin(page);
      const started = performance.now();
      await tick(page, '**');
      await whenIdle(page);
      tickAll = performance.now() - started;
      longest.set('all at once', await watch.longest());
    } else {
      await untick(page, '**');
      await tickSome(page, paths, size);
    }
    await watch.begin(page);
    taken.set(size, await measureTick(page));
    longest.set(size, await watch.longest());
  }
  return { taken, tickAll, longestTask: longest };
}

/** Copies everything. Secrets are searched for, but stop nothing. */
async function measureCopy(page: Page, watch: TaskWatch): Promise<StrataCopy> {
  await decideSecrets(page, 'off');
  await tick(page, '**');
  await whenIdle(page);
  await watch.begin(page);
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
  const longest = await watch.longest();
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

async function skeletonsTask(page: Page, watch: TaskWatch): Promise<number | undefined> {
  await tick(page, '**');
  await whenIdle(page);
  await watch.begin(page);
  await setMode(page, 'skeleton');
  await whenIdle(page);
  const longest = await watch.longest();
  await setMode(page, 'full');
  await untick(page, '**');
  await whenIdle(page);
  return longest;
}
