/** Profiles one phase of Strata's work and reports the top self times by thread. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dropFolder, openFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import { decideSecrets, tick, whenIdle } from '../drive/strata';
import type { Phase } from './commandLine';
import { profileThreads, type ThreadProfile } from './cpuProfile';
import { measureFindings } from './finding';
import { BENCH_PAGE } from './site';
import { untilOffline } from './strataRuns';
import { NO_WATCH } from './taskWatch';
import { measureTick } from './ticking';

const FUNCTIONS_SHOWN = 18;

export async function profilePhase(site: string, folder: string, phase: Phase): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'strata-bench-'));
  try {
    if (phase === 'warm' || phase === 'find') {
      await using first = await launchApp(site, { profile, serviceWorkers: 'allow' });
      await openFolder(first.page, folder);
      await untilOffline(first.page);
    }
    await using app = await launchApp(phase === 'floor' ? site + BENCH_PAGE : site, {
      profile,
      serviceWorkers: 'allow',
    });
    const task = await prepare(app.page, folder, phase);
    const started = performance.now();
    const threads = await profileThreads(app.page, task);
    return [
      `${phase} of ${folder}: ${Math.round(performance.now() - started)} ms with the profiler`,
      ...threads.map(show),
    ].join('\n\n');
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Does everything before the phase. Returns the phase itself. */
async function prepare(page: Page, folder: string, phase: Phase): Promise<() => Promise<void>> {
  switch (phase) {
    case 'floor':
      return async () => {
        const reading = page.evaluate(() => globalThis.bench.floor([], 'in batches'));
        await page.locator('html[data-state="waiting"]').waitFor({ state: 'attached' });
        await dropFolder(page, folder);
        await reading;
      };
    case 'cold':
    case 'warm':
      return () => openFolder(page, folder);
    case 'find':
      await openFolder(page, folder);
      return async () => void (await measureFindings(page, NO_WATCH));
    case 'tick':
    case 'copy':
      await openFolder(page, folder);
      await tick(page, '**');
      await whenIdle(page);
      await decideSecrets(page, 'off');
      return async () => {
        if (phase === 'tick') return void (await measureTick(page));
        // Reading the clipboard back would dominate the profile.
        await page.locator('[data-verb="copy"]').first().click();
        await whenIdle(page);
      };
  }
}

function show({ thread, busy, functions }: ThreadProfile): string {
  const lines = functions
    .slice(0, FUNCTIONS_SHOWN)
    .map(({ name, self }) => `  ${self.toFixed(0).padStart(6)} ms  ${name}`);
  return [`${thread}: busy ${busy.toFixed(0)} ms`, ...lines].join('\n');
}
