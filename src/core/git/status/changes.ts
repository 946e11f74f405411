import { compareUtf8 } from '../../compareUtf8';
import type { IndexEntry, TreeFile } from '../model';

/** A difference between two sets of files: HEAD and the index, or the index and the working tree. */
export type FileChange<Before = TreeFile, After = TreeFile> =
  | { readonly kind: 'added'; readonly path: string; readonly after: After }
  | { readonly kind: 'deleted'; readonly path: string; readonly before: Before }
  /** `type`: between a file, a symbolic link and a submodule. */
  | {
      readonly kind: 'modified' | 'type';
      readonly path: string;
      readonly before: Before;
      readonly after: After;
    }
  | {
      readonly kind: 'renamed';
      readonly path: string;
      readonly from: string;
      /** 0 to 1. */
      readonly similarity: number;
      readonly before: Before;
      readonly after: After;
    };

/**
 * Compares HEAD with the index, without renames, in git's order. `head` may leave out files that are equal in both, if
 * `index` does so too. Files with conflicts are left out, and those that are only intended to be added count as absent.
 */
export function stagedChanges(
  head: ReadonlyMap<string, TreeFile>,
  index: readonly IndexEntry[],
): readonly FileChange[] {
  const changes: FileChange[] = [];
  const seen = new Set<string>();
  for (const entry of index) {
    if (entry.isIntended) continue;
    seen.add(entry.path);
    if (entry.stage !== 0) continue;
    const before = head.get(entry.path);
    if (before === undefined) changes.push({ kind: 'added', path: entry.path, after: entry });
    else if (before.oid !== entry.oid || before.mode !== entry.mode)
      changes.push({
        kind: isSameType(before, entry) ? 'modified' : 'type',
        ...{ path: entry.path, before, after: entry },
      });
  }
  for (const [path, before] of head) if (!seen.has(path)) changes.push({ kind: 'deleted', path, before });
  return changes.sort((a, b) => compareUtf8(a.path, b.path));
}

/** Whether both are files, both links or both submodules. */
export function isSameType(one: TreeFile, other: TreeFile): boolean {
  return one.mode >> TYPE_SHIFT === other.mode >> TYPE_SHIFT;
}

const TYPE_SHIFT = 12;
