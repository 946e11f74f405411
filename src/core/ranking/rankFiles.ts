/**
 * Ranks the files of a folder by how likely a task concerns them, in two stages. The first stage compares words. The
 * second also searches the text of the most likely files, which the caller reads in between, and follows the graph from
 * them.
 */
import { runSteps, type Steps } from '../async/steps';
import { fieldScoreSteps, type WeighedTerm } from './fieldScores';
import {
  firstFeatures,
  historyFeatures,
  probabilities,
  secondFeatures,
  weighted,
  type Features,
} from './features';
import type { FileHistory } from './fileHistory';
import type { FileIndex, FileTable } from './fileIndex';
import type { FileGraph } from './graph';
import { historyScoreSteps } from './historyScores';
import { mentionSteps } from './mentions';
import { FIRST_STAGE, SECOND_STAGE, SECOND_STAGE_WITH_HISTORY } from './model';
import { pageRankSteps } from './pageRank';
import type { Task } from './parseTask';
import { reasonsOf, type KnownPast, type Reason } from './reasons';
import { testedFiles } from './testedFiles';
import type { TextWindow } from './windows';

export interface RankOptions {
  /** Paths that the user has selected: files that use them or are used by them rank higher. */
  readonly selected?: readonly string[];
  /** Paths to leave out, such as those that the user has dismissed. */
  readonly excluded?: ReadonlySet<string>;
  /** The maximum number of files to return. All by default. */
  readonly limit?: number;
  /** The number of files that get reasons: this many from the start, and as many that are not selected. */
  readonly explained?: number;
  /** The past commits of the files in the shortlist's table. Without them, words and links alone decide. */
  readonly history?: FileHistory | undefined;
}

/** The result of the first stage. */
export interface Shortlist {
  readonly task: Task;
  readonly table: FileTable;
  /** The task's terms that the folder has, for `createWindowFinder`. */
  readonly terms: readonly WeighedTerm[];
  /** The files whose best windows the second stage needs, the most likely first. */
  readonly paths: readonly string[];
  readonly features: Features;
  /** Probabilities after the first stage, in the order of the table. */
  readonly certainty: Float64Array;
}

export interface RankedFile {
  readonly path: string;
  /** Rounded to a millionth; higher is more likely. */
  readonly score: number;
  /** The probabilities of all files that are not excluded sum to 1. */
  readonly probability: number;
  /** At most three, the strongest first. Empty beyond the files that `explained` allows. */
  readonly reasons: readonly Reason[];
  /** The file that this test tests, if both have reasons. */
  readonly tests: string | undefined;
}

const SHORTLISTED = 150;
const SEEDS = 40;
/** The share of the seeds that the user's own selection gets. */
const SELECTED_SHARE = 0.3;
const EXPLAINED = 100;

export function shortlist(index: FileIndex, task: Task): Shortlist {
  return runSteps(shortlistSteps(index.table(), task));
}

/** `shortlist` in small steps. */
export function* shortlistSteps(table: FileTable, task: Task): Steps<Shortlist> {
  const scores = yield* fieldScoreSteps(table, task);
  const mentions = yield* mentionSteps(table, task);
  yield;
  const features = firstFeatures(table, task, scores, mentions);
  yield;
  const certainty = probabilities(weighted(features, FIRST_STAGE, table.paths.length));
  const paths = highest(certainty, SHORTLISTED);
  return {
    task,
    table,
    terms: scores.terms,
    paths: paths.map((file) => table.paths[file] ?? ''),
    features,
    certainty,
  };
}

/**
 * Deterministic: sorts by descending score, then by the code units of paths.
 *
 * @param graph built from the table that the shortlist has
 * @param windows the best window of each file in the shortlist that has one
 */
export function rankFiles(
  list: Shortlist,
  graph: FileGraph,
  windows: ReadonlyMap<string, TextWindow>,
  options: RankOptions = {},
): readonly RankedFile[] {
  return runSteps(rankSteps(list, graph, windows, options));
}

/** `rankFiles` in small steps. */
export function* rankSteps(
  list: Shortlist,
  graph: FileGraph,
  windows: ReadonlyMap<string, TextWindow>,
  { selected = [], excluded = new Set(), limit = Infinity, explained = EXPLAINED, history }: RankOptions,
): Steps<readonly RankedFile[]> {
  const { task, table, features: first } = list;
  const seeds = seedsOf(list, selected);
  const ranks = yield* pageRankSteps(graph, seeds);
  const windowScores = new Float64Array(table.paths.length);
  for (const [path, { score }] of windows) {
    const file = table.positions.get(path);
    if (file !== undefined) windowScores[file] = score;
  }
  const past = history && (yield* pastSteps(history, task, seeds));
  const features = {
    ...first,
    ...secondFeatures(graph, seeds, ranks, windowScores),
    ...(past && historyFeatures(past.history, past.scores)),
  };
  const model = past === undefined ? SECOND_STAGE : SECOND_STAGE_WITH_HISTORY;
  const scores = weighted(features, model, table.paths.length).map(rounded);
  for (const file of positionsOf([...excluded], table)) scores[file] = -Infinity;
  yield;
  const shares = probabilities(scores);
  yield;
  // As many files as `explained` get reasons in addition to the selected ones.
  const kept = highest(scores, Math.max(limit, explained + selected.length)).filter(
    (file) => scores[file] !== -Infinity,
  );
  yield;
  const hasWords = list.terms.length > 0;
  const isExplained = hasWords || (past?.scores.similarCommits.length ?? 0) > 0;
  const withReasons = firstFiles(kept, isExplained ? explained : 0, new Set(positionsOf(selected, table)));
  const sources = testedFiles([...withReasons], table, graph);
  yield;
  const evidence = { table, task, hasWords, graph, seeds, ranks, features, model, past };
  const reasons = new Map<number, readonly Reason[]>();
  for (const file of withReasons) {
    reasons.set(file, reasonsOf(file, { ...evidence, window: windows.get(table.paths[file] ?? '') }));
    yield;
  }
  return kept.slice(0, limit).map((file) => ({
    path: table.paths[file] ?? '',
    score: scores[file] ?? 0,
    probability: shares[file] ?? 0,
    reasons: reasons.get(file) ?? [],
    tests: table.paths[sources.get(file) ?? -1],
  }));
}

function* pastSteps(history: FileHistory, task: Task, seeds: Float64Array): Steps<KnownPast> {
  return { history, scores: yield* historyScoreSteps(history, task, seeds) };
}

/** The first files, and as many that are not selected: many selected files must not push all others out. */
function firstFiles(
  files: readonly number[],
  count: number,
  selected: ReadonlySet<number>,
): ReadonlySet<number> {
  const others = files.filter((file) => !selected.has(file));
  return new Set([...files.slice(0, count), ...others.slice(0, count)]);
}

/** The most certain files, plus a fixed share for the user's selection. Sums to 1. */
function seedsOf({ table, paths, certainty }: Shortlist, selected: readonly string[]): Float64Array {
  const seeds = new Float64Array(certainty.length);
  const likely = positionsOf(paths.slice(0, SEEDS), table);
  const chosen = positionsOf([...new Set(selected)], table);
  const share = chosen.length === 0 ? 0 : SELECTED_SHARE;
  const sum = likely.reduce((total, file) => total + (certainty[file] ?? 0), 0);
  for (const file of likely) seeds[file] = ((1 - share) * (certainty[file] ?? 0)) / sum;
  for (const file of chosen) seeds[file] = (seeds[file] ?? 0) + share / chosen.length;
  return seeds;
}

function positionsOf(paths: readonly string[], { positions }: FileTable): readonly number[] {
  return paths.flatMap((path) => positions.get(path) ?? []);
}

/** The positions of the highest values, from the highest to the lowest; equal values keep the order of the table. */
function highest(values: Float64Array, count: number): readonly number[] {
  // Sorting numbers is many times faster than sorting positions by them.
  const least = values.toSorted()[Math.max(0, values.length - count)] ?? 0;
  const positions: number[] = [];
  for (const [at, value] of values.entries()) if (value >= least) positions.push(at);
  return positions.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b).slice(0, count);
}

function rounded(score: number): number {
  return Math.round(score * 1e6) / 1e6;
}
