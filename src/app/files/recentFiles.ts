import { parseRepoPath, type RepoPath } from '../../core/files/repoPath';

const KEPT = 50;

/** The files that were opened or ticked last, the newest first. */
export class RecentFiles {
  #paths: readonly RepoPath[] = [];
  readonly #onchange: () => void;

  constructor(onchange: () => void) {
    this.#onchange = onchange;
  }

  get list(): readonly RepoPath[] {
    return this.#paths;
  }

  note(path: RepoPath): void {
    if (path === this.#paths[0]) return;
    this.#paths = [path, ...this.#paths.filter((other) => other !== path)].slice(0, KEPT);
    this.#onchange();
  }

  /** Takes a stored list; entries that are no paths are dropped. */
  restore(stored: readonly string[]): void {
    this.#paths = stored.map(parseRepoPath).flatMap((each) => (each.kind === 'path' ? [each.path] : []));
  }
}
