/**
 * Remembers how many tokens a piece has. Bounded, and without objects: a piece lies with its count in one line of
 * the processor's cache, and a newer piece takes the place of an older one with the same slot.
 */
export interface PieceCache {
  /** The count of the piece `bytes[start..end)` of this hash; 0 when it is not known. */
  get(bytes: Uint8Array, start: number, end: number, hash: number): number;
  set(bytes: Uint8Array, start: number, end: number, hash: number, count: number): void;
}

/** A slot: length of the piece, its count, its bytes. */
const SLOT_BITS = 5;
const HEAD = 2;

/** Longer pieces find no room in a slot. A piece has at most as many tokens as bytes, so the count fits in a byte. */
export const LONGEST_CACHED = (1 << SLOT_BITS) - HEAD;

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
