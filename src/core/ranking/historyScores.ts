/** Scores files by their past commits: those whose messages resemble a task, and those that also changed its files. */
import type { Steps } from '../async/steps';
import type { FileHistory } from './fileHistory';
import { listAt } from './flatLists';
import { rarityOf } from './fieldScores';
import type { Task } from './parseTask';

export interface HistoryScores {
  /** BM25 of the messages of each file's commits. */
  readonly messages: Float64Array;
  /** The similarity of a file's commits to the task, over the most similar commits. */
  readonly similar: Float64Array;
  /** How often the file changes together with the seeds. */
  readonly together: Float64Array;
  /** Commits that are at least half as similar to the task as the most similar one. */
  readonly similarCommits: readonly number[];
}

/** Saturation of term counts in the messages of a file, and its length normalization. */
const K1 = 1.2;
const LENGTH_SHARE = 0.5;
/** The same for a single message, whose length is compared with a typical one. */
const MESSAGE_K1 = 0.6;
const MESSAGE_LENGTH = 20;
/** The number of commits that count as similar. */
const MOST_SIMILAR = 40;

/** @param seeds the certainty, for each file, that the task concerns it; sums to 1 */
export function* historyScoreSteps(
  history: FileHistory,
  task: Task,
  seeds: Float64Array,
): Steps<HistoryScores> {
  const messages = new Float64Array(seeds.length);
  const similarity = new Float64Array(history.commits.size);
  const counts = new Uint32Array(seeds.length);
  for (const { hash, weight } of task.terms) {
    const row = history.commits.terms.rowOf(hash);
    if (row < 0) continue;
    yield;
    addTerm(history, { row, weight }, { messages, similarity, counts });
  }
  yield;
  const ordered = Array.from(similarity.keys())
    .filter((commit) => (similarity[commit] ?? 0) > 0)
    .sort((a, b) => (similarity[b] ?? 0) - (similarity[a] ?? 0) || a - b)
    .slice(0, MOST_SIMILAR);
  const relative = ordered.map((commit) => (similarity[commit] ?? 0) / (similarity[ordered[0] ?? 0] ?? 1));
  yield;
  return {
    messages,
    similar: filesOf(ordered, relative, history, seeds.length),
    together: yield* togetherSteps(history, seeds),
    similarCommits: ordered.filter((_, at) => (relative[at] ?? 0) >= SIMILAR),
  };
}

/** The share of the highest similarity from which a commit is called similar. */
const SIMILAR = 0.5;

interface TermSums {
  readonly messages: Float64Array;
  readonly similarity: Float64Array;
  /** By file; all 0 between terms. */
  readonly counts: Uint32Array;
}

function addTerm(
  { commits, filesByCommit, lengths, averageLength }: FileHistory,
  { row, weight }: { readonly row: number; readonly weight: number },
  { messages, similarity, counts }: TermSums,
): void {
  const found = runsOf(listAt(commits.commitsByTerm, row));
  const rarity = weight * rarityOf(found.length, commits.size);
  const touched: number[] = [];
  for (const { commit, count } of found) {
    const length = 1 + (commits.lengths[commit] ?? 0) / MESSAGE_LENGTH;
    similarity[commit] = (similarity[commit] ?? 0) + (rarity * count) / (count + MESSAGE_K1 * length);
    for (const file of listAt(filesByCommit, commit)) {
      if (counts[file] === 0) touched.push(file);
      counts[file] = (counts[file] ?? 0) + count;
    }
  }
  const fileRarity = weight * rarityOf(touched.length, messages.length);
  for (const file of touched) {
    const count = counts[file] ?? 0;
    const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[file] ?? 0)) / averageLength;
    messages[file] = (messages[file] ?? 0) + (fileRarity * count * (K1 + 1)) / (count + K1 * length);
    counts[file] = 0;
  }
}

/** Ascending numbers without repetitions, with the number of occurrences. */
function runsOf(numbers: Uint32Array): readonly { readonly commit: number; readonly count: number }[] {
  const runs: { commit: number; count: number }[] = [];
  for (const commit of numbers) {
    const last = runs.at(-1);
    if (last?.commit === commit) last.count += 1;
    else runs.push({ commit, count: 1 });
  }
  return runs;
}

/** Distributes the similarity of commits among their files. Newer commits, and those of fewer files, count more. */
function filesOf(
  ordered: readonly number[],
  relative: readonly number[],
  { filesByCommit }: FileHistory,
  size: number,
): Float64Array {
  const scores = new Float64Array(size);
  for (const [at, commit] of ordered.entries()) {
    const files = listAt(filesByCommit, commit);
    const share = (relative[at] ?? 0) ** 3 / Math.sqrt(files.length) / (1 + commit / AGING);
    for (const file of files) scores[file] = (scores[file] ?? 0) + share;
  }
  return scores;
}

/** The number of newer commits after which a similar commit counts half. */
const AGING = 3_000;

/** Commits of more files say little about any two of them. */
const MOST_TOGETHER = 20;
/** Files of few commits change with others by chance. */
const CHANCE = 2;

const COMMITS_PER_STEP = 500;

function* togetherSteps(history: FileHistory, seeds: Float64Array): Steps<Float64Array> {
  const scores = new Float64Array(seeds.length);
  for (let commit = 0; commit < history.commits.size; commit += 1) {
    if (commit % COMMITS_PER_STEP === 0) yield;
    const files = listAt(history.filesByCommit, commit);
    for (const seed of files) {
      const passed = passedOn(history, seeds, seed, files.length);
      if (passed === 0) continue;
      for (const file of files) if (file !== seed) scores[file] = (scores[file] ?? 0) + passed;
    }
  }
  return scores;
}

/** The certainty that a seed passes on to each other file of a commit. */
function passedOn(
  { commitsByFile: { starts } }: FileHistory,
  seeds: Float64Array,
  seed: number,
  files: number,
): number {
  if (files < 2 || files > MOST_TOGETHER) return 0;
  const commits = (starts[seed + 1] ?? 0) - (starts[seed] ?? 0);
  return (seeds[seed] ?? 0) / (commits + CHANCE) / Math.sqrt(files - 1);
}

/** The seed from which a file gets the most for changing together, and their number of common commits. */
export function companionOf(
  file: number,
  history: FileHistory,
  seeds: Float64Array,
): { readonly file: number; readonly commits: number } | undefined {
  const sums = new Map<number, { file: number; size: number; commits: number }>();
  for (const commit of listAt(history.commitsByFile, file)) {
    const files = listAt(history.filesByCommit, commit);
    for (const seed of files) {
      const passed = seed === file ? 0 : passedOn(history, seeds, seed, files.length);
      if (passed === 0) continue;
      const sum = sums.get(seed) ?? { file: seed, size: 0, commits: 0 };
      sums.set(seed, { file: seed, size: sum.size + passed, commits: sum.commits + 1 });
    }
  }
  const [best] = [...sums.values()].sort((a, b) => b.size - a.size || a.file - b.file);
  return best;
}
