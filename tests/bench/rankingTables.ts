/** The figures of the ranking check, beside its goals and what others reach on the same commits. */
import type { FitLevel } from '../../src/core/fit/fit';
import { tableText } from './tables';

export const BUDGETS = [8_000, 32_000, 128_000] as const;

/** A touched file in a fitted document. */
export interface ShownFile {
  /** Undefined if it is only named. */
  readonly level: FitLevel | undefined;
  /** The share of the lines edited that is shown. */
  readonly edited: number;
}

/** Concerns the touched files that existed before the commit. */
export interface CommitResult {
  readonly repo: string;
  readonly sha: string;
  /** From 1. */
  readonly ranks: readonly number[];
  /** For each budget, each of the files. */
  readonly shownAt: readonly (readonly ShownFile[])[];
  readonly milliseconds: number;
}

interface Row {
  readonly name: string;
  readonly shareOf: (file: ShownFile) => number;
  /** In percent, by budget. */
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

/** In full, in percent, measured on these commits with the same budgets. */
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
      return `${percentOf(share)} (${100 * share >= goal ? 'reached' : 'MISSED'}: ${goal})`;
    }),
  ]);
  const times = results.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  return [
    '',
    `all: ${summaryText(results)}`,
    `goals: mean reciprocal rank ${GOALS.reciprocalRank}, recall at 10 ${percentOf(GOALS.recall)}`,
    `a query took ${at(times, 0.5)} ms in the median, ${at(times, 0.95)} ms at the 95th percentile`,
    '',
    tableText(
      ['touched files, in percent (goal)', ...BUDGETS.map((budget) => `${budget / 1_000}k`)],
      [...rows, ...OTHERS],
    ),
  ].join('\n');
}

export function summaryText(results: readonly CommitResult[]): string {
  const reciprocal = mean(results.map(({ ranks }) => 1 / Math.min(...ranks)));
  const recall = mean(results.map(({ ranks }) => mean(ranks.map((rank) => Number(rank <= 10)))));
  return `${results.length} commits, mean reciprocal rank ${reciprocal.toFixed(3)}, recall at 10 ${percentOf(recall)}`;
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
