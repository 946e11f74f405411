/** The parts of a git repository as plain data. Paths are relative to the working tree, with slashes. */

/** A SHA-1 as 40 lowercase hexadecimal digits. */
export type Oid = string & { readonly __brand: 'Oid' };

/** Access to files by path, relative to the opened folder: `.git/HEAD`, `src/a.ts`. */
export interface GitFolder {
  /** Undefined if there is no such file, or it can't be read. */
  file(path: string): Promise<GitFile | undefined>;
  /** The names in a folder; empty if there is no such folder. */
  list(path: string): Promise<readonly string[]>;
}

export interface GitFile {
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  /** The bytes from `start` to before `end`; all of them by default. */
  read(start?: number, end?: number): Promise<Uint8Array>;
}

export type ObjectKind = 'commit' | 'tree' | 'blob' | 'tag';

export interface GitObject {
  readonly kind: ObjectKind;
  readonly bytes: Uint8Array;
}

/** Reads objects. Rejects with a GitFault if an object is missing or damaged. */
export interface ObjectReader {
  read(oid: Oid): Promise<GitObject>;
  /** The size of an object in bytes, without its contents. */
  sizeOf(oid: Oid): Promise<number>;
}

/** An octal mode of a tree or an index, as a number: 0o100644, 0o100755, 0o120000, 0o160000, 0o40000. */
export type FileMode = number;

/** A file in a tree. */
export interface TreeFile {
  readonly path: string;
  readonly mode: FileMode;
  readonly oid: Oid;
}

/** An entry of the index. */
export interface IndexEntry extends TreeFile {
  /** 0, or 1 to 3 during a merge: base, ours, theirs. */
  readonly stage: 0 | 1 | 2 | 3;
  /** The size of the file when it was added, modulo 2^32. */
  readonly size: number;
  /** Seconds since the epoch, and nanoseconds. */
  readonly modified: readonly [seconds: number, nanoseconds: number];
  readonly isAssumedUnchanged: boolean;
  /** Not in the working tree, because of a sparse checkout. */
  readonly isSkipped: boolean;
  /** Added by `git add -N`: without contents so far. */
  readonly isIntended: boolean;
}

/** An expected failure, with a reason for the user. */
export class GitFault extends Error {
  override readonly name = 'GitFault';
}
