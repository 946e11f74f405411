/**
 * Which lines of an old text are which of a new one: Myers' difference in linear space ("An O(ND) Difference Algorithm",
 * 1986), with what keeps it fast on texts that have little in common: lines that only one of them has are set aside first,
 * and a search that has gone on for long takes the best way found so far, as git does.
 */

/** Steps of one search before it makes do: the time is at most this times the lines of both. */
const MOST_STEPS = 256;

/** By index into `before`, the index into `after`; -1 for what is gone. Ascending. Both hold small numbers from 0. */
export function diffLines(before: Int32Array, after: Int32Array): Int32Array {
  const mapped = new Int32Array(before.length).fill(-1);
  const left = sharedLines(before, after);
  const right = sharedLines(after, before);
  const a = left.map((at) => before[at] ?? 0);
  const b = right.map((at) => after[at] ?? 0);
  matchLines(a, b, (x, y) => {
    mapped[left[x] ?? 0] = right[y] ?? 0;
  });
  return mapped;
}

/** Indexes of the lines that the other text has too. */
function sharedLines(lines: Int32Array, other: Int32Array): Int32Array {
  const present = new Uint8Array(other.reduce((most, id) => Math.max(most, id), -1) + 1);
  for (const id of other) present[id] = 1;
  const shared = new Int32Array(lines.length);
  let count = 0;
  for (let at = 0; at < lines.length; at += 1) {
    if (present[lines[at] ?? 0] === 1) shared[count++] = at;
  }
  return shared.subarray(0, count);
}

interface Box {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

function matchLines(a: Int32Array, b: Int32Array, match: (x: number, y: number) => void): void {
  const search = createSearch(a, b);
  const boxes: Box[] = [{ aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length }];
  for (let box = boxes.pop(); box !== undefined; box = boxes.pop()) {
    let { aStart, aEnd, bStart, bEnd } = box;
    while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) match(aStart++, bStart++);
    while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) match(--aEnd, --bEnd);
    if (aStart === aEnd || bStart === bEnd) continue;
    const { x, y } = search({ aStart, aEnd, bStart, bEnd });
    boxes.push({ aStart, aEnd: x, bStart, bEnd: y }, { aStart: x, aEnd, bStart: y, bEnd });
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Finds a point that a shortest way through a box goes by, from both of its ends at once. */
function createSearch(a: Int32Array, b: Int32Array): (box: Box) => Point {
  // By diagonal, x - y: how far the way from the start, and that from the end, has come.
  const zero = b.length + 1;
  const forward = new Int32Array(a.length + b.length + 3);
  const backward = new Int32Array(a.length + b.length + 3);
  const far = a.length + 1;

  return (box) => {
    const { aStart, aEnd, bStart, bEnd } = box;
    const lowest = zero + aStart - bEnd;
    const highest = zero + aEnd - bStart;
    const start = zero + aStart - bStart;
    const end = zero + aEnd - bEnd;
    const isOdd = ((start - end) & 1) !== 0;
    let [forwardLow, forwardHigh, backwardLow, backwardHigh] = [start, start, end, end];
    forward[start] = aStart;
    backward[end] = aEnd;
    for (let steps = 1; ; steps += 1) {
      if (forwardLow > lowest) forward[--forwardLow - 1] = -1;
      else forwardLow += 1;
      if (forwardHigh < highest) forward[++forwardHigh + 1] = -1;
      else forwardHigh -= 1;
      for (let at = forwardHigh; at >= forwardLow; at -= 2) {
        let x = Math.max((forward[at - 1] ?? -1) + 1, forward[at + 1] ?? -1);
        let y = x - (at - zero);
        for (; x < aEnd && y < bEnd && a[x] === b[y]; y += 1) x += 1;
        forward[at] = x;
        if (isOdd && at >= backwardLow && at <= backwardHigh && (backward[at] ?? far) <= x) return { x, y };
      }
      if (backwardLow > lowest) backward[--backwardLow - 1] = far;
      else backwardLow += 1;
      if (backwardHigh < highest) backward[++backwardHigh + 1] = far;
      else backwardHigh -= 1;
      for (let at = backwardHigh; at >= backwardLow; at -= 2) {
        let x = Math.min(backward[at - 1] ?? far, (backward[at + 1] ?? far) - 1);
        let y = x - (at - zero);
        for (; x > aStart && y > bStart && a[x - 1] === b[y - 1]; y -= 1) x -= 1;
        backward[at] = x;
        if (!isOdd && at >= forwardLow && at <= forwardHigh && x <= (forward[at] ?? -1)) return { x, y };
      }
      if (steps < MOST_STEPS) continue;
      const begun = furthest(box, points(forward, { low: forwardLow, high: forwardHigh, zero }), 'start');
      const ended = furthest(box, points(backward, { low: backwardLow, high: backwardHigh, zero }), 'end');
      return begun.way > ended.way ? begun : ended;
    }
  };
}

function points(
  reached: Int32Array,
  { low, high, zero }: { readonly low: number; readonly high: number; readonly zero: number },
): readonly Point[] {
  const found: Point[] = [];
  for (let at = low; at <= high; at += 2) {
    const x = reached[at] ?? 0;
    found.push({ x, y: x - (at - zero) });
  }
  return found;
}

/** The point inside the box that is furthest from this corner. */
function furthest(
  { aStart, aEnd, bStart, bEnd }: Box,
  reached: readonly Point[],
  from: 'start' | 'end',
): Point & { readonly way: number } {
  // Without one, all of one text goes and all of the other comes.
  let best = { x: aEnd, y: bStart, way: 0 };
  for (const { x, y } of reached) {
    if (x < aStart || x > aEnd || y < bStart || y > bEnd) continue;
    const [fromStart, fromEnd] = [x - aStart + (y - bStart), aEnd - x + (bEnd - y)];
    const way = from === 'start' ? fromStart : fromEnd;
    if (way > best.way && fromStart > 0 && fromEnd > 0) best = { x, y, way };
  }
  return best;
}
