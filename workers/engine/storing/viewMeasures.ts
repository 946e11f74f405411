/** Measures of file views, valid as long as the content stays the same. */
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { KeptSummary } from '../contract';
import type { ViewMeasure } from '../documentContract';
import { createPackStore, type PackShelf } from '../../caches/packStore';
import { packViews, unpackViews, type StoredViews } from './viewPack';

/** Limit per file. Each selection of symbols or lines is another view; the oldest are dropped. */
const VIEWS_PER_FILE = 32;

export interface ViewMeasures {
  /** Resolves when measures of earlier visits are loaded. */
  ready(): Promise<void>;
  get(path: RepoPath, hash: ContentHash, key: string): ViewMeasure | undefined;
  set(path: RepoPath, hash: ContentHash, measures: readonly ViewMeasure[]): void;
  /** Forgets files that are no longer in the folder. */
  keepOnly(isListed: (path: RepoPath) => boolean): void;
  /** Stores new measures for the next visit. */
  flush(): Promise<void>;
}

/**
 * The measures in one encoding. Without a shelf, none are stored. Measures of views with a summary are valid while
 * `keptSummaries` lists that summary.
 */
export function createViewMeasures(
  shelf: PackShelf | undefined,
  keptSummaries: () => Promise<readonly KeptSummary[]>,
): ViewMeasures {
  const store = createPackStore<StoredViews>(shelf, { pack: packViews, unpack: unpackViews });
  const byPath = new Map<
    RepoPath,
    { readonly hash: ContentHash; readonly byKey: Map<string, ViewMeasure> }
  >();
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    const [files, kept] = await Promise.all([store.load(), keptSummaries()]);
    const summarized = new Set(
      kept
        .filter(({ current, written }) => current && written === '')
        .map(({ path, hash }) => `${hash} ${path}`),
    );
    for (const { path, hash, measures } of files) {
      if (byPath.has(path)) continue;
      const isKept = summarized.has(`${hash} ${path}`);
      take(path, hash, isKept ? measures : measures.filter(({ summary }) => summary === undefined));
    }
  }

  function take(
    path: RepoPath,
    hash: ContentHash,
    measures: readonly ViewMeasure[],
  ): Map<string, ViewMeasure> {
    const known = byPath.get(path);
    const byKey = known?.hash === hash ? known.byKey : new Map<string, ViewMeasure>();
    for (const measure of measures) {
      byKey.delete(measure.key);
      byKey.set(measure.key, measure);
    }
    for (const oldest of byKey.keys()) {
      if (byKey.size <= Math.max(VIEWS_PER_FILE, measures.length)) break;
      byKey.delete(oldest);
    }
    byPath.set(path, { hash, byKey });
    return byKey;
  }

  return {
    ready: () => (loading ??= load()),
    get(path, hash, key) {
      const known = byPath.get(path);
      return known?.hash === hash ? known.byKey.get(key) : undefined;
    },
    set(path, hash, measures) {
      const lasting = [...take(path, hash, measures).values()].filter(isLasting);
      if (lasting.length > 0) store.put({ path, hash, measures: lasting });
    },
    keepOnly: (isListed) => store.keepOnly(isListed),
    flush: () => store.flush(),
  };
}

/** Whether to store a measure. Errors may be temporary, and views with a model's summary are few. */
function isLasting({ key, summary, failed, passing }: ViewMeasure): boolean {
  return failed === undefined && passing === undefined && (summary === undefined || !key.includes(':by '));
}
