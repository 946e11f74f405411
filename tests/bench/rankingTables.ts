/** The figures of the ranking check, next to its goals and the results of other rankings on the same commits. */
import type { FitLevel } from '../../src/core/fit/fit';
import { counted } from '../../src/core/counted';
import { tableText } from './tables';

export const BUDGETS = [8_000, 32_000, 128_000] as const;

/** A touched file in a fitted document. */
export interface ShownFile {
  /** Undefined if the file is only named. */
  readonly level: FitLevel | undefined;
  /** The share of the edited lines that is shown. */
  readonly edited: number;
}

/** Results for the touched files that existed before the commit. */
export interface CommitResult {
  readonly repo: string;
  readonly sha: string;
  /** The rank of each touched file, from 1. */
  readonly ranks: readonly number[];
  /** The files at each budget. */
  readonly shownAt: readonly (readonly ShownFile[])[];
  readonly milliseconds: number;
}

interface Row {
  readonly name: string;
  readonly shareOf: (file: ShownFile) => number;
  /** Percentages by budget. */
  readonly goals: readonly number[];
}

const ROWS: readonly Row[] = [
  { name: 'in full', shareOf: ({ level }) => Number(level === 'full'), goals: [36, 63, 83] },
  {
    name: 'at any level above the name',
    shareOf: ({ level }) => Number(level !== undefined),
    goals: [64, 76, 89],
  },
  {
    name: 'editable: in full, or the share of edited lines',
    shareOf: ({ edited }) => edited,
    goals: [47, 68, 85],
  },
];

/** Percentages of files in full, on the 360 commits that the goals are for. */
const OTHERS: readonly (readonly [string, ...string[]])[] = [
  ['identifier BM25, in full', '33', '56', '76'],
  ["aider's PageRank, in full", '7', '13', '23'],
  ['random, in full', '0', '1', '4'],
  ['alphabetical, in full', '0', '0.5', '3.5'],
];

const GOALS = { reciprocalRank: 0.73, recall: 0.78 };

export function rankingText(results: readonly CommitResult[]): string {
  const rows = ROWS.map(({ name, shareOf, goals }) => [
    name,
    ...BUDGETS.map((_, at) => {
      const share = mean(results.map(({ shownAt }) => mean((shownAt[at] ?? []).map(shareOf))));
      const goal = goals[at] ?? 0;
      return `${percentOf(share)} ${mark(100 * share, goal)} (≥ ${goal})`;
    }),
  ]);
  const times = results.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  return [
    '',
    `all: ${summaryText(results)}`,
    `mean reciprocal rank ≥ ${GOALS.reciprocalRank} ${mark(reciprocalRankOf(results), GOALS.reciprocalRank)}, recall at 10 ≥ ${percentOf(GOALS.recall)} ${mark(recallOf(results), GOALS.recall)}`,
    `a query took ${at(times, 0.5)} ms in the median, ${at(times, 0.95)} ms at the 95th percentile`,
    '',
    tableText(['touched files', ...BUDGETS.map((budget) => `${budget / 1_000}k`)], [...rows, ...OTHERS]),
  ].join('\n');
}

export function summaryText(results: readonly CommitResult[]): string {
  const reciprocal = reciprocalRankOf(results).toFixed(3);
  return `${counted(results.length, 'commit')}, mean reciprocal rank ${reciprocal}, recall at 10 ${percentOf(recallOf(results))}`;
}

function reciprocalRankOf(results: readonly CommitResult[]): number {
  return mean(results.map(({ ranks }) => 1 / Math.min(...ranks)));
}

function recallOf(results: readonly CommitResult[]): number {
  return mean(results.map(({ ranks }) => mean(ranks.map((rank) => Number(rank <= 10)))));
}

function mark(value: number, goal: number): string {
  return value >= goal ? '✓' : '✗';
}

function at(ascending: readonly number[], share: number): string {
  return (ascending[Math.floor(ascending.length * share)] ?? 0).toFixed(0);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percentOf(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
