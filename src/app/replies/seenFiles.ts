import type { TurnBlock } from '../../core/document/turn';
import type { RepoPath } from '../../core/files/repoPath';

/** The files that a model has seen. */
export interface SeenFiles {
  /** The hash of the body, for those shown in full. */
  readonly inFull: ReadonlyMap<RepoPath, string>;
  /** All, in any view. */
  readonly paths: ReadonlySet<RepoPath>;
}

/** The files in the blocks of a turn. */
export function seenFiles(blocks: readonly TurnBlock[]): SeenFiles {
  const inFull = new Map<RepoPath, string>();
  const paths = new Set<RepoPath>();
  for (const { key, mode, hash } of blocks) {
    if (!key.startsWith('file:') || mode === 'none') continue;
    const path = key.slice('file:'.length) as RepoPath; // The key of a file's block has its path.
    paths.add(path);
    if (mode === 'full') inFull.set(path, hash);
  }
  return { inFull, paths };
}
