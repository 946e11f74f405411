/** Symbol counts of files that were counted before and have not changed since. */
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { SymbolCount } from '../documentContract';

export interface SymbolCounts {
  /** Undefined if not counted yet. */
  get(path: RepoPath, hash: ContentHash): SymbolCount | undefined;
  set(path: RepoPath, hash: ContentHash, count: SymbolCount): void;
}

export function createSymbolCounts(): SymbolCounts {
  const known = new Map<RepoPath, { readonly hash: ContentHash; readonly count: SymbolCount }>();
  return {
    get(path, hash) {
      const found = known.get(path);
      return found?.hash === hash ? found.count : undefined;
    },
    set(path, hash, count) {
      known.set(path, { hash, count });
    },
  };
}
