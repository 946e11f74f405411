/**
 * Kills the app in the middle of its work, repeatedly, and checks that everything it had acknowledged is still there.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openFolder } from './dropFolder';
import { crashPage } from './faults';
import { launchApp, type LaunchedApp } from './launchApp';
import { noticesOf, whenStarted } from './strata';

/** The target: the page's process, as when a tab crashes, or the whole browser. */
export type Killed = 'page' | 'browser';

export interface KillTrials {
  readonly trials: number;
  /** The number of changes that the app acknowledged as saved before it was killed. */
  readonly acknowledged: number;
  /** Problems found afterwards; empty if no acknowledged change was lost and none was half stored. */
  readonly faults: readonly string[];
}

/** Work in the page that is killed. Its changes are numbered from 1 on and made one after another. */
export interface KilledWork {
  /** Names of the files in the folder. */
  readonly files: readonly string[];
  /** The last change that is stored, and what is wrong with the state otherwise. `folder`: path of the open folder. */
  look(page: Page, folder: string): Promise<{ readonly done: number; readonly fault: string | undefined }>;
  /** The most milliseconds that the app may work. */
  readonly longest: number;
  /** Runs in the page: makes all changes from `first` on, and calls `acknowledged` with each. */
  work(first: number): Promise<void>;
}

/** `random` returns numbers from 0 to 1. */
export async function killTrials(
  url: string,
  work: KilledWork,
  { killed, trials, random }: { readonly killed: Killed; readonly trials: number; random(): number },
): Promise<KillTrials> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-kills-'));
  const profile = await mkdtemp(join(tmpdir(), 'strata-profile-'));
  await Promise.all(work.files.map((name) => writeFile(join(folder, name), `${name}\n`)));
  const faults: string[] = [];
  let acknowledged = 0;
  /** The last change that was acknowledged or found stored. */
  let last = 0;
  let app: LaunchedApp | undefined;
  try {
    for (let trial = 0; trial < trials; trial += 1) {
      app ??= await launchApp(url, { profile });
      const page = trial === 0 || killed === 'browser' ? app.page : await app.context.newPage();
      if (page !== app.page) {
        await page.goto(url);
        await whenStarted(page);
      }
      await openFolder(page, folder);
      const { done, fault = await setAside(page) } = await work.look(page, folder);
      const lost = done < last ? `change ${last} was saved, and ${done} is the last there` : fault;
      if (lost !== undefined) faults.push(`trial ${trial}: ${lost}`);
      const told = await workUntilKilled(page, [work, done + 1], {
        // However slow the machine is, something is acknowledged.
        waits: trial === 0,
        after: random() * work.longest,
        kill: () => (killed === 'page' ? crashPage(page) : killBrowser(profile)),
      });
      acknowledged += told;
      last = Math.max(last, done + told);
      if (killed === 'page') await page.close();
      else {
        await app.close().catch(() => undefined); // It is already gone.
        app = undefined;
      }
    }
  } finally {
    await app?.close();
    await Promise.all(
      [folder, profile].map((path) => rm(path, { recursive: true, force: true, maxRetries: 5 })),
    );
  }
  return { trials, acknowledged, faults };
}

async function setAside(page: Page): Promise<string | undefined> {
  const notices = await noticesOf(page);
  return notices.includes('set aside') ? notices : undefined;
}

/**
 * Kills it after some milliseconds, from the first acknowledged change on if it `waits` for that. Resolves to the number of
 * changes acknowledged before the end.
 */
async function workUntilKilled(
  page: Page,
  [{ work }, first]: readonly [work: KilledWork, first: number],
  { waits, after, kill }: { readonly waits: boolean; readonly after: number; kill(): Promise<void> },
): Promise<number> {
  let acknowledged = 0;
  let told = (): void => undefined;
  const enough = new Promise<void>((resolve) => (told = resolve));
  await page.exposeFunction('acknowledged', () => {
    acknowledged += 1;
    told();
  });
  const working = page.evaluate(work, first).catch(() => undefined); // It ends with the page.
  if (waits) await Promise.race([enough, working]);
  await new Promise((resolve) => setTimeout(resolve, after)); // The moment of the kill, not a wait for anything.
  await kill();
  await working;
  return acknowledged;
}

/** Kills every process of the browser with this profile, without warning. */
async function killBrowser(profile: string): Promise<void> {
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`--user-data-dir=${profile}`)) process.kill(Number(pid), 'SIGKILL');
  }
}
