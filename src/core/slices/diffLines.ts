/**
 * Matches the lines of an old text with those of a new one. Lines that occur exactly once in both serve as anchors
 * (Bram Cohen's patience diff), because the shortest edit script alone matches braces and blank lines of unrelated
 * code. Between them runs Myers' diff in linear space ("An O(ND) Difference Algorithm", 1986). Two measures keep it
 * fast on texts with little in common: lines that only one text has are set aside first, and a search that runs long
 * settles for the best path so far, as in git.
 */

/** Steps before a search settles for its best path. Total time is at most this times the lines of both texts. */
const MAX_STEPS = 256;

/**
 * Maps each index of `before` to its index in `after`, or -1 if the line is gone; ascending. Both arrays hold small ids
 * from 0. Without `anchors`, the result is that of Myers' diff alone, as git prints it.
 */
export function diffLines(before: Int32Array, after: Int32Array, { anchors = true } = {}): Int32Array {
  const mapped = new Int32Array(before.length).fill(-1);
  const left = sharedLines(before, after);
  const right = sharedLines(after, before);
  const a = left.map((at) => before[at] ?? 0);
  const b = right.map((at) => after[at] ?? 0);
  const match = (x: number, y: number): void => {
    mapped[left[x] ?? 0] = right[y] ?? 0;
  };
  matchLines(a, b, { match, patience: anchors ? MAX_PATIENCE : 0 });
  return mapped;
}

/** Indexes of the lines that the other text also has. */
function sharedLines(lines: Int32Array, other: Int32Array): Int32Array {
  const present = new Uint8Array(most(other) + 1);
  for (const id of other) present[id] = 1;
  const shared = new Int32Array(lines.length);
  let count = 0;
  for (const [at, id] of lines.entries()) if (present[id] === 1) shared[count++] = at;
  return shared.subarray(0, count);
}

function most(ids: Int32Array): number {
  return ids.reduce((highest, id) => Math.max(highest, id), -1);
}

interface Box {
  /** How many more times this box may be split at unique lines. */
  readonly patience: number;
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** The parts between unique lines may have unique lines of their own; this bounds the recursion. */
const MAX_PATIENCE = 8;

interface Matching {
  readonly match: (x: number, y: number) => void;
  readonly patience: number;
}

function matchLines(a: Int32Array, b: Int32Array, { match, patience: times }: Matching): void {
  const search = createSearch(a, b);
  const uniqueInBoth = createPatience(a, b);
  const boxes: Box[] = [{ aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length, patience: times }];
  for (let box = boxes.pop(); box !== undefined; box = boxes.pop()) {
    let { aStart, aEnd, bStart, bEnd } = box;
    const { patience } = box;
    while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) match(aStart++, bStart++);
    while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) match(--aEnd, --bEnd);
    if (aStart === aEnd || bStart === bEnd) continue;
    const rest = { aStart, aEnd, bStart, bEnd, patience: patience - 1 };
    const points = patience > 0 ? uniqueInBoth(rest) : [];
    if (points.length > 0) {
      // Not spread: there may be more of them than a call accepts as arguments.
      for (const between of boxesBetween(points, rest)) boxes.push(between);
    } else {
      const { x, y } = search(rest);
      boxes.push({ ...rest, aEnd: x, bEnd: y, patience: 0 }, { ...rest, aStart: x, bStart: y, patience: 0 });
    }
  }
}

/** Each box begins at its point's line, which is equal in both texts. */
function boxesBetween(points: readonly Point[], { aStart, bStart, ...rest }: Box): readonly Box[] {
  const starts = [{ x: aStart, y: bStart }, ...points];
  return starts.map(({ x, y }, index) => {
    const next = starts[index + 1];
    return { ...rest, aStart: x, bStart: y, aEnd: next?.x ?? rest.aEnd, bEnd: next?.y ?? rest.bEnd };
  });
}

/** Finds the longest sequence, in the order of both texts, of lines that occur once in each text's part of the box. */
function createPatience(a: Int32Array, b: Int32Array): (box: Box) => readonly Point[] {
  const kinds = Math.max(most(a), most(b)) + 1;
  // By id: the number of occurrences in each part of the box, and the place.
  const [inA, inB] = [new Int32Array(kinds), new Int32Array(kinds)];
  const placeInB = new Int32Array(kinds);
  return ({ aStart, aEnd, bStart, bEnd }) => {
    const [partA, partB] = [a.subarray(aStart, aEnd), b.subarray(bStart, bEnd)];
    for (const id of partA) inA[id] = (inA[id] ?? 0) + 1;
    for (const [at, id] of partB.entries()) {
      inB[id] = (inB[id] ?? 0) + 1;
      placeInB[id] = bStart + at;
    }
    const once: Point[] = [];
    for (const [at, id] of partA.entries())
      if (inA[id] === 1 && inB[id] === 1) once.push({ x: aStart + at, y: placeInB[id] ?? 0 });
    for (const id of partA) inA[id] = 0;
    for (const id of partB) inB[id] = 0;
    return longestAscending(once);
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Link extends Point {
  readonly previous: Link | undefined;
}

/** The longest subsequence that also ascends in y, of points that ascend in x. */
function longestAscending(points: readonly Point[]): readonly Point[] {
  // By length, the last point of the best subsequence of that length.
  const ends: Link[] = [];
  for (const { x, y } of points) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle]?.y ?? 0) < y) low = middle + 1;
      else high = middle;
    }
    ends[low] = { x, y, previous: ends[low - 1] };
  }
  const row: Point[] = [];
  for (let at = ends.at(-1); at !== undefined; at = at.previous) row.push(at);
  return row.reverse();
}

/** Finds a point on a shortest path through a box by searching from both ends at once. */
function createSearch(a: Int32Array, b: Int32Array): (box: Box) => Point {
  // By diagonal, x - y: how far the path from the start, and the one from the end, has come.
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
      if (steps < MAX_STEPS) continue;
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
  // Without one, all old lines are removed and all new lines added.
  let best = { x: aEnd, y: bStart, way: 0 };
  for (const { x, y } of reached) {
    if (x < aStart || x > aEnd || y < bStart || y > bEnd) continue;
    const [fromStart, fromEnd] = [x - aStart + (y - bStart), aEnd - x + (bEnd - y)];
    const way = from === 'start' ? fromStart : fromEnd;
    if (way > best.way && fromStart > 0 && fromEnd > 0) best = { x, y, way };
  }
  return best;
}
