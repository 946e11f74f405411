/** Finds listed files by name: fuzzy for the filter box, by glob for "select by pattern". */
import fuzzysort, { type SnapshotKey } from 'fuzzysort';
import { compileGlob } from '../../../src/core/globs/glob';
import type { ScannedEntry } from '../contract';
import type { WorkspaceIndex } from '../reading/workspaceIndex';

export interface Finding {
  /** Prepares the paths for `filter`. Does nothing if no entry has changed since the last time. */
  prepare(): void;
  /** Backslashes in the query are slashes. */
  filter(query: string, limit: number): readonly number[];
  /** Throws with the reason if the glob is invalid. */
  matchGlob(glob: string): readonly number[];
}

const LONGEST_QUERY = 200;

/** Share of the best score. Matches below it have the letters too far apart to be useful. */
const WEAKEST = 0.7;

type Entries = Pick<WorkspaceIndex, 'revision' | 'entries'>;

export function createFinding(index: Entries): Finding {
  let snapshot = snapshotOf(index);
  let revision = index.revision;

  function prepare(): void {
    if (revision === index.revision) return;
    snapshot = snapshotOf(index);
    revision = index.revision;
  }

  return {
    prepare,
    filter(written, limit) {
      prepare();
      const query = written.replaceAll('\\', '/');
      const found = fuzzysort.go(query.slice(0, LONGEST_QUERY), snapshot, { limit, threshold: 0 });
      return withoutWeak(found, query).map(({ obj }) => obj.id);
    },
    matchGlob(text) {
      const glob = compileGlob(text);
      if (glob.kind === 'refused') throw new Error(glob.reason);
      const ids: number[] = [];
      for (const { id, path, kind, leftOut } of index.entries.values()) {
        if (kind === 'folder') continue;
        if (leftOut === undefined ? glob.matches(path) : glob.names(path)) ids.push(id);
      }
      return ids;
    },
  };
}

/** The matches worth showing, best first. Matches that contain the words as typed are always included. */
function withoutWeak<M extends { readonly score: number; readonly obj: ScannedEntry }>(
  found: readonly M[],
  query: string,
): readonly M[] {
  const words = query.toLowerCase().split(/\s+/);
  const least = (found[0]?.score ?? 0) * WEAKEST;
  return found.filter(({ score, obj }) => {
    if (score >= least) return true;
    const path = obj.path.toLowerCase();
    return words.every((word) => path.includes(word));
  });
}

function snapshotOf(index: Entries): SnapshotKey<ScannedEntry> {
  const snapshot = fuzzysort.snapshot([...index.entries.values()], { key: 'path' });
  // Any search completes the snapshot. Otherwise, timers do it in slices, which takes twice as long.
  fuzzysort.go('', snapshot, { limit: 1 });
  return snapshot;
}
