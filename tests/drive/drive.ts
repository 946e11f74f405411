import { existsSync } from 'node:fs';
import { cp, readFile, stat } from 'node:fs/promises';
import { basename, isAbsolute, parse, relative, sep } from 'node:path';
import type { Page } from '@playwright/test';
import type { UsedFiles } from '../../src/app/ports/engine';
import type { DriveCommand } from './commandLine';
import { openFolder } from './dropFolder';
import { launchApp, type LaunchedApp } from './launchApp';
import { longestTask } from './longTasks';
import { rendererMemory } from './rendererMemory';
import type { DriveReport, NeededFiles } from './report';
import { serveDist } from './serveDist';
import {
  addAnswer,
  readReply,
  replyPatch,
  writeReply,
  addFile,
  applyPersona,
  applyPreset,
  appReport,
  canCopy,
  compress,
  copyDocument,
  decideSecrets,
  exportPreset,
  fit,
  focus,
  heldSecrets,
  links,
  messagesOf,
  partsOf,
  pasteUrl,
  importConversationFile,
  recordLayers,
  setMode,
  setPersona,
  setSetting,
  suggest,
  tickNeeded,
  whenIdle,
} from './strata';
import { applyTicks, takeTurns } from './turns';

export interface DriveResult {
  /** The document that was copied last; undefined if there was nothing to copy. */
  readonly copied: string | undefined;
  /** The text that each turn copied; empty if no turns were requested. */
  readonly turns: readonly string[];
  readonly report: DriveReport;
  /** Globs that matched no file, and focus names that match no ticked file. */
  readonly unmatched: readonly string[];
  /** The composition as a preset, if requested. */
  readonly preset: string | undefined;
  /** The parts of the document and the document as messages, if requested. */
  readonly parts: readonly string[];
  readonly messages: string | undefined;
  /** The files that each file uses, if requested. */
  readonly edges: readonly UsedFiles[] | undefined;
  /** The accepted edits of the reply as a patch, if requested. */
  readonly patch: Buffer | undefined;
  /** The number of secrets because of which nothing was handed over. */
  readonly held: number;
}

/** Opens the folder in the built app as a user would, ticks, copies, and reports. */
export async function drive(command: DriveCommand): Promise<DriveResult> {
  try {
    return await driveApp(command);
  } catch (error) {
    throw fromPage(error);
  }
}

async function driveApp(command: DriveCommand): Promise<DriveResult> {
  const entry = await stat(command.folder).catch(() => undefined);
  if (entry?.isDirectory() !== true && entry?.isFile() !== true)
    throw new Error(`neither a folder nor an archive: ${command.folder}`);
  await using site = await serveDist();
  await using app = await launchApp(site.url);
  const { page } = app;
  const folder = await copiedFolder(command);
  await openFolder(page, folder);
  const { secrets = 'report' } = command;
  if (secrets !== 'report') await decideSecrets(page, secrets);
  await recordLayers(page);
  if (command.preset !== undefined) await applyPreset(page, ...(await textAndName(command.preset)));
  for (const file of command.documents ?? [])
    await addFile(page, 'addDocument', { file, path: pathInFolder(command.folder, file) });
  if (command.history !== undefined) await importConversationFile(page, command.history);
  const unmatched = [...(await applyTicks(page, command.ticks))];
  const needed: NeededFiles[] = [];
  for (const path of command.needs?.paths ?? []) {
    const steps = command.needs?.steps ?? 1;
    needed.push({ path, steps, files: await tickNeeded(page, path, steps) });
  }
  for (const file of command.screenshots ?? [])
    await addFile(page, 'addScreenshot', { file, path: pathInFolder(command.folder, file) });
  if (command.mode !== undefined) await setMode(page, command.mode);
  if (command.persona !== undefined) await choosePersona(page, command.persona);
  // After the persona, which fills settings.
  if (command.system !== undefined)
    await setSetting(page, 'system_prompt', await readFile(command.system, 'utf8'));
  if (command.strategy !== undefined) await setSetting(page, 'strategy', command.strategy);
  if (command.layout !== undefined) await setSetting(page, 'layout', command.layout);
  if (command.cacheTarget !== undefined)
    await setSetting(page, 'cache_target_tokens', String(command.cacheTarget));
  for (const { key, text } of command.settings ?? []) await setSetting(page, key, text);
  if (command.prompt !== undefined) await setSetting(page, 'task', await readFile(command.prompt, 'utf8'));
  for (const [at, path] of (command.urlTexts ?? []).entries())
    await pasteUrl(page, at, await readFile(path, 'utf8'));
  for (const name of command.focus ?? []) if ((await focus(page, name)) === 0) unmatched.push(name);
  await whenIdle(page);
  if (command.compress === true) await compress(page);
  const suggested = command.suggest === undefined ? undefined : await suggest(page, command.suggest);
  const fitted = command.fit && (await fit(page, command.fit.tokens, command.fit));
  const written = await handedOver(page, command).catch(async (error: unknown) => {
    const held = await heldSecrets(page);
    if (held === 0) throw error;
    return { ...NOTHING_WRITTEN, held };
  });
  const report = {
    ...(await fullReport(app)),
    ...(suggested && { suggested }),
    ...(fitted && { fitted }),
    ...(command.needs && { needed }),
  };
  return { ...written, report, unmatched };
}

type Written = Omit<DriveResult, 'report' | 'unmatched'>;

const NOTHING_WRITTEN: Written = {
  ...{ copied: undefined, turns: [], parts: [], messages: undefined, preset: undefined, edges: undefined },
  patch: undefined,
  held: 0,
};

/** Rejects if there are secrets without a decision. */
async function handedOver(page: Page, command: DriveCommand): Promise<Written> {
  const { turns: wanted } = command;
  const messages = command.messages && (await messagesOf(page, command.messages.format));
  const turns = wanted === undefined ? [] : await takeTurns(page, { ...command, turns: wanted });
  const copied = wanted === undefined ? await copyOnce(page, command) : turns.at(-1);
  const patch = command.reply && (await applyReply(page, command.reply));
  if (command.answer !== undefined) await addAnswer(page, await readFile(command.answer, 'utf8'));
  const preset = command.exportPreset && (await presetFor(page, command.exportPreset));
  const parts = command.parts === undefined ? [] : await partsOf(page, command.parts.tokens);
  const edges = command.edges === undefined ? undefined : await links(page);
  return { copied, turns, parts, messages, preset, edges, patch, held: 0 };
}

/** Reads the reply, and writes its edits or makes a patch of them. */
async function applyReply(
  page: Page,
  { file, accepted, patchOut, written }: NonNullable<DriveCommand['reply']>,
): Promise<Buffer | undefined> {
  await readReply(page, await readFile(file, 'utf8'), accepted);
  const patch = patchOut === undefined ? undefined : await replyPatch(page);
  if (written !== undefined) await writeReply(page);
  return patch;
}

/** The folder to open: a copy of the given one if edits are written. */
async function copiedFolder({ folder, reply }: DriveCommand): Promise<string> {
  if (reply?.written === undefined) return folder;
  if (existsSync(reply.written)) throw new Error(`already exists: ${reply.written}`);
  await cp(folder, reply.written, { recursive: true, verbatimSymlinks: true });
  return reply.written;
}

/** Undefined if there is nothing to copy, and nobody asked for it. */
async function copyOnce(page: Page, { out }: DriveCommand): Promise<string | undefined> {
  return out !== undefined || (await canCopy(page)) ? copyDocument(page) : undefined;
}

/** The path of a file as the app names it; undefined for a file outside the folder. */
function pathInFolder(folder: string, file: string): string | undefined {
  const path = relative(folder, file);
  return path.startsWith('..') || isAbsolute(path) ? undefined : path.replaceAll(sep, '/');
}

/** Uses the file if it exists, else the persona that the app knows by this name. */
async function choosePersona(page: Page, persona: string): Promise<void> {
  const entry = await stat(persona).catch(() => undefined);
  if (entry?.isFile() === true) await applyPersona(page, ...(await textAndName(persona)));
  else await setPersona(page, persona);
}

/** The message of an error thrown in the page, without its stack there. */
function fromPage(error: unknown): unknown {
  const message = error instanceof Error ? error.message : '';
  const said = /^page\.evaluate: (?:\w*Error: )?(.*(?:\n(?! {4}at ).*)*)/.exec(message)?.[1];
  return said === undefined ? error : new Error(said, { cause: error });
}

async function textAndName(path: string): Promise<readonly [text: string, fileName: string]> {
  return [await readFile(path, 'utf8'), basename(path)];
}

function presetFor(page: Page, path: string): Promise<string> {
  const { name, ext } = parse(path);
  return exportPreset(page, name, ext.toLowerCase() === '.json' ? 'json' : 'toml');
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
