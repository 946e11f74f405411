import type { RepoPath } from '../../core/files/repoPath';

/** The new paths of files that the user followed. */
export class FollowedFiles {
  readonly #newPaths = new Map<RepoPath, RepoPath>();

  add(places: ReadonlyMap<RepoPath, RepoPath>): void {
    for (const [path, to] of places) this.#newPaths.set(path, to);
  }

  /** Follows a path to where its file is now. Stops at a path for which `isInUse` is true, and gives up on a circle. */
  nowAt(path: RepoPath, isInUse: (path: RepoPath) => boolean): RepoPath {
    const passed = new Set<RepoPath>();
    let now = path;
    for (let to = this.#newPaths.get(now); to !== undefined && !isInUse(now); to = this.#newPaths.get(now)) {
      if (passed.has(now)) return path;
      passed.add(now);
      now = to;
    }
    return now;
  }
}
