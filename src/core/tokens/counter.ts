import { nextSafeCut } from './additivity';
import { END } from './characterClasses';
import type { TokenCounter, TokenEncoding } from './encoding';
import { createMergeSpace, mergeShort, SHORT_LENGTH } from './merge';
import { countLong } from './mergeLong';
import { createPieceCache, LONGEST_CACHED } from './pieceCache';
import { pretokenizerFor } from './pretokenizer';
import { writeUtf8 } from './utf8';
import { hashOf, NO_RANK, rankOfHashed, readVocabulary } from './vocabulary';

/** UTF-16 units to encode and count at a time, few enough for the processor's cache. */
const SLICE = 1 << 15;

const CACHED_PIECES = 1 << 15;

/**
 * Counts tokens exactly as the encoding's own tokenizer does: its pretokenizer cuts the text into pieces, and byte
 * pairs are merged within each. Special tokens are ordinary text, and a lone surrogate counts as U+FFFD. Linear in the
 * text, except for long pieces without any regularity (n log n).
 *
 * @param vocabulary the encoding's vocabulary file (see `readVocabulary`)
 * @param write replaces `writeUtf8` on platforms that have a faster one
 */
export function createTokenCounter(
  encoding: TokenEncoding,
  vocabulary: Uint8Array,
  write = writeUtf8,
): TokenCounter {
  const tokens = readVocabulary(vocabulary);
  const pieceEnd = pretokenizerFor(encoding);
  const cache = createPieceCache(CACHED_PIECES);
  const space = createMergeSpace();
  const sliceBytes = new Uint8Array(3 * 2 * SLICE + 1);

  function count(text: string): number {
    let total = 0;
    for (let start = 0; start < text.length;) {
      const end = text.length - start <= SLICE ? text.length : nextSafeCut(text, start + SLICE);
      total += countSlice(text, start, end);
      start = end;
    }
    return total;
  }

  function countSlice(text: string, start: number, end: number): number {
    const bytes = end - start <= 2 * SLICE ? sliceBytes : new Uint8Array(3 * (end - start) + 1);
    const length = write(text, start, end, bytes);
    bytes[length] = END;
    let total = 0;
    for (let at = 0; at < length;) {
      const next = pieceEnd(bytes, at);
      total += countPiece(bytes, at, next);
      at = next;
    }
    return total;
  }

  function countPiece(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > SHORT_LENGTH) return countLong(tokens, bytes, start, end, space);
    const hash = hashOf(bytes, start, end);
    const known = length > LONGEST_CACHED ? 0 : cache.get(bytes, start, end, hash);
    if (known > 0) return known;
    const isToken = rankOfHashed(tokens, bytes, start, end, hash) !== NO_RANK;
    const counted = isToken ? 1 : mergeShort(tokens, bytes, start, end, space);
    if (length <= LONGEST_CACHED) cache.set(bytes, start, end, hash, counted);
    return counted;
  }

  return { encoding, count };
}
