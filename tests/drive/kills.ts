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
import { appReport, noticesOf, whenStarted } from './strata';

/** The target: the page's process, as when a tab crashes, or the whole browser. */
export type Killed = 'page' | 'browser';

export interface KillTrials {
  readonly trials: number;
  /** Changes that the app had acknowledged as saved before it was killed. */
  readonly acknowledged: number;
  /** Problems found afterwards; empty if no acknowledged change was lost and none was half stored. */
  readonly faults: readonly string[];
}

const FILES = 32;

/** Limit on the milliseconds that the app may work. */
const LONGEST = 400;

/** `random` returns numbers from 0 to 1. */
export async function killTrials(
  url: string,
  killed: Killed,
  trials: number,
  random: () => number,
): Promise<KillTrials> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-kills-'));
  const profile = await mkdtemp(join(tmpdir(), 'strata-profile-'));
  const names = Array.from({ length: FILES }, (_, index) => fileOf(index));
  await Promise.all(names.map((name) => writeFile(join(folder, name), `${name}\n`)));
  const faults: string[] = [];
  let acknowledged = 0;
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
      const at = await stateOf(page);
      const fault = faultIn(at, acknowledged) ?? (await setAside(page));
      if (fault !== undefined) faults.push(`trial ${trial}: ${fault}`);
      const told = await workUntilKilled(page, at.done + 1, random() * LONGEST, async () => {
        if (killed === 'page') await crashPage(page);
        else await killBrowser(profile);
      });
      acknowledged = Math.max(acknowledged, told);
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

interface State {
  /** Number of the last change whose text is stored; changes are made one after another. */
  readonly done: number;
  readonly ticked: readonly string[];
}

async function stateOf(page: Page): Promise<State> {
  const { files } = await appReport(page);
  const text = await page.getByRole('textbox', { name: /^Task/ }).inputValue();
  return {
    done: Number(text),
    ticked: files
      .filter(({ ticked }) => ticked)
      .map(({ path }) => path)
      .sort(),
  };
}

/** A change ticks or unticks its file and then writes its number, so the file may be one change ahead. */
function faultIn({ done, ticked }: State, acknowledged: number): string | undefined {
  if (done < acknowledged) return `change ${acknowledged} was acknowledged, and ${done} is the last there`;
  const found = ticked.join();
  return found === tickedAfter(done) || found === tickedAfter(done + 1)
    ? undefined
    : `after change ${done} these were ticked: ${found}`;
}

function tickedAfter(change: number): string {
  return Array.from({ length: FILES }, (_, index) => ({
    index,
    last: change - ((change - index + FILES) % FILES),
  }))
    .filter(({ last }) => last > 0 && isTick(last))
    .map(({ index }) => fileOf(index))
    .join();
}

function isTick(change: number): boolean {
  return Math.floor(change / FILES) % 2 === 0;
}

function fileOf(index: number): string {
  return `f${String(index).padStart(2, '0')}.txt`;
}

async function setAside(page: Page): Promise<string | undefined> {
  const notices = await noticesOf(page);
  return notices.includes('set aside') ? notices : undefined;
}

/** Resolves to the last change acknowledged before the end. */
async function workUntilKilled(
  page: Page,
  first: number,
  milliseconds: number,
  kill: () => Promise<void>,
): Promise<number> {
  let last = first - 1;
  await page.exposeFunction('acknowledged', (change: number) => {
    last = change;
  });
  const working = page.evaluate(work, [first, FILES] as const).catch(() => undefined); // It ends with the page.
  await new Promise((resolve) => setTimeout(resolve, milliseconds)); // The moment of the kill, not a wait for anything.
  await kill();
  await working;
  return last;
}

/** Runs in the page. */
async function work([first, files]: readonly [first: number, files: number]): Promise<void> {
  const { acknowledged } = globalThis as unknown as { acknowledged(change: number): Promise<void> };
  const box = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Task"]');
  if (box === null) throw new Error('no box for the task');
  for (let change = first; ; change += 1) {
    const name = `f${String(change % files).padStart(2, '0')}.txt`;
    const { strata } = globalThis;
    await (Math.floor(change / files) % 2 === 0 ? strata.tick(name) : strata.untick(name));
    box.value = String(change);
    box.dispatchEvent(new Event('input', { bubbles: true }));
    await strata.whenIdle();
    await acknowledged(change);
  }
}

/** Kills every process of the browser with this profile, without warning. */
async function killBrowser(profile: string): Promise<void> {
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`--user-data-dir=${profile}`)) process.kill(Number(pid), 'SIGKILL');
  }
}
