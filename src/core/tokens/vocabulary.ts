/**
 * An encoding's tokens, indexed by their bytes in one open-addressing hash table over typed arrays. It takes a few tens
 * of milliseconds to build and a few megabytes, because every worker in the pool has its own.
 */
export interface Vocabulary {
  /**
   * Each slot has the rank in its lower RANK_BITS, and above it part of the hash, which avoids most comparisons. EMPTY
   * if unused.
   */
  readonly slots: Int32Array;
  /** Start of each rank's token in `bytes`; one more entry for the end of the last. */
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
  /** Rank of each two-byte token, by first byte * 256 + second; else NO_RANK. */
  readonly pairRanks: Int32Array;
}

/** Higher than every rank; means that there is no such token. */
export const NO_RANK = 0x7fffffff;

const EMPTY = -1;
const RANK_BITS = 18;
const RANK_MASK = (1 << RANK_BITS) - 1;

/**
 * Reads a vocabulary file: the number of tokens (32 bits, little-endian), one byte for the length of each token, then
 * the bytes of all tokens in order of rank. Throws if the file is malformed.
 */
export function readVocabulary(file: Uint8Array): Vocabulary {
  const count = new DataView(file.buffer, file.byteOffset, file.byteLength).getUint32(0, true);
  if (count > RANK_MASK) throw new RangeError(`A vocabulary of ${count} tokens is too large`);
  const offsets = readOffsets(file.subarray(4, 4 + count));
  const bytes = file.slice(4 + count);
  if (bytes.length !== offsets[count]) throw new RangeError('The vocabulary file is cut off');
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(count * 2))).fill(EMPTY);
  const pairRanks = new Int32Array(0x10000).fill(NO_RANK);
  for (let rank = 0; rank < count; rank++) {
    const start = offsets[rank] as number;
    const end = offsets[rank + 1] as number;
    insert(slots, hashOf(bytes, start, end), rank);
    if (end - start === 2) pairRanks[((bytes[start] as number) << 8) | (bytes[start + 1] as number)] = rank;
  }
  return { slots, offsets, bytes, pairRanks };
}

function readOffsets(lengths: Uint8Array): Int32Array {
  const offsets = new Int32Array(lengths.length + 1);
  let offset = 0;
  for (let rank = 0; rank < lengths.length; rank++) {
    offset += lengths[rank] as number;
    offsets[rank + 1] = offset;
  }
  return offsets;
}

function insert(slots: Int32Array, hash: number, rank: number): void {
  const mask = slots.length - 1;
  let slot = hash & mask;
  while (slots[slot] !== EMPTY) slot = (slot + 1) & mask;
  slots[slot] = (hash & ~RANK_MASK) | rank;
}

/** FNV-1a, with its high bits folded into the low ones, which select the slot. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ (bytes[index] as number), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** The rank of the token that is `bytes[start..end)`, or NO_RANK. */
export function rankOf(vocabulary: Vocabulary, bytes: Uint8Array, start: number, end: number): number {
  return rankOfHashed(vocabulary, bytes, start, end, hashOf(bytes, start, end));
}

/** Like `rankOf`, for callers that already have the hash. */
export function rankOfHashed(
  vocabulary: Vocabulary,
  bytes: Uint8Array,
  start: number,
  end: number,
  hash: number,
): number {
  const { slots } = vocabulary;
  const mask = slots.length - 1;
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const entry = slots[slot] as number; // In bounds by the mask; never full, so an EMPTY one ends the search.
    if (entry === EMPTY) return NO_RANK;
    if ((entry ^ hash) >>> RANK_BITS === 0 && isToken(vocabulary, entry & RANK_MASK, bytes, start, end)) {
      return entry & RANK_MASK;
    }
  }
}

function isToken(
  vocabulary: Vocabulary,
  rank: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  const offset = vocabulary.offsets[rank] as number; // In bounds: only ranks of the vocabulary are in slots.
  if ((vocabulary.offsets[rank + 1] as number) - offset !== end - start) return false;
  for (let index = start; index < end; index++) {
    if (bytes[index] !== vocabulary.bytes[offset + index - start]) return false;
  }
  return true;
}
