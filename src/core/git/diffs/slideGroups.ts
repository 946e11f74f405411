/**
 * Moves groups of changed lines, which often may begin at several lines with the same result, to where a reader expects
 * them: beside a change of the other file, or else where the text is least indented.
 */
import { compareSplits, splitCost, type SplitCost } from './splitCost';

/**
 * The groups of one file. Both files of a diff have the same unchanged lines, and so the same gaps around them:
 * `counts[gap]` changed lines come before the unchanged line number `gap`.
 */
export interface LineGroups {
  readonly lines: readonly string[];
  readonly ids: Int32Array;
  readonly counts: Uint32Array;
}

/** Moves and joins the groups of `file` in place. */
export function slideGroups(file: LineGroups, otherCounts: Uint32Array): void {
  const { counts } = file;
  let start = 0;
  for (let gap = 0; gap < counts.length; gap++) {
    const size = counts[gap] ?? 0;
    if (size > 0) {
      const group = settle(file, otherCounts, { gap, start, size });
      gap = group.gap;
      start = group.start + group.size;
    }
    // The unchanged line that follows
    start++;
  }
}

interface Group {
  gap: number;
  /** Index of its first line in the file. */
  start: number;
  size: number;
}

/** Moves one group, which absorbs the groups that it reaches, to its best place. */
function settle(file: LineGroups, otherCounts: Uint32Array, group: Group): Group {
  let earliest = group.gap;
  let aligned: number | undefined;
  for (let size = -1; size !== group.size;) {
    size = group.size;
    while (canSlideUp(file, group)) slideUp(file, group);
    earliest = group.gap;
    aligned = (otherCounts[group.gap] ?? 0) > 0 ? group.gap : undefined;
    while (canSlideDown(file, group)) {
      slideDown(file, group);
      if ((otherCounts[group.gap] ?? 0) > 0) aligned = group.gap;
    }
  }
  if (earliest === group.gap) return group;
  const best = aligned ?? readableGap(file, group, earliest);
  while (group.gap > best) slideUp(file, group);
  return group;
}

function canSlideUp({ ids }: LineGroups, { gap, start, size }: Group): boolean {
  return gap > 0 && ids[start - 1] === ids[start + size - 1];
}

function canSlideDown({ ids, counts }: LineGroups, { gap, start, size }: Group): boolean {
  return gap < counts.length - 1 && ids[start] === ids[start + size];
}

function slideUp({ counts }: LineGroups, group: Group): void {
  counts[group.gap--] = 0;
  const met = counts[group.gap] ?? 0;
  group.start -= met + 1;
  group.size += met;
  counts[group.gap] = group.size;
}

function slideDown({ counts }: LineGroups, group: Group): void {
  counts[group.gap++] = 0;
  group.start++;
  group.size += counts[group.gap] ?? 0;
  counts[group.gap] = group.size;
}

/** More places aren't worth their time. */
const MAX_PLACES = 100;

/** The gap with the best split before and after the group, at its latest place now; the later one of two equals. */
function readableGap({ lines }: LineGroups, { gap, start, size }: Group, earliest: number): number {
  const most = Math.min(gap - earliest, size + 1, MAX_PLACES);
  let best = gap;
  let bestCosts: readonly SplitCost[] | undefined;
  for (let up = most; up >= 0; up--) {
    const costs = [splitCost(lines, start - up), splitCost(lines, start - up + size)];
    if (bestCosts === undefined || compareSplits(costs, bestCosts) <= 0) {
      best = gap - up;
      bestCosts = costs;
    }
  }
  return best;
}
