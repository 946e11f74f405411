/** Assigns past commits to the files of a table. */
import type { Steps } from '../async/steps';
import type { CommitIndex } from './commitIndex';
import type { FileTable } from './fileIndex';
import { createListWriter, inverted, listAt, type FlatLists } from './flatLists';

/** The past commits of the files in a table. */
export interface FileHistory {
  readonly commits: CommitIndex;
  /** The files of each commit that the table still has. */
  readonly filesByCommit: FlatLists;
  /** The commits of each file, the newest first. */
  readonly commitsByFile: FlatLists;
  /** The number of terms in all messages of a file's commits. */
  readonly lengths: Uint32Array;
  readonly averageLength: number;
  /** The inverse of the number of commits since a file's last one, from 0 to 1; 0 if it has none. */
  readonly recency: Float64Array;
  /** The number of a file's commits, of which older ones count less. */
  readonly frequency: Float64Array;
}

/** The number of newer commits after which a file's last one counts half. */
const RECENT = 30;
/** The number of newer commits after which a commit counts 1 / e. */
const LASTING = 400;

const COMMITS_PER_STEP = 100;

/** In steps. Undefined if no commit has changed a file of the table. */
export function* fileHistorySteps(
  commits: CommitIndex,
  { paths, positions }: FileTable,
): Steps<FileHistory | undefined> {
  const files = Int32Array.from(commits.paths, (path) => positions.get(path) ?? -1);
  yield;
  const writer = createListWriter();
  const lengths = new Uint32Array(paths.length);
  const recency = new Float64Array(paths.length);
  const frequency = new Float64Array(paths.length);
  for (let commit = 0; commit < commits.size; commit += 1) {
    if (commit % COMMITS_PER_STEP === 0) yield;
    for (const path of listAt(commits.pathsByCommit, commit)) {
      const file = files[path] ?? -1;
      if (file < 0) continue;
      writer.add(file);
      lengths[file] = (lengths[file] ?? 0) + (commits.lengths[commit] ?? 0);
      recency[file] ||= 1 / (1 + commit / RECENT);
      frequency[file] = (frequency[file] ?? 0) + Math.exp(-commit / LASTING);
    }
    writer.finishList();
  }
  const filesByCommit = writer.finish();
  if (filesByCommit.items.length === 0) return undefined;
  const commitsByFile = inverted(filesByCommit, paths.length);
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / paths.length || 1;
  return { commits, filesByCommit, commitsByFile, lengths, averageLength, recency, frequency };
}
