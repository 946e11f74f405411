/**
 * A diff may match any of several equal lines. If a function with a comment is inserted above another, the old
 * comment's first line may be matched with the new comment's, and the range would span both. If the function above is
 * removed, that first line may be lost.
 */
import type { Place } from './place';

export interface SameLines {
  /** The new line for each old line; -1 if it is gone. Ascending. */
  readonly mapped: Int32Array;
  /** Whether an old line and a new line have the same text. */
  isSame(before: number, after: number): boolean;
}

/** Moves the first and last lines of a range next to the rest of it if equal lines are there too. */
export function withWholeEdges(same: SameLines, range: Place): Int32Array {
  const top = upTo(same, range);
  const bottom = downTo(same, { start: top ?? range.start, end: range.end });
  if (top === undefined && bottom === undefined) return same.mapped;
  const kept = same.mapped.slice();
  if (top !== undefined) {
    const shift = (kept[top] ?? 0) - top;
    for (let at = range.start; at < top; at += 1) kept[at] = at + shift;
    for (let at = range.start - 1; at >= 0; at -= 1) {
      const after = kept[at] ?? -1;
      if (after >= range.start + shift) kept[at] = -1;
      else if (after >= 0) break;
    }
  }
  if (bottom !== undefined) {
    const shift = (kept[bottom] ?? 0) - bottom;
    for (let at = bottom + 1; at < range.end; at += 1) kept[at] = at + shift;
    for (let at = range.end; at < kept.length; at += 1) {
      const after = kept[at] ?? -1;
      if (after >= range.end + shift) break;
      kept[at] = -1;
    }
  }
  return kept;
}

/** Limit on comparisons per edge and line of the range. */
const MAX_COMPARED = 8;

/** The last line of a range that recurs together with all lines above it, although the diff put them elsewhere. */
function upTo({ mapped, isSame }: SameLines, { start, end }: Place): number | undefined {
  let remaining = MAX_COMPARED * (end - start);
  for (let at = end - 1; at > start && remaining > 0; at -= 1) {
    const after = mapped[at] ?? -1;
    if (after < 0 || mapped[at - 1] === after - 1) continue;
    let first = at;
    for (; first > start && isSame(first - 1, after - (at - first) - 1); first -= 1) remaining -= 1;
    if (first === start) return at;
  }
  return undefined;
}

/** The first line of a range that recurs together with all lines below it, although the diff put them elsewhere. */
function downTo({ mapped, isSame }: SameLines, { start, end }: Place): number | undefined {
  let remaining = MAX_COMPARED * (end - start);
  for (let at = start; at < end - 1 && remaining > 0; at += 1) {
    const after = mapped[at] ?? -1;
    if (after < 0 || mapped[at + 1] === after + 1) continue;
    let last = at;
    for (; last < end - 1 && isSame(last + 1, after + (last - at) + 1); last += 1) remaining -= 1;
    if (last === end - 1) return at;
  }
  return undefined;
}
