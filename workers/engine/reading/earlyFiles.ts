/** The first files that a walk finds are measured while it goes on, so that the screen soon has its first numbers. */
import type { RepoPath } from '../../../src/core/files/repoPath';

/** About what a screen shows; more would take time from the walk. */
const EARLY_FILES = 64;

export interface EarlyFiles {
  readonly paths: ReadonlySet<RepoPath>;
  /** Settles when they are measured; pending until there are enough of them, or `begin` was called. */
  readonly measured: Promise<void>;
  found(path: RepoPath): void;
  /** No more will be found. */
  begin(): void;
}

export function createEarlyFiles(measure: (paths: readonly RepoPath[]) => Promise<void>): EarlyFiles {
  const paths = new Set<RepoPath>();
  let begun = false;
  let begin: () => void = () => undefined;
  const measured = new Promise<void>((resolve) => {
    begin = () => {
      if (begun) return;
      begun = true;
      resolve(measure([...paths]));
    };
  });
  return {
    paths,
    measured,
    found(path) {
      if (begun) return;
      paths.add(path);
      if (paths.size >= EARLY_FILES) begin();
    },
    begin,
  };
}
