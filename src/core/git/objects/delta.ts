import { GitFault } from '../model';

const DAMAGED = 'An object is damaged: its difference from another object makes no sense.';

/** The beginning of a delta: sizes in bytes, and the offset of the first instruction. */
export interface DeltaSizes {
  readonly base: number;
  readonly result: number;
  readonly start: number;
}

/** Reads the beginning of a delta. Throws a GitFault if it ends too early. */
export function readDeltaSizes(delta: Uint8Array): DeltaSizes {
  const base = readSize(delta, 0);
  const result = readSize(delta, base.next);
  return { base: base.size, result: result.size, start: result.next };
}

/** The bytes that the sizes of a delta can take, with seven bits a byte. */
export const DELTA_SIZES_BYTES = 16;

/** Applies a delta as pack files have it. Throws a GitFault if the delta doesn't fit its base or lies about sizes. */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array {
  const sizes = readDeltaSizes(delta);
  if (sizes.base !== base.length || sizes.result > most(base, delta)) throw new GitFault(DAMAGED);
  const result = new Uint8Array(sizes.result);
  let filled = 0;
  for (let at = sizes.start; at < delta.length;) {
    const instruction = delta[at++] as number;
    let source = delta;
    let from = at;
    let length = instruction;
    if (instruction >= 0x80) {
      ({ from, length, at } = readCopy(delta, at, instruction));
      source = base;
    } else {
      at += length;
    }
    if (length === 0 || from + length > source.length || filled + length > result.length)
      throw new GitFault(DAMAGED);
    result.set(source.subarray(from, from + length), filled);
    filled += length;
  }
  if (filled !== result.length) throw new GitFault(DAMAGED);
  return result;
}

/** A copy takes two bytes and gives at most 16 MB, so a short delta can't ask for much memory. */
function most(base: Uint8Array, delta: Uint8Array): number {
  return delta.length * Math.max(1, Math.min(base.length, 0xffffff));
}

interface Copy {
  readonly from: number;
  readonly length: number;
  /** The offset of the next instruction. */
  readonly at: number;
}

/** The bits of the instruction say which bytes of the offset and the length follow; the others are zero. */
function readCopy(delta: Uint8Array, at: number, instruction: number): Copy {
  let from = 0;
  let length = 0;
  for (let byte = 0; byte < 4; byte++)
    if ((instruction & (1 << byte)) !== 0) from += (delta[at++] ?? 0) * 2 ** (8 * byte);
  for (let byte = 0; byte < 3; byte++)
    if ((instruction & (16 << byte)) !== 0) length |= (delta[at++] ?? 0) << (8 * byte);
  if (at > delta.length) throw new GitFault(DAMAGED);
  return { from, length: length === 0 ? 0x10000 : length, at };
}

function readSize(delta: Uint8Array, start: number): { readonly size: number; readonly next: number } {
  let size = 0;
  for (let at = start; at < Math.min(delta.length, start + DELTA_SIZES_BYTES / 2); at++) {
    const byte = delta[at] as number;
    size += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) return { size, next: at + 1 };
  }
  throw new GitFault(DAMAGED);
}
