/** The engine's access to a folder from any source. Failures are DOMExceptions, as thrown by the browser. */
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { SourceEncoding } from '../../../src/core/files/sourceEncoding';
import type { FolderPath } from '../../../src/core/ignore/ignoreFile';
import type { FolderFault } from '../contract';
import { reasonOf } from '../reason';

export interface FolderChild {
  readonly name: string;
  readonly kind: 'file' | 'folder';
  /** Why it can't be read, if that is known. */
  readonly unreadable?: string;
}

export interface FolderFile {
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  /** The encoding that the user chose. */
  readonly readAs?: SourceEncoding;
  /** The hash of its text, if already known for the bytes that `read` returns. */
  readonly hash?: ContentHash;
  /** The same bytes for `readBlob`, if the browser has them. */
  readonly blob?: Blob;
  /** The bytes from `start` to before `end`; all of them by default. */
  read(start?: number, end?: number): Promise<ArrayBuffer>;
}

export interface FolderReader {
  /**
   * Makes the folder ready, at the beginning of each run. `progress` counts bytes. Rejects with FolderLost if that is
   * impossible.
   */
  prepare?(signal: AbortSignal, progress: (done: number, total: number) => void): Promise<void>;
  /** The direct children of a folder, in slices. */
  list(folder: FolderPath): AsyncIterable<readonly FolderChild[]>;
  file(path: RepoPath): Promise<FolderFile>;
  /** Reads a blob made of blobs of this folder's files. Must reject if one of them has changed since its lookup. */
  readBlob?(blob: Blob): Promise<ArrayBuffer>;
  /** Frees the handles that `list` kept for fast `file` calls. */
  forgetListing(): void;
  /** Whether the browser still allows reading the root. */
  isAllowed(): Promise<boolean>;
}

export type FolderFailure =
  | { readonly kind: 'missing' }
  | { readonly kind: 'denied'; readonly reason: string }
  /** The file changed between its lookup and reading it. */
  | { readonly kind: 'changed'; readonly reason: string }
  | { readonly kind: 'other'; readonly reason: string };

/** A call on the folder timed out. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(milliseconds: number) {
    super(`no answer within ${Math.ceil(milliseconds / 1000)} s`);
  }
}

/** A file can't be read, for a reason in words. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** Classifies a failed call on a folder. A file that became a folder, or the reverse, is missing. */
export function folderFailure(error: unknown): FolderFailure {
  if (error instanceof NoAnswer || error instanceof Unreadable)
    return { kind: 'other', reason: error.message };
  const reason = reasonOf(error);
  if (!(error instanceof DOMException)) return { kind: 'other', reason };
  switch (error.name) {
    case 'NotFoundError':
    case 'TypeMismatchError':
      return { kind: 'missing' };
    case 'NotAllowedError':
    case 'SecurityError':
      return { kind: 'denied', reason };
    case 'NotReadableError':
    case 'InvalidStateError':
      return { kind: 'changed', reason };
    default:
      return { kind: 'other', reason };
  }
}

/** Thrown if the whole folder becomes unreadable, which ends the run. */
export class FolderLost extends Error {
  override readonly name = 'FolderLost';
  readonly fault: FolderFault;

  constructor(fault: FolderFault) {
    super(messageOf(fault));
    this.fault = fault;
  }
}

/** Throws FolderLost if a call failed because permission was lost; else classifies the failure. */
export async function judgeFailure(reader: FolderReader, error: unknown): Promise<FolderFailure> {
  const failure = folderFailure(error);
  if (failure.kind === 'denied' && !(await reader.isAllowed())) throw new FolderLost({ kind: 'permission' });
  return failure;
}

function messageOf(fault: FolderFault): string {
  switch (fault.kind) {
    case 'permission':
      return 'the browser does not let the folder be read any more';
    case 'gone':
      return 'the folder is not where it was';
    case 'blocked':
      return `the folder cannot be read: ${fault.reason}`;
  }
}
