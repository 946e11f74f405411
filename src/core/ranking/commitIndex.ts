/** Indexes the past commits of a folder: the terms of their messages, and the paths that they changed. */
import type { Steps } from '../async/steps';
import { createListWriter, inverted, type FlatLists } from './flatLists';
import { HashCounts } from './hashCounts';
import { isStopWord } from './stopWords';
import { createTermHasher } from './termHashes';
import { withoutTrailers } from './trailers';
import { visitWords } from './words';

/** A commit that is not a merge. */
export interface PastCommit {
  readonly message: string;
  /** The changed files; some may be gone. */
  readonly paths: readonly string[];
}

/** Older commits say little about the files of today. */
export const MOST_COMMITS = 3_000;
/** A commit that changes more files changes them for a reason that has little to do with each. */
export const MOST_CHANGED = 30;
/** The part of a message that is read, in UTF-16 units. Longer ones quote changelogs and logs. */
const READ = 1_500;

/** Commits are numbered from 0, the newest. */
export interface CommitIndex {
  readonly size: number;
  /** The row of each term in `commitsByTerm`. */
  readonly terms: HashCounts;
  /** A commit is listed once for each occurrence of the term. */
  readonly commitsByTerm: FlatLists;
  /** The number of terms of each message. */
  readonly lengths: Uint32Array;
  /** All changed paths. */
  readonly paths: readonly string[];
  /** Positions in `paths`. */
  readonly pathsByCommit: FlatLists;
}

/**
 * Indexes commits in steps of one. Those beyond `MOST_COMMITS` and those of more than `MOST_CHANGED` files are ignored.
 *
 * @param commits newest first
 */
export function* commitIndexSteps(commits: Iterable<PastCommit>): Steps<CommitIndex> {
  const { visitTermHashes } = createTermHasher();
  const terms = new HashCounts();
  const termsByCommit = createListWriter();
  const lengths: number[] = [];
  const positions = new Map<string, number>();
  const pathsByCommit = createListWriter();
  for (const { message, paths } of commits) {
    if (lengths.length === MOST_COMMITS) break;
    const changed = new Set(paths);
    if (changed.size === 0 || changed.size > MOST_CHANGED) continue;
    yield;
    let length = 0;
    const read = withoutTrailers(message.slice(0, READ));
    visitWords(read, (start, end) => {
      if (isStopWord(read.slice(start, end).toLowerCase())) return;
      visitTermHashes(read, start, end, (hash) => {
        termsByCommit.add(terms.addRow(hash));
        length += 1;
      });
    });
    termsByCommit.finishList();
    lengths.push(length);
    for (const path of changed) {
      const position = positions.get(path) ?? positions.size;
      positions.set(path, position);
      pathsByCommit.add(position);
    }
    pathsByCommit.finishList();
  }
  yield;
  return {
    size: lengths.length,
    terms,
    commitsByTerm: inverted(termsByCommit.finish(), terms.size),
    lengths: Uint32Array.from(lengths),
    paths: [...positions.keys()],
    pathsByCommit: pathsByCommit.finish(),
  };
}
