/** The signals of every file for a task, as columns of numbers from about 0 to 1. */
import type { FieldScores } from './fieldScores';
import { ASIDE, CODE, DOCS, TEST, type FileTable } from './fileIndex';
import { BASE, FOLDER, IDENTIFIERS, SYMBOLS, WORDS } from './fileTerms';
import type { EdgeList } from './edgeList';
import type { FileGraph } from './graph';
import type { FileHistory } from './fileHistory';
import type { HistoryScores } from './historyScores';
import type { Mentions } from './mentions';
import type { Task } from './parseTask';

/** BM25 scores of fields. */
type FieldFeature =
  'base' | 'folder' | 'symbols' | 'identifiers' | 'words' | 'combined' | 'combinedLog' | 'cover';
type MentionFeature = 'pathMentioned' | 'nameDefined' | 'nameUsed' | 'inScope';
type PathFeature = 'isCode' | 'isTest' | 'isDocs' | 'isAside' | 'depth' | 'sizeLog';
/** Test and documentation files, depending on whether the task is about them. */
type AskedFeature = 'isAskedTest' | 'isUnaskedTest' | 'isAskedDocs';
/** Signals that need the seeds from the first stage. */
type SecondFeature = 'windowLog' | 'usesSeeds' | 'pageRankLog';

/** Signals from past commits. */
type HistoryFeature =
  'pastMessages' | 'similarCommitsLog' | 'changedTogether' | 'changedOften' | 'changedRecently';

export type FeatureName =
  FieldFeature | MentionFeature | PathFeature | AskedFeature | SecondFeature | HistoryFeature;
/** The weights of the features that a stage uses. */
export type Model = Readonly<Partial<Record<FeatureName, number>>>;
export type Features = Readonly<Partial<Record<FeatureName, Float64Array>>>;

export function firstFeatures(
  table: FileTable,
  task: Task,
  { fields, combined, cover }: Pick<FieldScores, 'fields' | 'combined' | 'cover'>,
  mentions: Mentions,
): Features {
  const field = (index: number): Float64Array => ofLargest(fields[index] ?? new Float64Array());
  const isTest = traitColumn(table, TEST);
  const isDocs = traitColumn(table, DOCS);
  const relative = ofLargest(combined);
  return {
    base: field(BASE),
    folder: field(FOLDER),
    symbols: field(SYMBOLS),
    identifiers: field(IDENTIFIERS),
    words: field(WORDS),
    combined: relative,
    combinedLog: relative.map(logOf),
    cover: ofLargest(cover),
    pathMentioned: ofLargest(mentions.path),
    nameDefined: ofLargest(mentions.defined),
    nameUsed: ofLargest(mentions.used),
    inScope: mentions.scope,
    isCode: traitColumn(table, CODE),
    isTest,
    isDocs,
    isAside: traitColumn(table, ASIDE),
    depth: columnOf(table, (file) => (table.depths[file] ?? 0) / 10),
    sizeLog: columnOf(table, (file) => Math.log(1 + (table.units[file] ?? 0) / 1000) / 5),
    isAskedTest: scaled(isTest, task.aboutTests),
    isUnaskedTest: scaled(isTest, 1 - task.aboutTests),
    isAskedDocs: scaled(isDocs, task.aboutDocs),
  };
}

/**
 * @param seeds the certainty, for each file, that the task concerns it; sums to 1
 * @param ranks the PageRank of each file from the seeds
 * @param windows the score of each file's best window; 0 if it was not searched
 */
export function secondFeatures(
  graph: FileGraph,
  seeds: Float64Array,
  ranks: Float64Array,
  windows: Float64Array,
): Features {
  return {
    windowLog: ofLargest(windows).map(logOf),
    usesSeeds: ofLargest(usersOf(graph.usedBy, seeds)),
    pageRankLog: ofLargest(ranks).map((rank) => logOf(Math.sqrt(rank))),
  };
}

export function historyFeatures(
  { recency, frequency }: Pick<FileHistory, 'recency' | 'frequency'>,
  { messages, similar, together }: Pick<HistoryScores, 'messages' | 'similar' | 'together'>,
): Features {
  return {
    pastMessages: ofLargest(messages),
    similarCommitsLog: ofLargest(similar).map(logOf),
    changedTogether: together.map((value) => Math.log(1 + 1_000 * value) / Math.log(1_000)),
    changedOften: ofLargest(frequency).map(Math.sqrt),
    changedRecently: recency,
  };
}

export function weighted(features: Features, model: Model, files: number): Float64Array {
  const scores = new Float64Array(files);
  for (const [name, weight] of Object.entries(model)) {
    const column = features[name as FeatureName]; // The keys of a model are names of features.
    if (column === undefined) continue;
    for (let file = 0; file < files; file += 1)
      scores[file] = (scores[file] ?? 0) + weight * (column[file] ?? 0);
  }
  return scores;
}

/** Softmax: positive numbers that sum to 1. */
export function probabilities(scores: Float64Array): Float64Array {
  const most = scores.reduce((larger, score) => Math.max(larger, score), -Infinity);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** The value of a feature for a file without that signal. */
export function atZero(feature: FeatureName): number {
  return feature.endsWith('Log') && feature !== 'sizeLog' ? logOf(0) : 0;
}

/** Spreads small values apart: 0 becomes about 0, and 1 becomes 1. */
function logOf(value: number): number {
  return Math.log(0.02 + value) / 4 + 1;
}

/** Distributes the certainty of each seed among the files that use it. */
function usersOf({ starts, files, weights, sums }: EdgeList, seeds: Float64Array): Float64Array {
  const users = new Float64Array(seeds.length);
  for (const [seed, certainty] of seeds.entries()) {
    if (certainty === 0) continue;
    const end = starts[seed + 1] ?? 0;
    for (let at = starts[seed] ?? 0; at < end; at += 1) {
      const user = files[at] ?? 0;
      users[user] = (users[user] ?? 0) + (certainty * (weights[at] ?? 0)) / (sums[seed] ?? 1);
    }
  }
  return users;
}

function ofLargest(column: Float64Array): Float64Array {
  const largest = column.reduce((larger, value) => Math.max(larger, value), 0);
  return largest > 0 ? column.map((value) => value / largest) : column;
}

function traitColumn(table: FileTable, trait: number): Float64Array {
  return columnOf(table, (file) => (((table.traits[file] ?? 0) & trait) !== 0 ? 1 : 0));
}

/** Many times faster than `Float64Array.from`, which iterates. */
function columnOf({ paths }: FileTable, valueOf: (file: number) => number): Float64Array {
  const column = new Float64Array(paths.length);
  for (let file = 0; file < column.length; file += 1) column[file] = valueOf(file);
  return column;
}

function scaled(column: Float64Array, factor: number): Float64Array {
  return column.map((value) => factor * value);
}
