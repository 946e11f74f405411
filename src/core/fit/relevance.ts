/**
 * Decides which files and views a proposal may show, however much of the budget is left. Otherwise, the rest of a
 * budget would go to the cheapest views of the folder, which say nothing about the task.
 */

interface RankedForTask {
  readonly probability: number;
  /** How the task's words, or links to files that have them, lead to the file. */
  readonly reasons: readonly unknown[];
}

/**
 * The smallest probability of a relevant file, as a share of the highest. It was chosen by measurement: commits touch
 * so few of the less likely files that their tokens are better spent on others.
 */
const LEAST_LIKELY = 1 / 1_000;

/**
 * Returns the files that the task concerns and their neighbors: those that the ranking has a reason for, except much
 * less likely ones.
 *
 * @param files most likely first
 */
export function relevantFiles<File extends RankedForTask>(files: readonly File[]): readonly File[] {
  const least = (files[0]?.probability ?? 0) * LEAST_LIKELY;
  return files.filter(({ probability, reasons }) => reasons.length > 0 && probability >= least);
}

/**
 * Returns whether an outline shows more than the path, which names in the document say for less.
 *
 * @param symbols 'none' for a file without a grammar, whose outline is its summary, with some of its lines
 */
export function outlineTells(symbols: number | 'none' | undefined): boolean {
  return symbols !== 0;
}

/** The most tokens of a proposal, unless the user has set a budget. */
const MOST_BY_DEFAULT = 32_000;

/**
 * Returns the budget that a proposal begins with, in tokens: answers get worse long before the window is full, and the
 * discussion and the answer need room, too.
 *
 * @param window that of the model; undefined if it is not published
 */
export function defaultBudget(window: number | undefined): number {
  return Math.min(Math.floor((window ?? Infinity) / 4), MOST_BY_DEFAULT);
}
