import { forEachAtOnce } from '../../async/forEachAtOnce';
import { compareUtf8 } from '../../compareUtf8';
import type { FileChange } from './changes';
import type { IndexEntry, Oid } from '../model';

/** A file in the working tree, as far as a browser can tell. */
export interface WorkingFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

export interface Worktree {
  readonly files: ReadonlyMap<string, WorkingFile>;
  /** When the index was written, in milliseconds since the epoch. */
  readonly indexModified: number;
  /** The id of a file's present content as git would store it. Undefined if it can't be read. */
  oidOf(path: string): Promise<Oid | undefined>;
  /** Whether the browser never lists a file with this name, so that its absence means nothing. */
  isHidden(path: string): boolean;
  /** `core.sparseCheckout`: a skipped file that is present counts again. */
  readonly isSparse?: boolean;
  /** False for `core.symlinks = false`, which stores links as plain files. */
  readonly hasSymlinks?: boolean;
  /** How many files to read at a time. */
  readonly concurrency?: number;
}

export type WorktreeChange = FileChange<IndexEntry, WorkingFile>;

const CONCURRENCY = 8;
const SYMLINK = 0o120000;
const SUBMODULE = 0o160000;

/**
 * Compares the index with the working tree as git does with `core.fileMode = false`, in git's order. Reads a file only
 * if its size and time can't tell. Says nothing about submodules and links, which a
 * browser doesn't see, and nothing about conflicts but that the file is missing.
 */
export async function worktreeChanges(
  index: readonly IndexEntry[],
  worktree: Worktree,
): Promise<readonly WorktreeChange[]> {
  const changes: WorktreeChange[] = [];
  const doubtful: Doubtful[] = [];
  for (const entry of index) {
    const file = worktree.files.get(entry.path);
    const judged = judge(entry, file, worktree);
    if (judged.kind === 'changed') changes.push(judged.change);
    else if (judged.kind === 'doubtful') doubtful.push(judged);
  }
  await forEachAtOnce(doubtful, worktree.concurrency ?? CONCURRENCY, async ({ entry, file }) => {
    const oid = await worktree.oidOf(entry.path);
    if (oid !== entry.oid) changes.push(modified(entry, file));
  });
  return changes.sort((a, b) => compareUtf8(a.path, b.path));
}

interface Doubtful {
  readonly kind: 'doubtful';
  readonly entry: IndexEntry;
  readonly file: WorkingFile;
}

type Judged =
  { readonly kind: 'unchanged' } | { readonly kind: 'changed'; readonly change: WorktreeChange } | Doubtful;

const UNCHANGED: Judged = { kind: 'unchanged' };

function judge(entry: IndexEntry, file: WorkingFile | undefined, worktree: Worktree): Judged {
  const { path, mode } = entry;
  if (!isCompared(entry, file) || entry.isAssumedUnchanged || mode === SUBMODULE) return UNCHANGED;
  if (entry.isSkipped && (file === undefined || worktree.isSparse !== true)) return UNCHANGED;
  const isLink = mode === SYMLINK && worktree.hasSymlinks !== false;
  if (file === undefined) {
    if (isLink || worktree.isHidden(path)) return UNCHANGED;
    return { kind: 'changed', change: { kind: 'deleted', path, before: entry } };
  }
  if (entry.isIntended) return { kind: 'changed', change: { kind: 'added', path, after: file } };
  if (isLink) return { kind: 'changed', change: { kind: 'type', path, before: entry, after: file } };
  return judgeBySize(entry, file, worktree);
}

/** Our side of a conflict counts as deleted without a file, so that a rename may begin there. */
function isCompared({ stage }: IndexEntry, file: WorkingFile | undefined): boolean {
  return stage === 0 || (stage === 2 && file === undefined);
}

/** Git stores sizes modulo 2^32. */
const SIZE_MODULUS = 2 ** 32;

function judgeBySize(entry: IndexEntry, file: WorkingFile, { indexModified }: Worktree): Judged {
  const isSameSize = file.size % SIZE_MODULUS === entry.size;
  // Git doesn't look into a file of another size, even if a conversion makes both equal. Size 0 marks an entry that git
  // itself doesn't trust.
  if (!isSameSize && entry.size !== 0) return { kind: 'changed', change: modified(entry, file) };
  const modifiedAt = entry.modified[0] * 1_000 + Math.floor(entry.modified[1] / 1_000_000);
  // A file written as late as the index may have changed within the same tick of the clock.
  const isRacy = modifiedAt >= Math.floor(indexModified);
  if (isSameSize && Math.floor(file.modified) === modifiedAt && !isRacy) return UNCHANGED;
  return { kind: 'doubtful', entry, file };
}

function modified(entry: IndexEntry, file: WorkingFile): WorktreeChange {
  return { kind: 'modified', path: entry.path, before: entry, after: file };
}
