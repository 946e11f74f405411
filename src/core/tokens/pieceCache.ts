/**
 * Caches the token counts of pieces. Bounded, and without objects: a piece and its count share one line of the
 * processor's cache, and a newer piece replaces the older one in its slot.
 */
export interface PieceCache {
  /** The cached count of the piece `bytes[start..end)` with this hash; 0 if there is none. */
  get(bytes: Uint8Array, start: number, end: number, hash: number): number;
  set(bytes: Uint8Array, start: number, end: number, hash: number, count: number): void;
}

/** A slot holds the piece's length, its count, and its bytes. */
const SLOT_BITS = 5;
const HEAD = 2;

/** Longer pieces do not fit into a slot. A piece has at most as many tokens as bytes, so the count fits into a byte. */
export const LONGEST_CACHED = (1 << SLOT_BITS) - HEAD;

/** Creates a cache with `slotCount` slots, a power of two. */
export function createPieceCache(slotCount: number): PieceCache {
  const slots = new Uint8Array(slotCount << SLOT_BITS);
  const mask = slotCount - 1;

  return {
    get(bytes, start, end, hash) {
      const slot = (hash & mask) << SLOT_BITS;
      if (slots[slot] !== end - start) return 0;
      const shift = slot + HEAD - start;
      for (let index = start; index < end; index++) {
        if (slots[shift + index] !== bytes[index]) return 0;
      }
      return slots[slot + 1] as number; // In bounds by the mask.
    },
    set(bytes, start, end, hash, count) {
      const slot = (hash & mask) << SLOT_BITS;
      slots[slot] = end - start;
      slots[slot + 1] = count;
      const shift = slot + HEAD - start;
      for (let index = start; index < end; index++) slots[shift + index] = bytes[index] as number;
    },
  };
}
