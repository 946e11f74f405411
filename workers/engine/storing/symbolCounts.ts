/** How many symbols files hold, as far as anybody has looked, as long as their content stays what it was. */
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { SymbolCount } from '../contract';

export interface SymbolCounts {
  /** Undefined while nobody has looked. */
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
