import { mergeByHeap } from './mergeByHeap';
import { createMergeSpace, mergeShort, SHORT_LENGTH, type MergeSpace } from './merge';
import type { Vocabulary } from './vocabulary';

/** Bytes to merge at a time: few, unless tokens are long. */
const WINDOW = 32;
const LARGEST_WINDOW = SHORT_LENGTH / 2;

/**
 * A window should have this many tokens. Its last ones are dropped, because the end of the window may have cut them
 * short.
 */
const TOKENS_WANTED = 6;
const TOKENS_AT_END = 2;

/** Number of recent tokens whose starts are kept, so that they can be taken back: more than a region can have. */
const KEPT_TOKENS = SHORT_LENGTH + 1;

/** How often a byte may be encoded again, on average, before the heap is cheaper. */
const LARGEST_EFFORT = 4;

/**
 * Counts the tokens of a long piece (a run of one letter, a line of CJK) window by window, in linear time.
 *
 * Why this is exact: let t1 ... tn be tokens such that encoding any two neighbors together gives exactly these two.
 * Then t1 ... tn is the encoding of the whole: the first merge across a seam, being the lowest and leftmost of all,
 * would also be the lowest and leftmost within its two neighbors, and would cross their seam. Neighbors within one
 * encoding have the property, so only the seam between two windows needs checking. If it fails, tokens before it are
 * taken back and encoded together with the window. Text in which no seam holds for long goes to the heap as a whole.
 */
export function countLong(
  vocabulary: Vocabulary,
  bytes: Uint8Array,
  start: number,
  end: number,
  space: MergeSpace,
): number {
  const seam = createMergeSpace(2 * SHORT_LENGTH);
  const kept = new Int32Array(2 * KEPT_TOKENS + SHORT_LENGTH);
  let keptCount = 0;
  let settled = 0;
  let effort = 0;
  let window = WINDOW;

  for (let at = start; at < end;) {
    const windowEnd = Math.min(at + window, end);
    let from = at;
    let tokens = mergeShort(vocabulary, bytes, from, windowEnd, space);
    for (let back = 1; !holdsSeam(from); back *= 2) {
      effort += windowEnd - from;
      keptCount = Math.max(0, keptCount - back);
      from = kept[keptCount] as number; // In bounds: keptCount only fell.
      if (windowEnd - from > SHORT_LENGTH || effort > LARGEST_EFFORT * (end - start)) {
        return mergeByHeap(vocabulary, bytes, start, end).length - 1;
      }
      tokens = mergeShort(vocabulary, bytes, from, windowEnd, space);
    }
    window = tokens < TOKENS_WANTED ? Math.min(2 * window, LARGEST_WINDOW) : WINDOW;
    if (windowEnd < end) {
      // The next window must begin after this one to make progress.
      const least = tokens - TOKENS_AT_END;
      while (tokens > least && (space.starts[tokens - 1] as number) > at) tokens--;
    }
    if (keptCount > 2 * KEPT_TOKENS) {
      settled += KEPT_TOKENS;
      kept.copyWithin(0, KEPT_TOKENS, keptCount);
      keptCount -= KEPT_TOKENS;
    }
    for (let token = 0; token < tokens; token++) kept[keptCount++] = space.starts[token] as number;
    at = space.starts[tokens] as number;
  }
  return settled + keptCount;

  /** Whether the last kept token and the first token of the region at `from`, now in `space`, remain separate. */
  function holdsSeam(from: number): boolean {
    if (keptCount === 0) return true;
    const before = kept[keptCount - 1] as number; // In bounds: keptCount tokens are kept.
    const after = space.starts[1] as number;
    return mergeShort(vocabulary, bytes, before, after, seam) === 2 && seam.starts[1] === from;
  }
}
