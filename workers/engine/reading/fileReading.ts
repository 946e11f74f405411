import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
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

/** Content of a file that is listed without a usable name. */
const NAMELESS: ReadProblem = {
  kind: 'failed',
  reason: 'it has no name by which it can be opened',
};

/** A file lookup, with the size and time at that moment. */
export type FileLookup =
  { readonly kind: 'found'; readonly file: FolderFile; readonly stamp: FileStamp } | ReadProblem;

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
