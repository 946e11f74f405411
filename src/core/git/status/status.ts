/** The status of a repository: what differs between HEAD, the index and the working tree. */
import { compareUtf8 } from '../../compareUtf8';
import type { FileChange } from './changes';
import type { ConflictKind } from './conflicts';
import { quotePathWithSpaces } from '../quotePath';

export type StatusLetter = ' ' | 'M' | 'T' | 'A' | 'D' | 'R' | 'U' | '?';

export interface StatusEntry {
  /** The present path; with a slash at the end for an untracked folder. */
  readonly path: string;
  /** HEAD to index, or our side of a conflict. */
  readonly index: StatusLetter;
  /** Index to working tree, or their side of a conflict. */
  readonly worktree: StatusLetter;
  /** The path before a rename, in the index or in the working tree. */
  readonly from: string | undefined;
}

export interface StatusParts {
  /** HEAD to index. */
  readonly staged: readonly FileChange<unknown, unknown>[];
  /** Index to working tree. */
  readonly worktree: readonly FileChange<unknown, unknown>[];
  readonly conflicts: ReadonlyMap<string, ConflictKind>;
  readonly untracked: readonly string[];
}

/** Joins the parts to one entry per path, in git's order: tracked paths first. */
export function statusEntries(parts: StatusParts): readonly StatusEntry[] {
  const byPath = new Map<string, StatusEntry>();
  for (const change of parts.staged)
    byPath.set(change.path, {
      path: change.path,
      index: letterOf(change),
      worktree: ' ',
      from: fromOf(change),
    });
  for (const change of parts.worktree) {
    const staged = byPath.get(change.path);
    const { index = ' ', from } = staged ?? {};
    byPath.set(change.path, {
      ...{ path: change.path, index, worktree: letterOf(change) },
      from: from ?? fromOf(change),
    });
  }
  for (const [path, kind] of parts.conflicts) {
    const [ours, theirs] = lettersOf(kind);
    byPath.set(path, { path, index: ours, worktree: theirs, from: undefined });
  }
  const tracked = [...byPath.values()].sort((a, b) => compareUtf8(a.path, b.path));
  const untracked = parts.untracked.map((path): StatusEntry => ({
    path,
    index: '?',
    worktree: '?',
    from: undefined,
  }));
  return [...tracked, ...untracked];
}

/** The lines of `git status --porcelain`, without line ends. */
export function porcelainLines(entries: readonly StatusEntry[]): readonly string[] {
  return entries.map(({ path, index, worktree, from }) => {
    const source = from === undefined ? '' : `${quotePathWithSpaces(from)} -> `;
    return `${index}${worktree} ${source}${quotePathWithSpaces(path)}`;
  });
}

function letterOf({ kind }: FileChange<unknown, unknown>): StatusLetter {
  switch (kind) {
    case 'added':
      return 'A';
    case 'deleted':
      return 'D';
    case 'modified':
      return 'M';
    case 'type':
      return 'T';
    case 'renamed':
      return 'R';
  }
}

function fromOf(change: FileChange<unknown, unknown>): string | undefined {
  return change.kind === 'renamed' ? change.from : undefined;
}

function lettersOf(kind: ConflictKind): readonly [StatusLetter, StatusLetter] {
  // Every kind consists of two letters of a status.
  return [kind.charAt(0), kind.charAt(1)] as [StatusLetter, StatusLetter];
}
