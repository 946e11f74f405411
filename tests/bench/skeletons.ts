/**
 * Shows all files of a folder as skeletons, as a user would: opens, selects, sets their mode, and waits until all are
 * measured.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../src/app/automation/report';
import { openFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import { copyDocument, decideSecrets, setMode, tick, untick, whenIdle } from '../drive/strata';

/** Milliseconds. */
export interface SkeletonTimes {
  /** From the drop until everything is counted, with nothing selected. */
  readonly open: number;
  /** From setting the mode for everything until every skeleton is measured. */
  readonly skeletons: number;
}

export interface SkeletonRun {
  readonly cold: SkeletonTimes;
  /** The same in a new browser with the same profile. */
  readonly again: SkeletonTimes;
  /** The document of skeletons, if requested. */
  readonly copied: string | undefined;
}

export async function runSkeletons(site: string, folder: string, keepText: boolean): Promise<SkeletonRun> {
  const profile = await mkdtemp(join(tmpdir(), 'strata-bench-'));
  try {
    const { times: cold } = await measureOnce(site, folder, profile, false);
    const { times: again, copied } = await measureOnce(site, folder, profile, keepText);
    return { cold, again, copied };
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measureOnce(
  site: string,
  folder: string,
  profile: string,
  keepText: boolean,
): Promise<{ times: SkeletonTimes; copied: string | undefined }> {
  await using app = await launchApp(site, { profile, serviceWorkers: 'allow' });
  const { page } = app;
  const open = await timeOf(() => openFolder(page, folder));
  await tick(page, '**');
  await whenIdle(page);
  const skeletons = await timeOf(async () => {
    await setMode(page, 'skeleton');
    await whenIdle(page);
  });
  await decideSecrets(page, 'off');
  const copied = keepText ? await copyDocument(page) : undefined;
  // The next browser must find the measures, but not the ticks and modes.
  await setMode(page, 'full');
  await untick(page, '**');
  await whenIdle(page);
  if (app.pageErrors.length > 0) throw new Error(app.pageErrors.join('; '));
  return { times: { open, skeletons }, copied };
}

const READS_AT_ONCE = 50;

/** How long Node, which runs repomix, takes to read the same files and do nothing with them. */
export function readInNode(folder: string, files: Report['files']): Promise<number> {
  return timeOf(async () => {
    const paths = files.map(({ path }) => path).values();
    const readAll = async (): Promise<void> => {
      for (const path of paths) await readFile(join(folder, path));
    };
    await Promise.all(Array.from({ length: READS_AT_ONCE }, readAll));
  });
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
