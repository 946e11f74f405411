/** Measures the first files that a walk finds while it continues, so that the screen has numbers soon. */
import type { RepoPath } from '../../../src/core/files/repoPath';

/** About a screenful; more would slow down the walk. */
const EARLY_FILES = 64;
/** Milliseconds. A file may never respond. */
const LONGEST_WAIT = 3_000;

export interface EarlyFiles {
  readonly paths: ReadonlySet<RepoPath>;
  /** Settles when the files are measured. Starts with enough files, or when `begin` is called. */
  readonly measured: Promise<void>;
  /** Resolves when the first batch has been read, or that takes too long; at once if it has not begun. */
  firstRead(): Promise<void>;
  found(path: RepoPath): void;
  /** Starts with the files found so far. Call when the walk has ended. */
  begin(): void;
}

export function createEarlyFiles(
  measure: (paths: readonly RepoPath[], onRead: () => void) => Promise<void>,
): EarlyFiles {
  const paths = new Set<RepoPath>();
  let begun = false;
  let reading = Promise.resolve();
  let begin: () => void = () => undefined;
  const measured = new Promise<void>((resolve) => {
    begin = () => {
      if (begun) return;
      begun = true;
      reading = new Promise((onRead) => {
        setTimeout(onRead, LONGEST_WAIT);
        const measuring = measure([...paths], onRead);
        measuring.then(onRead, onRead);
        resolve(measuring);
      });
    };
  });
  return {
    paths,
    measured,
    firstRead: () => reading,
    found(path) {
      if (begun) return;
      paths.add(path);
      if (paths.size >= EARLY_FILES) begin();
    },
    begin,
  };
}
