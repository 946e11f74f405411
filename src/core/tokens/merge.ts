import { NO_RANK, rankOf, type Vocabulary } from './vocabulary';

/** Pieces up to this many bytes go to `mergeShort`, whose time grows with the square of the length. */
export const SHORT_LENGTH = 256;

/** Working space and result of a merge: token i is `bytes[starts[i]..starts[i + 1])`. */
export interface MergeSpace {
  readonly starts: Int32Array;
  readonly ranks: Int32Array;
}

/** Creates the space to merge pieces of up to `length` bytes. */
export function createMergeSpace(length = SHORT_LENGTH): MergeSpace {
  return { starts: new Int32Array(length + 1), ranks: new Int32Array(length + 1) };
}

/**
 * Byte pair encoding of `bytes[start..end)`: of all neighbors that form a token, joins the pair of lowest rank,
 * leftmost first, until none is left. Returns the number of tokens.
 */
export function mergeShort(
  vocabulary: Vocabulary,
  bytes: Uint8Array,
  start: number,
  end: number,
  space: MergeSpace,
): number {
  let count = splitIntoBytes(vocabulary, bytes, start, end, space);
  for (;;) {
    const first = lowestPart(space.ranks, count);
    if (space.ranks[first] === NO_RANK) return count;
    count = joinFrom(vocabulary, bytes, count, first, space);
  }
}

function splitIntoBytes(
  { pairRanks }: Vocabulary,
  bytes: Uint8Array,
  start: number,
  end: number,
  { starts, ranks }: MergeSpace,
): number {
  const count = end - start;
  let byte = bytes[start] as number;
  for (let part = 0; part < count; part++) {
    const following = bytes[start + part + 1] as number; // In bounds: END follows the text.
    starts[part] = start + part;
    ranks[part] = pairRanks[(byte << 8) | following] as number;
    byte = following;
  }
  starts[count] = end;
  ranks[count - 1] = NO_RANK;
  return count;
}

function lowestPart(ranks: Int32Array, count: number): number {
  let lowest = 0;
  let rank = ranks[0] as number;
  for (let part = 1; part < count; part++) {
    const other = ranks[part] as number;
    if (other < rank) {
      lowest = part;
      rank = other;
    }
  }
  return lowest;
}

/**
 * Joins part `first`, the leftmost of lowest rank, with the part after it, then all other pairs of that rank from left
 * to right. Stops early if a join creates a pair of lower rank, which must come first. (A join cannot create one of the
 * same rank: its token would be longer.) Returns the number of parts left.
 */
function joinFrom(
  vocabulary: Vocabulary,
  bytes: Uint8Array,
  count: number,
  first: number,
  { starts, ranks }: MergeSpace,
): number {
  const rank = ranks[first] as number;
  let kept = first;
  let part = first;
  for (let joining = true; joining && part < count; kept++) {
    const start = starts[part] as number;
    let own = ranks[part] as number;
    part++;
    if (own === rank) {
      const end = starts[++part] as number; // In bounds: starts has count + 1 entries, and the last part NO_RANK.
      own = part < count ? rankOf(vocabulary, bytes, start, starts[part + 1] as number) : NO_RANK;
      const before = kept > 0 ? rankOf(vocabulary, bytes, starts[kept - 1] as number, end) : NO_RANK;
      if (kept > 0) ranks[kept - 1] = before;
      joining = own > rank && before > rank;
    }
    starts[kept] = start;
    ranks[kept] = own;
  }
  for (; part < count; part++, kept++) {
    starts[kept] = starts[part] as number;
    ranks[kept] = ranks[part] as number;
  }
  starts[kept] = starts[count] as number;
  return kept;
}
