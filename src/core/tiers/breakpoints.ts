/** Places of cache breakpoints in a list of blocks that is sorted by stability. */

/** The shares of the document's tokens at which breakpoints are wanted. Claude's API accepts four. */
const SHARES = [0.25, 0.5, 0.75, 0.95];

export interface BreakpointInput {
  /** The tokens of the document up to the end of each block, ascending. */
  readonly ends: readonly number[];
  /** The tokens of the whole document. */
  readonly total: number;
  /** The index of the last block that is as in the last turn, like all before it; -1 for none. */
  readonly lastKept: number;
  /** The tokens of the shortest prefix that can be cached. */
  readonly minimum: number;
}

/**
 * The indices of blocks to end in a breakpoint. For each of four shares of the document, the last block that ends within it, except that
 * the one nearest to the end of what was kept from the last turn moves there. The prefix up to a breakpoint is at least the minimum.
 */
export function breakpointsAt({ ends, total, lastKept, minimum }: BreakpointInput): ReadonlySet<number> {
  const endAt = (index: number): number => ends[index] ?? 0;
  const canEnd = (index: number): boolean => endAt(index) >= minimum;
  const wanted = SHARES.map((share) => ends.findLastIndex((end) => end <= share * total));
  const found = wanted.filter((index) => index >= 0 && canEnd(index));
  if (lastKept < 0 || !canEnd(lastKept)) return new Set(found);
  const distances = found.map((index) => Math.abs(endAt(index) - endAt(lastKept)));
  const nearest = distances.indexOf(Math.min(...distances));
  return new Set([...found.filter((_, at) => at !== nearest), lastKept]);
}
