/** Where a range of an old text is in a new one, when it is known which lines are the same. */
import type { Place } from './place';
import { withWholeEdges, type SameLines } from './wholeEdges';

export interface FollowedPlace extends Place {
  /** Lines of the old range that are in the new text. */
  readonly survivors: number;
  /** Lines at an edge are gone, and little says how many of those there belong to it. */
  readonly isGuess: boolean;
}

export interface LineMap extends SameLines {
  /** Of the new text. */
  readonly count: number;
  /** How alike an old line that is gone and a new one are, from 0 to 1. */
  alike(before: number, after: number): number;
  /** All of the old lines are known: what is new here was nowhere before. */
  readonly isWhole: boolean;
  /** How much a new line says, from 0 to 1. */
  weight(after: number): number;
}

/**
 * From the first line that survives to the last, and what came in place of those that do not: new lines between a line
 * inside and one outside go to the side that the lines they resemble stood on. Lines put in at its edges stay outside.
 */
export function followRange(map: LineMap, { start, end }: Place): FollowedPlace {
  const { count } = map;
  const mapped = withoutStrays({ ...map, mapped: withWholeEdges(map, { start, end }) }, { start, end });
  let survivors = 0;
  let first = -1;
  let last = -1;
  for (let at = start; at < end; at += 1) {
    if ((mapped[at] ?? -1) < 0) continue;
    if (first < 0) first = at;
    last = at;
    survivors += 1;
  }
  let above = start - 1;
  while (above >= 0 && (mapped[above] ?? -1) < 0) above -= 1;
  let below = end;
  while (below < mapped.length && (mapped[below] ?? -1) < 0) below += 1;
  const [oldStart, oldEnd] = [above + 1, below];
  // Beyond the last line that is known on a side, as many new lines are looked at as there were old ones.
  const bottom = below < mapped.length ? (mapped[below] ?? 0) : undefined;
  const newStart =
    above >= 0
      ? (mapped[above] ?? 0) + 1
      : Math.max(0, (first >= 0 ? (mapped[first] ?? 0) - first : (bottom ?? 0) - oldEnd) + oldStart);
  const lastKnown =
    last >= 0 ? { old: last + 1, new: (mapped[last] ?? 0) + 1 } : { old: oldStart, new: newStart };
  const newEnd = bottom ?? Math.min(count, lastKnown.new + oldEnd - lastKnown.old);
  const top: Gap =
    first >= 0
      ? { oldStart, oldEnd: first, newStart, newEnd: mapped[first] ?? 0 }
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

/** Old lines that are gone, and the new ones in their place. */
interface Gap {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

interface Edge {
  /** The new line before which it is. */
  readonly at: number;
  /** A line beyond it was found again, edited. */
  readonly isHeld: boolean;
  /** There are many more new lines than lines they may stand for. */
  readonly isLoose: boolean;
}

/** Where an edge of the range is that stood before this old line of the gap, or at its end. */
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

/** New lines at an edge that need no explanation. */
const MAX_LOOSE = 3;
/** Lines less alike than this are different lines. */
const ALIKE = 0.5;
/** Pairs of lines that are compared in one gap. */
const MAX_PAIRS = 10_000;

/** Old lines of a gap with the new lines they became, both ascending: those that are most alike in sum. */
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
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      gains[at] = Math.max(0, alike(oldStart + row, newStart + column) - ALIKE);
      const paired = (gains[at] ?? 0) + (best[at + width + 1] ?? 0);
      best[at] = Math.max(paired, best[at + width] ?? 0, best[at + 1] ?? 0);
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const at = row * width + column;
    const gain = gains[at] ?? 0;
    if (gain > 0 && best[at] === gain + (best[at + width + 1] ?? 0)) {
      pairs.push([oldStart + row, newStart + column]);
      [row, column] = [row + 1, column + 1];
    } else if (best[at] === best[at + width]) row += 1;
    else column += 1;
  }
  return pairs;
}

/** Lines that say this much together are no strays. */
const STRAY = 1;
/** New lines that may come between the others and lines that say as much as a line does. */
const LINES_PER_WEIGHT = 5;

/** Drops lines at the ends of a range that went far from the rest and say too little to be believed, such as a brace. */
function withoutStrays({ mapped, weight }: LineMap, { start, end }: Place): Int32Array {
  const inside: number[] = [];
  for (let at = start; at < end; at += 1) if ((mapped[at] ?? -1) >= 0) inside.push(at);
  let kept = mapped;
  for (const own of [inside, inside.toReversed()]) {
    let said = 0;
    let strays = 0;
    for (const [index, at] of own.entries()) {
      said += weight(mapped[at] ?? 0);
      const next = own[index + 1];
      if (next === undefined || said >= STRAY) break;
      const apart = Math.abs((mapped[next] ?? 0) - (mapped[at] ?? 0)) - Math.abs(next - at);
      if (apart > said * LINES_PER_WEIGHT + 1) strays = index + 1;
    }
    if (strays > 0 && kept === mapped) kept = mapped.slice();
    for (const at of own.slice(0, strays)) kept[at] = -1;
  }
  return kept;
}
