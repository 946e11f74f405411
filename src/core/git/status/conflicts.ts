import type { IndexEntry } from '../model';

/** How both sides of a merge have changed a file: `U` updated, `A` added, `D` deleted. Ours comes first. */
export type ConflictKind = 'DD' | 'AU' | 'UD' | 'UA' | 'DU' | 'AA' | 'UU';

/** By the stages that the index has of a file: 1 for the base, 2 for ours, 4 for theirs. */
const KIND_BY_STAGES: Readonly<Record<number, ConflictKind>> = {
  1: 'DD',
  2: 'AU',
  3: 'UD',
  4: 'UA',
  5: 'DU',
  6: 'AA',
  7: 'UU',
};

/** The files with conflicts, by path. */
export function conflictsIn(index: readonly IndexEntry[]): ReadonlyMap<string, ConflictKind> {
  const stages = new Map<string, number>();
  for (const { path, stage } of index) {
    if (stage !== 0) stages.set(path, (stages.get(path) ?? 0) | (1 << (stage - 1)));
  }
  const conflicts = new Map<string, ConflictKind>();
  for (const [path, found] of stages) {
    const kind = KIND_BY_STAGES[found];
    if (kind !== undefined) conflicts.set(path, kind);
  }
  return conflicts;
}
