/** Follows a range of an old text to its place in a new text, given which lines are the same. */
import type { Place } from './place';
import { withWholeEdges, type SameLines } from './wholeEdges';

export interface FollowedPlace extends Place {
  /** Number of lines in the old range that the new text still has. */
  readonly survivors: number;
  /** Lines at an edge are gone, and it is unclear how many of the new lines there belong to the range. */
  readonly isGuess: boolean;
}

export interface LineMap extends SameLines {
  /** Number of lines in the new text. */
  readonly count: number;
  /** Similarity of a deleted old line and a new one, from 0 to 1. */
  alike(before: number, after: number): number;
  /** All of the old lines are known, so an unmatched new line is really new. */
  readonly isWhole: boolean;
  /** How distinctive a new line is, from 0 to 1. */
  weight(after: number): number;
}

/**
 * The range reaches from its first surviving line to its last, plus replacements for lines that are gone: new lines
 * between a line inside and one outside go to the side of the lines they resemble. Lines inserted at its edges stay
 * outside.
 */
export function followRange(map: LineMap, { start, end }: Place): FollowedPlace {
  const { count } = map;
  const mapped = withoutStrays({ ...map, mapped: withWholeEdges(map, { start, end }) }, { start, end });
  const newOf = (line: number): number => mapped[line] ?? -1;
  let survivors = 0;
  let first = -1;
  let last = -1;
  for (let at = start; at < end; at += 1) {
    if (newOf(at) < 0) continue;
    if (first < 0) first = at;
    last = at;
    survivors += 1;
  }
  let above = start - 1;
  while (above >= 0 && newOf(above) < 0) above -= 1;
  let below = end;
  while (below < mapped.length && newOf(below) < 0) below += 1;
  const [oldStart, oldEnd] = [above + 1, below];
  // Beyond the last known line on a side, consider as many new lines as there were old ones.
  const bottom = below < mapped.length ? newOf(below) : undefined;
  const newStart =
    above >= 0
      ? newOf(above) + 1
      : Math.max(0, (first >= 0 ? newOf(first) - first : (bottom ?? 0) - oldEnd) + oldStart);
  const lastKnown = last >= 0 ? { old: last + 1, new: newOf(last) + 1 } : { old: oldStart, new: newStart };
  const newEnd = bottom ?? Math.min(count, lastKnown.new + oldEnd - lastKnown.old);
  const top: Gap =
    first >= 0
      ? { oldStart, oldEnd: first, newStart, newEnd: newOf(first) }
      : { oldStart, oldEnd, newStart, newEnd };
  const bottomGap: Gap = { oldStart: lastKnown.old, oldEnd, newStart: lastKnown.new, newEnd };
  const from = edgeIn(top, start, 'start', map);
  const to = edgeIn(bottomGap, end, 'end', map);
  const isGuess =
    from.isLoose ||
    to.isLoose ||
    (above < 0 && first !== start && !from.isHeld) ||
    (below === mapped.length && last !== end - 1 && !to.isHeld);
  return { start: from.at, end: Math.max(from.at, to.at), survivors, isGuess };
}

/** Old lines that are gone, and the new lines in their place. */
interface Gap {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

interface Edge {
  /** The new line that the edge precedes. */
  readonly at: number;
  /** A line beyond the edge was found again in edited form. */
  readonly isHeld: boolean;
  /** There are many more new lines than lines they could replace. */
  readonly isLoose: boolean;
}

/** The new place of a range's edge that was before old line `edge`, which is in the gap or at its end. */
function edgeIn(gap: Gap, edge: number, which: 'start' | 'end', map: LineMap): Edge {
  const { newStart, newEnd, oldStart, oldEnd } = gap;
  if (newStart >= newEnd) return { at: newStart, isHeld: false, isLoose: false };
  let [afterLeft, beforeRight] = [newStart, newEnd];
  let [leftGone, rightGone] = [edge - oldStart, oldEnd - edge];
  for (const [before, after] of alikeLines(gap, map)) {
    if (before < edge) [afterLeft, leftGone] = [after + 1, edge - 1 - before];
    else if (beforeRight === newEnd) [beforeRight, rightGone] = [after, before - edge];
  }
  const isHeld = which === 'start' ? afterLeft > newStart : beforeRight < newEnd;
  const [insideGone, outsideGone] = which === 'start' ? [rightGone, leftGone] : [leftGone, rightGone];
  if (insideGone === 0) return { at: which === 'start' ? beforeRight : afterLeft, isHeld, isLoose: false };
  const share = leftGone / (leftGone + rightGone);
  const free = beforeRight - afterLeft;
  const isLoose = map.isWhole
    ? free > (outsideGone === 0 ? 2 * insideGone : 0) + MAX_LOOSE
    : free > 0 && (insideGone > MAX_LOOSE || free > insideGone + MAX_LOOSE);
  return { at: afterLeft + Math.round(free * share), isHeld, isLoose };
}

/** New lines at an edge that are accepted without a reason. */
const MAX_LOOSE = 3;
/** Less similar lines count as different. */
const ALIKE = 0.5;
/** Limit on the lines compared pairwise in one gap. */
const MAX_PAIRS = 10_000;

/** Pairs the old lines of a gap with the new lines they became, ascending in both and most similar in total. */
function alikeLines(
  { oldStart, oldEnd, newStart, newEnd }: Gap,
  { alike }: LineMap,
): readonly [number, number][] {
  const rows = oldEnd - oldStart;
  const columns = newEnd - newStart;
  if (rows === 0 || rows * columns > MAX_PAIRS) return [];
  const width = columns + 1;
  const best = new Float64Array((rows + 1) * width);
  const gains = new Float64Array((rows + 1) * width);
  const bestAt = (at: number): number => best[at] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      const gain = Math.max(0, alike(oldStart + row, newStart + column) - ALIKE);
      gains[at] = gain;
      best[at] = Math.max(gain + bestAt(at + width + 1), bestAt(at + width), bestAt(at + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const at = row * width + column;
    const gain = gains[at] ?? 0;
    if (gain > 0 && best[at] === gain + bestAt(at + width + 1)) {
      pairs.push([oldStart + row, newStart + column]);
      [row, column] = [row + 1, column + 1];
    } else if (best[at] === best[at + width]) row += 1;
    else column += 1;
  }
  return pairs;
}

/** Lines with at least this total weight are not strays. */
const STRAY = 1;
/** New lines allowed between a stray and the rest, per unit of its weight. */
const LINES_PER_WEIGHT = 5;

/**
 * Drops lines at the ends of a range that ended up far from the rest and are not distinctive enough to trust, such as a
 * brace.
 */
function withoutStrays({ mapped, weight }: LineMap, { start, end }: Place): Int32Array {
  const inside: { readonly at: number; readonly after: number }[] = [];
  for (const [offset, after] of mapped.subarray(start, end).entries())
    if (after >= 0) inside.push({ at: start + offset, after });
  let kept = mapped;
  for (const own of [inside, inside.toReversed()]) {
    let said = 0;
    let strays = 0;
    for (const [index, { at, after }] of own.entries()) {
      said += weight(after);
      const next = own[index + 1];
      if (next === undefined || said >= STRAY) break;
      const apart = Math.abs(next.after - after) - Math.abs(next.at - at);
      if (apart > said * LINES_PER_WEIGHT + 1) strays = index + 1;
    }
    if (strays > 0 && kept === mapped) kept = mapped.slice();
    for (const { at } of own.slice(0, strays)) kept[at] = -1;
  }
  return kept;
}
