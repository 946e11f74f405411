import { baseName, parentPath, type RepoPath } from '../files/repoPath';
import type { KnownFile } from './filesByLength';
import type { MovedCandidates } from './movedCandidates';

/** Learns folder moves from files that were surely moved. */
export interface FolderMoves {
  /** Learns from a file that was surely moved. Ignores renamed files. */
  add(path: RepoPath, to: RepoPath): void;
  /** Finds a file that moved with its folder, or with one further up. Undefined if no candidate has its name. */
  follow(gone: KnownFile, candidates: MovedCandidates): Followed | undefined;
}

interface Followed {
  readonly there: RepoPath | undefined;
  /** Number of paths checked. */
  readonly looked: number;
}

export function folderMoves(): FolderMoves {
  /** New folders by old folder. The root folder is the empty string. */
  const moves = new Map<string, Set<string>>();
  return {
    add(path, now) {
      if (baseName(path) !== baseName(now)) return;
      const { from, to } = folderMove(foldersOf(path), foldersOf(now));
      const others = moves.get(from);
      if (others === undefined) moves.set(from, new Set([to]));
      else others.add(to);
    },
    follow(gone, candidates) {
      if (!candidates.hasName(gone)) return undefined;
      const { path } = gone;
      let looked = 0;
      for (let from = parentPath(path); ; from = parentPath(from)) {
        const below = path.slice(from === undefined ? 0 : from.length + 1);
        for (const to of moves.get(from ?? '') ?? []) {
          looked += 1;
          // The cast is safe because the path is only compared.
          const target = (to === '' ? below : `${to}/${below}`) as RepoPath;
          if (target !== path && candidates.at(gone, target) !== undefined) return { there: target, looked };
        }
        if (from === undefined) return { there: undefined, looked };
      }
    },
  };
}

/** The topmost folder that moved, without subfolders that kept their names. */
function folderMove(from: readonly string[], to: readonly string[]): { from: string; to: string } {
  const kept = sharedStart(from.toReversed(), to.toReversed());
  return {
    from: from.slice(0, from.length - kept).join('/'),
    to: to.slice(0, to.length - kept).join('/'),
  };
}

export function sharedStart(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((folder, at) => folder !== other[at]);
  return index < 0 ? one.length : index;
}

export function foldersOf(path: RepoPath): readonly string[] {
  return parentPath(path)?.split('/') ?? [];
}
