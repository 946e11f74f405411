/** Walks a folder and applies ignore rules on the way. Left-out folders are reported but not entered. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import {
  IGNORE_FILE_NAMES,
  parseIgnoreFile,
  type FolderPath,
  type IgnoreFile,
  type IgnoreSource,
} from '../../../src/core/ignore/ignoreFile';
import { readIgnoreCase } from '../../../src/core/ignore/gitConfig';
import {
  createIgnoreStack,
  decide,
  enterFolder,
  type IgnoreStack,
} from '../../../src/core/ignore/ignoreStack';
import type { LeftOut } from '../../../src/core/ignore/leftOut';
import type { IgnoreProblem } from '../contract';
import { FolderLost, folderFailure, judgeFailure, type FolderReader } from '../folders/folderReader';
import { listChildren, type ListedChild } from '../folders/listChildren';
import { childPath } from '../folders/listedPath';

/** A folder to walk, with the rules that apply to it. */
export interface FolderToWalk {
  readonly path: FolderPath;
  readonly stack: IgnoreStack;
}

export interface Walk {
  readonly reader: FolderReader;
  readonly signal: AbortSignal;
  /** Called for every file and every left-out folder. */
  found(path: RepoPath, kind: 'file' | 'folder', leftOut: LeftOut | undefined): void;
  /** Called once for each folder before its contents, with the rule stack of its parent. */
  entered(path: FolderPath, stack: IgnoreStack): void;
  /** Called with the rule stack for the contents of a folder, once it is known. */
  ruled(path: FolderPath, inside: IgnoreStack): void;
  /** Whether to walk a folder. Default: always. */
  descends?(path: RepoPath): boolean;
  /** No more folders are listed until it resolves. */
  pause?(): Promise<void>;
  problem(problem: IgnoreProblem): void;
}

/** Browsers handle about this many calls at a time. More would delay the first files, which wait for running listings. */
const FOLDERS_AT_ONCE = 8;
/** Limit on depth, because links can form cycles in browsers that follow them. */
const DEEPEST = 256;
/** In larger folders, ignore files are looked up by name instead of waiting for the whole list. */
const LONG_LISTING = 4_000;
const LARGEST_IGNORE_FILE = 10_000_000;

/** Walks several folders concurrently. Rejects with FolderLost if the root is unreadable. */
export async function walkFolders(folders: readonly FolderToWalk[], walk: Walk): Promise<void> {
  const queue = [...folders];
  const lanes = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;

  while (failure === undefined && (queue.length > 0 || lanes.size > 0)) {
    // Newest first, so that the queue stays short.
    while (queue.length > 0 && lanes.size < FOLDERS_AT_ONCE) {
      const next = queue.pop();
      if (next === undefined) break;
      const lane: Promise<void> = walkFolder(next, walk)
        .then(
          (below) => void queue.push(...below),
          (error: unknown) => (failure ??= { error }),
        )
        .then(() => void lanes.delete(lane));
      lanes.add(lane);
    }
    await Promise.race(lanes);
    await walk.pause?.();
  }
  if (failure !== undefined) throw failure.error;
}

/** The files of a repository's own folder that say which files are ignored. */
const EXCLUDE = '.git/info/exclude' as RepoPath;
const CONFIG = '.git/config' as RepoPath;

/** Whether a file affects which entries are left out. */
export function affectsRules(path: RepoPath): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return IGNORE_FILE_NAMES.some((each) => each === name) || path === EXCLUDE || path === CONFIG;
}

/** The rule stack of the root: the user's patterns, and the repository's private exclude file and choice about case. */
export async function rootStack(
  reader: FolderReader,
  patterns: string,
  problem: Walk['problem'],
): Promise<IgnoreStack> {
  const ignoreCase = readIgnoreCase((await readRules(reader, problem, CONFIG)) ?? '');
  const read = (source: IgnoreSource, text: string): IgnoreFile => {
    const file = parseIgnoreFile(source, text, ignoreCase);
    tellProblems(file, problem);
    return file;
  };
  const userPatterns = read({ kind: 'user', folder: '', file: 'user' }, patterns);
  const exclude = await readRules(reader, problem, EXCLUDE);
  return createIgnoreStack({
    ...{ userPatterns, ignoreCase },
    ...(exclude !== undefined && { exclude: read({ kind: 'exclude', folder: '', file: EXCLUDE }, exclude) }),
  });
}

async function walkFolder(
  { path: folder, stack }: FolderToWalk,
  walk: Walk,
): Promise<readonly FolderToWalk[]> {
  walk.signal.throwIfAborted();
  const below: FolderToWalk[] = [];
  let pending: ListedChild[] = [];
  let inside: IgnoreStack | undefined;
  walk.entered(folder, stack);
  try {
    for await (const slice of listChildren(walk.reader, folder)) {
      walk.signal.throwIfAborted();
      pending = pending.length === 0 ? [...slice] : pending.concat(slice);
      if (inside === undefined && pending.length < LONG_LISTING) continue;
      if (inside === undefined)
        walk.ruled(folder, (inside = await enter(folder, stack, IGNORE_FILE_NAMES, walk)));
      below.push(...judge(inside, pending, walk));
      pending = [];
    }
  } catch (error) {
    await tellUnreadable(folder, error, walk);
    return below;
  }
  if (inside === undefined)
    walk.ruled(folder, (inside = await enter(folder, stack, ignoreFilesAmong(pending), walk)));
  walk.signal.throwIfAborted();
  below.push(...judge(inside, pending, walk));
  return below;
}

function judge(stack: IgnoreStack, children: readonly ListedChild[], walk: Walk): readonly FolderToWalk[] {
  const below: FolderToWalk[] = [];
  for (const { path, kind, leftOut: unreadable } of children) {
    const leftOut =
      unreadable ?? decide(stack, path, kind === 'folder') ?? (kind === 'folder' ? tooDeep(path) : undefined);
    if (kind === 'file' || leftOut !== undefined) walk.found(path, kind, leftOut);
    else if (walk.descends?.(path) ?? true) below.push({ path, stack });
  }
  return below;
}

async function enter(
  folder: FolderPath,
  stack: IgnoreStack,
  names: readonly (typeof IGNORE_FILE_NAMES)[number][],
  walk: Walk,
): Promise<IgnoreStack> {
  const files: IgnoreFile[] = [];
  for (const name of names) {
    const path = childPath(folder, name);
    const text = path && (await readRules(walk.reader, walk.problem, path));
    if (path === undefined || text === undefined) continue;
    const file = parseIgnoreFile({ kind: name, folder, file: path }, text, stack.ignoreCase);
    tellProblems(file, walk.problem);
    files.push(file);
  }
  return enterFolder(stack, folder, files);
}

function ignoreFilesAmong(children: readonly ListedChild[]): readonly (typeof IGNORE_FILE_NAMES)[number][] {
  return IGNORE_FILE_NAMES.filter((name) =>
    children.some((child) => child.kind === 'file' && child.name === name),
  );
}

/** Undefined if there is no such file, or if it is unreadable, which is reported. The walk continues without it. */
async function readRules(
  reader: FolderReader,
  problem: Walk['problem'],
  path: RepoPath,
): Promise<string | undefined> {
  try {
    const file = await reader.file(path);
    if (file.size > LARGEST_IGNORE_FILE) {
      problem({ file: path, line: 1, reason: `the whole file is skipped because it has ${file.size} bytes` });
      return undefined;
    }
    return new TextDecoder().decode(await file.read());
  } catch (error) {
    const failure = await judgeFailure(reader, error);
    if (failure.kind !== 'missing')
      problem({ file: path, line: 1, reason: `the whole file is skipped: ${failure.reason}` });
    return undefined;
  }
}

function tellProblems(file: IgnoreFile, problem: Walk['problem']): void {
  for (const { line, reason } of file.problems) problem({ file: file.file, line, reason });
}

function tooDeep(path: RepoPath): LeftOut | undefined {
  return path.split('/').length > DEEPEST
    ? { source: 'built-in', rule: `(more than ${DEEPEST} folders deep)` }
    : undefined;
}

/** Treats a gone folder as empty and an unreadable one as left out. Throws if it is the root. */
async function tellUnreadable(
  folder: FolderPath,
  error: unknown,
  { reader, signal, found }: Walk,
): Promise<void> {
  signal.throwIfAborted();
  if (error instanceof FolderLost) throw error;
  if (folder === '') throw new FolderLost(await rootFault(reader, error));
  const failure = await judgeFailure(reader, error);
  if (failure.kind === 'missing') return;
  found(folder, 'folder', { source: 'unreadable', rule: failure.reason });
}

async function rootFault(reader: FolderReader, error: unknown): Promise<FolderLost['fault']> {
  const failure = folderFailure(error);
  if (failure.kind === 'missing') return { kind: 'gone' };
  if (failure.kind === 'denied' && !(await reader.isAllowed())) return { kind: 'permission' };
  return { kind: 'blocked', reason: failure.reason };
}
