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

export interface CommitResult {
  readonly repo: string;
  readonly sha: string;
  readonly plain: RankingResult;
  /** The result of a ranking that knows the commits before this one. */
  readonly withHistory: RankingResult;
}

/** Results for the touched files that existed before the commit. */
export interface RankingResult {
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
  readonly goalsWithHistory?: readonly number[];
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
    goalsWithHistory: [50, 70, 88],
  },
];

/** Percentages of files in full, on the 360 commits that the goals are for. */
const OTHERS: readonly (readonly [string, ...string[]])[] = [
  ['identifier BM25, in full', '33', '56', '76'],
  ["aider's PageRank, in full", '7', '13', '23'],
  ['random, in full', '0', '1', '4'],
  ['alphabetical, in full', '0', '0.5', '3.5'],
];

interface Goals {
  readonly reciprocalRank?: number;
  readonly recall: number;
}

const GOALS: Goals = { reciprocalRank: 0.73, recall: 0.78 };
const GOALS_WITH_HISTORY: Goals = { recall: 0.8 };

export function rankingText(results: readonly CommitResult[]): string {
  const plain = results.map((result) => result.plain);
  const withHistory = results.map((result) => result.withHistory);
  const rows = ROWS.map(({ name, shareOf, goals }) => [name, ...sharesText(plain, shareOf, goals)]);
  const rowsWithHistory = ROWS.map(({ name, shareOf, goalsWithHistory }) => [
    name,
    ...sharesText(withHistory, shareOf, goalsWithHistory),
  ]);
  return [
    '',
    `without history: ${summaryText(plain)}`,
    ...figureLines(plain, GOALS),
    '',
    tableText(headOf('without history'), [...rows, ...OTHERS]),
    '',
    `with history: ${summaryText(withHistory)}`,
    ...figureLines(withHistory, GOALS_WITH_HISTORY),
    '',
    tableText(headOf('with history'), rowsWithHistory),
  ].join('\n');
}

function headOf(kind: string): readonly string[] {
  return [`touched files, ${kind}`, ...BUDGETS.map((budget) => `${budget / 1_000}k`)];
}

function sharesText(
  results: readonly RankingResult[],
  shareOf: Row['shareOf'],
  goals: readonly number[] = [],
): readonly string[] {
  return BUDGETS.map((_, at) => {
    const share = mean(results.map(({ shownAt }) => mean((shownAt[at] ?? []).map(shareOf))));
    const goal = goals[at];
    return percentOf(share) + (goal === undefined ? '' : ` ${mark(100 * share, goal)} (≥ ${goal})`);
  });
}

function figureLines(results: readonly RankingResult[], goals: Goals): readonly string[] {
  const { reciprocalRank, recall } = goals;
  const times = results.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const rank =
    reciprocalRank === undefined
      ? ''
      : `mean reciprocal rank ≥ ${reciprocalRank} ${mark(reciprocalRankOf(results), reciprocalRank)}, `;
  return [
    `${rank}recall at 10 ≥ ${percentOf(recall)} ${mark(recallOf(results), recall)}`,
    `a query took ${at(times, 0.5)} ms in the median, ${at(times, 0.95)} ms at the 95th percentile`,
  ];
}

export function summaryText(results: readonly RankingResult[]): string {
  const reciprocal = reciprocalRankOf(results).toFixed(3);
  return `${counted(results.length, 'commit')}, mean reciprocal rank ${reciprocal}, recall at 10 ${percentOf(recallOf(results))}`;
}

function reciprocalRankOf(results: readonly RankingResult[]): number {
  return mean(results.map(({ ranks }) => 1 / Math.min(...ranks)));
}

function recallOf(results: readonly RankingResult[]): number {
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
