import { NO_RANK, rankOf, type Vocabulary } from './vocabulary';

/** A heap entry is rank * POSITIONS + position, which sorts by merge order: lowest rank first, then leftmost. */
const POSITIONS = 2 ** 32;

/**
 * Encodes like `mergeShort`, but in time n log n: candidates wait in a heap, and those that a merge has invalidated are
 * skipped when they come up. Returns the start of each token, then `end`.
 */
export function mergeByHeap(
  vocabulary: Vocabulary,
  bytes: Uint8Array,
  start: number,
  end: number,
): Int32Array {
  const length = end - start;
  const following = new Int32Array(length + 1);
  const preceding = new Int32Array(length + 1);
  for (let part = 0; part <= length; part++) {
    following[part] = part + 1;
    preceding[part] = part - 1;
  }
  const ranks = new Int32Array(length).fill(NO_RANK);
  const heap = createHeap(2 * length);

  const rate = (part: number): void => {
    const second = following[part] as number; // In bounds: parts are below length.
    const rank =
      second >= length
        ? NO_RANK
        : rankOf(vocabulary, bytes, start + part, start + (following[second] as number));
    ranks[part] = rank;
    if (rank !== NO_RANK) heap.push(rank * POSITIONS + part);
  };

  for (let part = 0; part < length; part++) rate(part);
  for (let entry = heap.pop(); entry !== undefined; entry = heap.pop()) {
    const part = entry % POSITIONS;
    if (ranks[part] !== Math.floor(entry / POSITIONS)) continue;
    const joined = following[part] as number;
    const after = following[joined] as number;
    following[part] = after;
    preceding[after] = part;
    ranks[joined] = NO_RANK;
    rate(part);
    if (part > 0) rate(preceding[part] as number);
  }
  return startsOf(following, length).map((part) => start + part);
}

function startsOf(following: Int32Array, length: number): Int32Array {
  const starts = new Int32Array(length + 1);
  let count = 0;
  for (let part = 0; part < length; part = following[part] as number) starts[count++] = part;
  starts[count] = length;
  return starts.slice(0, count + 1);
}

interface Heap {
  push(entry: number): void;
  pop(): number | undefined;
}

/**
 * A binary heap with the smallest entry first. A merge removes one entry and adds at most two, so twice the number of
 * parts is enough capacity.
 */
function createHeap(capacity: number): Heap {
  const entries = new Float64Array(capacity + 1);
  let size = 0;

  function push(entry: number): void {
    let at = size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = entries[parent] as number; // In bounds: below size.
      if (other <= entry) break;
      entries[at] = other;
      at = parent;
    }
    entries[at] = entry;
  }

  function pop(): number | undefined {
    if (size === 0) return undefined;
    const smallest = entries[0];
    const entry = entries[--size] as number;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && (entries[child + 1] as number) < (entries[child] as number)) child++;
      if ((entries[child] as number) >= entry) break;
      entries[at] = entries[child] as number;
      at = child;
    }
    entries[at] = entry;
    return smallest;
  }

  return { push, pop };
}
