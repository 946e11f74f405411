/** Reads whole files in batches for the pool, with a limit on the bytes in memory. */
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { isHistoryFile } from '../../../src/core/files/historyFile';
import type { FileBytes } from '../../compute/contract';
import { forEachAtOnce, type ByteBudget } from './concurrency';
import { stampOf, type FileStamp } from '../folders/fileStamp';
import { judgeFailure, type FolderFile, type FolderReader } from '../folders/folderReader';
import { isStandIn } from '../folders/listChildren';

/** Limit on concurrent calls; more do not make the browser faster. */
export const CALLS_AT_ONCE = 64;
const FILES_PER_BATCH = 64;
const BYTES_PER_BATCH = 1_000_000;
/** V8's limit on a string. Beyond it, browsers return an empty text without an error. */
const LARGEST_TEXT = 536_870_888;

export type FileRead =
  | {
      readonly kind: 'read';
      readonly bytes: ArrayBuffer;
      readonly stamp: FileStamp;
      readonly hash?: ContentHash;
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly reason: string; readonly stamp?: FileStamp };

export type ReadProblem = Exclude<FileRead, { kind: 'read' }>;

/** Content of a conversation's history, which never enters a context. */
const HISTORY: ReadProblem = {
  kind: 'failed',
  reason: 'the history of a conversation never enters a context',
};

/** Content of a file that the browser lists without a name. */
const NAMELESS: ReadProblem = {
  kind: 'failed',
  reason: 'the browser cannot open a file whose name is not Unicode',
};

/** A file lookup, with the size and time at that moment. */
export type FileLookup =
  { readonly kind: 'found'; readonly file: FolderFile; readonly stamp: FileStamp } | ReadProblem;

/** Looks up a file. All reads begin here. */
export async function lookUpFile(reader: FolderReader, path: RepoPath): Promise<FileLookup> {
  if (isHistoryFile(path)) return HISTORY;
  try {
    const file = await reader.file(path);
    return { kind: 'found', file, stamp: stampOf(file) };
  } catch (error) {
    const failure = await judgeFailure(reader, error);
    if (isStandIn(path)) return NAMELESS;
    return failure.kind === 'missing' ? failure : { kind: 'failed', reason: failure.reason };
  }
}

/** Reads a file. Looks it up once more if it has changed since. */
export async function readFile(reader: FolderReader, path: RepoPath, asked?: FileLookup): Promise<FileRead> {
  const first = await readOnce(reader, asked ?? (await lookUpFile(reader, path)));
  const last = first.kind === 'changed' ? await readOnce(reader, await lookUpFile(reader, path)) : first;
  return last.kind === 'changed' ? { ...last, kind: 'failed' } : last;
}

type Changed = { readonly kind: 'changed'; readonly reason: string; readonly stamp: FileStamp };

async function readOnce(reader: FolderReader, lookup: FileLookup): Promise<FileRead | Changed> {
  if (lookup.kind !== 'found') return lookup;
  const { file, stamp } = lookup;
  if (stamp.size > LARGEST_TEXT) return { kind: 'failed', reason: tooLarge(stamp.size), stamp };
  try {
    return { kind: 'read', bytes: await file.read(), stamp, ...(file.hash && { hash: file.hash }) };
  } catch (error) {
    const failure = await judgeFailure(reader, error);
    if (failure.kind === 'missing') return failure;
    return { kind: failure.kind === 'changed' ? 'changed' : 'failed', reason: failure.reason, stamp };
  }
}

function tooLarge(size: number): string {
  return `${size} bytes are more than a browser can hold as one text`;
}

export interface FileToRead {
  readonly path: RepoPath;
  /** Defaults to reading from the folder. */
  readonly lookup?: FileLookup;
}

/** A file that was read for `item`. */
export interface ReadItem<T extends FileToRead> extends FileBytes {
  readonly item: T;
  readonly stamp: FileStamp;
}

export interface BatchReading<T extends FileToRead> {
  readonly reader: FolderReader;
  readonly budget: ByteBudget;
  readonly signal: AbortSignal | undefined;
  /** Called with each full batch. The bytes count toward the limit until it resolves. */
  run(batch: readonly ReadItem<T>[]): Promise<void>;
  /** Called for a file that cannot be read. */
  fail(item: T, problem: ReadProblem): void;
}

/**
 * Reads all items concurrently and passes them on in batches. Resolves when all are read. `finished` resolves when every batch
 * has been run, so that the next files can be looked up meanwhile.
 */
export async function readInBatches<T extends FileToRead>(
  items: readonly T[],
  { reader, budget, signal, run, fail }: BatchReading<T>,
): Promise<{ readonly finished: Promise<void> }> {
  let batch: ReadItem<T>[] = [];
  let held = 0;
  let waiting = 0;
  let stopped = false;
  const running: Promise<void>[] = [];

  function launch(): void {
    if (batch.length === 0) return;
    const full = batch;
    const bytes = held;
    batch = [];
    held = 0;
    const done = run(full).finally(() => {
      budget.give(bytes);
    });
    done.catch(() => undefined); // Awaited below. Until then it must not count as an unhandled rejection.
    running.push(done);
  }

  /** Sends the batch before waiting for bytes, because its files would hold them forever. */
  async function takeRoom(size: number): Promise<void> {
    if (budget.takeNow(size)) return;
    launch();
    waiting += 1;
    await budget.take(size);
    waiting -= 1;
  }

  async function readOne(item: T): Promise<void> {
    signal?.throwIfAborted();
    const lookup = item.lookup ?? (await lookUpFile(reader, item.path));
    const size = lookup.kind === 'found' && lookup.stamp.size <= LARGEST_TEXT ? lookup.stamp.size : 0;
    await takeRoom(size);
    let kept = false;
    try {
      signal?.throwIfAborted();
      const read = await readFile(reader, item.path, lookup);
      signal?.throwIfAborted();
      if (stopped) return;
      if (read.kind !== 'read') return fail(item, read);
      const { bytes, stamp, hash } = read;
      batch.push({ item, path: item.path, bytes, stamp, ...(hash && { hash }) });
      held += size;
      kept = true;
      if (batch.length >= FILES_PER_BATCH || held >= BYTES_PER_BATCH || waiting > 0) launch();
    } finally {
      if (!kept) budget.give(size);
    }
  }

  try {
    await forEachAtOnce(items, CALLS_AT_ONCE, readOne);
    launch();
    const finished = Promise.all(running).then(() => undefined);
    finished.catch(() => undefined); // Awaited later, possibly after it has rejected.
    return { finished };
  } finally {
    stopped = true;
    budget.give(held);
  }
}
