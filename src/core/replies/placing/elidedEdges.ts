/** Matches the edges of elided code with the lines of a file that are nearest to the code between them. */
import type { HunkLine } from '../replyEdit';
import { indentOf, isTelling } from './foldLine';
import type { IndexedLines } from './indexedLines';

/**
 * Blank lines and braces are everywhere, so those above the first telling line of a part, and those below the last one, may
 * be matched with lines far away, and the code between would be replaced. This takes the nearest lines of the file, and
 * none for a brace that closes new code. A part whose telling lines are all new is matched with nothing. `to`: by line that
 * isn't a gap, the file's line or -1, ascending.
 */
export function withNearEdges(to: Int32Array, lines: readonly HunkLine[], indexed: IndexedLines): Int32Array {
  const near = to.slice();
  const texts = lines.filter(({ op }) => op !== 'gap').map(({ text }) => text);
  const isFound = (index: number): boolean => (to[index] ?? -1) >= 0;
  const isTold = (index: number): boolean => isTelling(texts[index] ?? '');
  let low = -1;
  for (const { start, end } of partsOf(lines)) {
    const indexes = Array.from({ length: end - start }, (_, at) => start + at);
    const anchors = indexes.filter((index) => isFound(index) && isTold(index));
    const [first, last] = [anchors[0], anchors.at(-1)];
    if (first === undefined || last === undefined) {
      if (indexes.some(isTold)) near.fill(-1, start, end);
    } else {
      const edges = { texts, start, near, indexed, isFound };
      settle(indexes.filter((index) => index < first).reverse(), {
        ...edges,
        beside: near[first] ?? 0,
        limit: low,
      });
      const high = nextFound(to, end) ?? indexed.lines.length;
      settle(
        indexes.filter((index) => index > last),
        { ...edges, beside: near[last] ?? 0, limit: high },
      );
    }
    for (const index of indexes) low = Math.max(low, near[index] ?? -1);
  }
  return near;
}

/** Ranges of lines between gaps, which don't count. */
function partsOf(lines: readonly HunkLine[]): readonly { readonly start: number; readonly end: number }[] {
  const parts: { start: number; end: number }[] = [];
  let [start, end] = [0, 0];
  for (const { op } of lines) {
    if (op !== 'gap') end += 1;
    else {
      if (end > start) parts.push({ start, end });
      start = end;
    }
  }
  if (end > start) parts.push({ start, end });
  return parts;
}

function nextFound(to: Int32Array, from: number): number | undefined {
  for (let index = from; index < to.length; index += 1) {
    const place = to[index] ?? -1;
    if (place >= 0) return place;
  }
  return undefined;
}

interface Edge {
  readonly texts: readonly string[];
  /** First line of the part. */
  readonly start: number;
  /** Gets the places. */
  readonly near: Int32Array;
  readonly indexed: IndexedLines;
  readonly isFound: (index: number) => boolean;
  /** The place of the telling line. */
  readonly beside: number;
  /** The place of the next line that is found beyond the gap. */
  readonly limit: number;
}

/** Matches the lines of an edge, from the telling line on. */
function settle(indexes: readonly number[], edge: Edge): void {
  const { texts, near, indexed, isFound, limit } = edge;
  let { beside } = edge;
  let hasNew = false;
  for (const index of indexes) {
    const text = texts[index] ?? '';
    const isOwn = isFound(index) && !closesNewCode(index, edge);
    const place = isOwn ? nearestPlace(text, indexed, [beside, limit]) : undefined;
    // Below new lines, a blank line farther away is another one.
    hasNew = place === undefined || (hasNew && !isClosing(text) && Math.abs(place - beside) > 1);
    near[index] = hasNew ? -1 : (place ?? -1);
    if (!hasNew) beside = place ?? beside;
  }
}

/** Whether a line closes a block that a new line opens. */
function closesNewCode(index: number, { texts, start, isFound }: Edge): boolean {
  const text = texts[index] ?? '';
  if (!isClosing(text)) return false;
  const indent = indentOf(text).length;
  for (let at = index - 1; at >= start; at -= 1) {
    const line = texts[at] ?? '';
    if (line.trim() !== '' && indentOf(line).length <= indent) return !isFound(at);
  }
  return false;
}

function isClosing(text: string): boolean {
  return /^\s*(?:[)\]}]|end\b)/.test(text);
}

/** The place between two others that is nearest to the first one, with the same indentation if there is one. */
function nearestPlace(
  text: string,
  indexed: IndexedLines,
  [beside, limit]: readonly [number, number],
): number | undefined {
  for (const level of ['exact', 'collapsed'] as const) {
    const { idOf, places } = indexed.at(level);
    const all = places[idOf(text) ?? -1] ?? [];
    const above = countBelow(all, beside);
    const place = limit > beside ? all[all[above] === beside ? above + 1 : above] : all[above - 1];
    if (place !== undefined && (limit > beside ? place < limit : place > limit)) return place;
  }
  return undefined;
}

/** The number of ascending places that are less than a place. */
function countBelow(places: readonly number[], place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
