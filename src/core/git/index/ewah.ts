import { damagedIndex } from './indexEntries';

/** The places of the ones in a bitmap, and where its bytes end. */
export interface ReadBitmap {
  readonly places: readonly number[];
  readonly end: number;
}

const WORD_BITS = 64;
/** An index has a bit for every entry. */
const MAX_BITS = 20_000_000;

/**
 * Reads a compressed bitmap as git writes it: words of 64 bits, of which some say how many words of only zeros or ones,
 * and how many words as they are, come next (https://github.com/git/git/blob/master/ewah/ewok.h). Throws a GitFault if it
 * is damaged.
 */
export function readEwah(bytes: Uint8Array, start: number): ReadBitmap {
  if (start + 8 > bytes.length) throw damagedIndex();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const bits = view.getUint32(start);
  const words = view.getUint32(start + 4);
  const wordsEnd = start + 8 + words * 8;
  if (bits > MAX_BITS || wordsEnd + 4 > bytes.length) throw damagedIndex();

  const places: number[] = [];
  let bit = 0;
  for (let at = start + 8; at < wordsEnd;) {
    const high = view.getUint32(at);
    const low = view.getUint32(at + 4);
    at += 8;
    const running = (low >>> 1) + (high & 1) * 2 ** 31;
    const runEnd = Math.min(bit + running * WORD_BITS, bits);
    if ((low & 1) === 1) for (let place = bit; place < runEnd; place++) places.push(place);
    bit = bit + running * WORD_BITS;
    const literals = high >>> 1;
    if (at + literals * 8 > wordsEnd) throw damagedIndex();
    for (let word = 0; word < literals; word++, at += 8, bit += WORD_BITS) {
      pushOnes(places, view.getUint32(at + 4), bit);
      pushOnes(places, view.getUint32(at), bit + 32);
    }
  }
  // The last four bytes help only a writer.
  return { places: places.filter((place) => place < bits), end: wordsEnd + 4 };
}

function pushOnes(places: number[], word: number, first: number): void {
  for (let bit = 0; bit < 32; bit++) if ((word & (1 << bit)) !== 0) places.push(first + bit);
}
