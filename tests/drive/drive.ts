import { stat } from 'node:fs/promises';
import type { DriveCommand } from './commandLine';
import { openFolder } from './dropFolder';
import { launchApp, type LaunchedApp } from './launchApp';
import { longestTask } from './longTasks';
import { rendererMemory } from './rendererMemory';
import type { DriveReport } from './report';
import { serveDist } from './serveDist';
import {
  appReport,
  canCopy,
  copyDocument,
  focus,
  setMode,
  setPersona,
  setStrategy,
  tick,
  untick,
  whenIdle,
} from './strata';

export interface DriveResult {
  /** What Copy put on the clipboard; undefined when nothing was there to copy. */
  readonly copied: string | undefined;
  readonly report: DriveReport;
  /** Globs that matched no file, and focus names that no ticked file has. */
  readonly unmatched: readonly string[];
}

/** Opens the folder in the built app as a user would, ticks, copies, and reports. */
export async function drive(command: DriveCommand): Promise<DriveResult> {
  const entry = await stat(command.folder).catch(() => undefined);
  if (entry?.isDirectory() !== true) throw new Error(`not a folder: ${command.folder}`);
  await using site = await serveDist();
  await using app = await launchApp(site.url);
  const { page } = app;
  await openFolder(page, command.folder);
  const unmatched: string[] = [];
  for (const { kind, glob } of command.ticks) {
    const matches = await (kind === 'tick' ? tick(page, glob) : untick(page, glob));
    if (matches === 0) unmatched.push(glob);
  }
  if (command.mode !== undefined) await setMode(page, command.mode);
  if (command.persona !== undefined) await setPersona(page, command.persona);
  // After the persona, which sets one of its own.
  if (command.strategy !== undefined) await setStrategy(page, command.strategy);
  for (const name of command.focus ?? []) if ((await focus(page, name)) === 0) unmatched.push(name);
  await whenIdle(page);
  const mustCopy = command.out !== undefined;
  const copied = mustCopy || (await canCopy(page)) ? await copyDocument(page) : undefined;
  return { copied, report: await fullReport(app), unmatched };
}

async function fullReport({ page, profile, pageErrors }: LaunchedApp): Promise<DriveReport> {
  const report = await appReport(page);
  return {
    ...report,
    longestTask: await longestTask(page),
    memory: await rendererMemory(profile),
    errors: [...new Set([...report.errors, ...pageErrors])],
  };
}
