import type { RepoPath } from '../../core/files/repoPath';

const KEPT = 50;

/** The files that were opened or ticked last, the newest first. */
export class RecentFiles {
  #paths: readonly RepoPath[] = [];

  get list(): readonly RepoPath[] {
    return this.#paths;
  }

  note(path: RepoPath): void {
    this.#paths = [path, ...this.#paths.filter((other) => other !== path)].slice(0, KEPT);
  }
}
