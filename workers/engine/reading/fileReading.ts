import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { forEachAtOnce } from '../../../src/core/async/forEachAtOnce';
import type { FileBytes } from '../../compute/contract';
import { isHistoryFile } from '../../../src/core/files/historyFile';
import { stampOf, type FileStamp } from '../folders/fileStamp';
import { judgeFailure, type FolderFile, type FolderReader } from '../folders/folderReader';
import { isStandIn } from '../folders/listChildren';

/** V8's limit on a string. Beyond it, browsers return an empty text without an error. */
export const LARGEST_TEXT = 536_870_888;

export type FileRead =
  | {
      readonly kind: 'read';
      readonly bytes: Uint8Array<ArrayBuffer>;
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

/** Content of a file that is listed without a usable name. */
const NAMELESS: ReadProblem = {
  kind: 'failed',
  reason: 'it has no name by which it can be opened',
};

export interface FileFound {
  readonly kind: 'found';
  readonly file: FolderFile;
  readonly stamp: FileStamp;
}

/** A file lookup, with the size and time at that moment. */
export type FileLookup = FileFound | ReadProblem;

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

/** Reads a file, into a buffer of its own. Looks it up once more if it has changed since. */
export async function readFile(reader: FolderReader, path: RepoPath, asked?: FileLookup): Promise<FileRead> {
  const first = await readOnce(reader, asked ?? (await lookUpFile(reader, path)));
  const last = first.kind === 'changed' ? await readOnce(reader, await lookUpFile(reader, path)) : first;
  return last.kind === 'changed' ? { ...last, kind: 'failed' } : last;
}

/** A file to read that was looked up. */
export interface FoundItem<T extends FileToRead> {
  readonly item: T;
  readonly lookup: FileFound;
}

/** Files of a call that are read at once, each alone. */
const READS_AT_ONCE = 4;

/**
 * Reads files and calls `onRead` with each result. Files with a blob are read in one call, which takes half the time; if that
 * fails, each is read alone.
 */
export async function readFiles<T extends FileToRead>(
  reader: FolderReader,
  found: readonly FoundItem<T>[],
  onRead: (item: T, result: FileRead) => void,
): Promise<void> {
  const together = await readTogether(
    reader,
    found.map(({ lookup }) => lookup),
  );
  const alone: FoundItem<T>[] = [];
  // Without a pause, because they share a buffer, which is transferred with all of them.
  for (const each of found) {
    const bytes = together.get(each.lookup);
    if (bytes === undefined) alone.push(each);
    else onRead(each.item, readResult(bytes, each.lookup));
  }
  await forEachAtOnce(alone, READS_AT_ONCE, async ({ item, lookup }) => {
    onRead(item, await readFile(reader, item.path, lookup));
  });
}

/** Empty if that is not possible, or fails. */
async function readTogether(
  reader: FolderReader,
  lookups: readonly FileFound[],
): Promise<ReadonlyMap<FileFound, Uint8Array<ArrayBuffer>>> {
  const found = new Map<FileFound, Uint8Array<ArrayBuffer>>();
  const readable = lookups.filter(({ file, stamp }) => file.blob !== undefined && stamp.size <= LARGEST_TEXT);
  const blobs = readable.flatMap(({ file: { blob } }) => blob ?? []);
  if (reader.readBlob === undefined || blobs.length < 2) return found;
  try {
    const bytes = await reader.readBlob(new Blob(blobs));
    const size = readable.reduce((sum, { stamp }) => sum + stamp.size, 0);
    if (bytes.byteLength !== size) return found;
    let at = 0;
    for (const lookup of readable) {
      found.set(lookup, new Uint8Array(bytes, at, lookup.stamp.size));
      at += lookup.stamp.size;
    }
  } catch {
    // Reading them one by one tells which file fails, and why.
  }
  return found;
}

/** The buffers of these bytes, to transfer them. */
export function buffersOf(files: readonly Pick<FileBytes, 'bytes'>[]): ArrayBuffer[] {
  return [...new Set(files.map(({ bytes }) => bytes.buffer))];
}

function readResult(bytes: Uint8Array<ArrayBuffer>, { file, stamp }: FileFound): FileRead & { kind: 'read' } {
  return { kind: 'read', bytes, stamp, ...(file.hash && { hash: file.hash }) };
}

type Changed = { readonly kind: 'changed'; readonly reason: string; readonly stamp: FileStamp };

async function readOnce(reader: FolderReader, lookup: FileLookup): Promise<FileRead | Changed> {
  if (lookup.kind !== 'found') return lookup;
  const { file, stamp } = lookup;
  if (stamp.size > LARGEST_TEXT) return { kind: 'failed', reason: tooLarge(stamp.size), stamp };
  try {
    return readResult(new Uint8Array(await file.read()), lookup);
  } catch (error) {
    const failure = await judgeFailure(reader, error);
    if (failure.kind === 'missing') return failure;
    return { kind: failure.kind === 'changed' ? 'changed' : 'failed', reason: failure.reason, stamp };
  }
}

function tooLarge(size: number): string {
  return `${size} bytes are more than a browser can hold as one text`;
}
