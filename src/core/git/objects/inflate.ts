import { GitFault } from '../model';

/**
 * Inflates zlib streams whose size is known beforehand, as git's are. fflate is faster on small ones, but it can't inflate just the
 * beginning of a stream, doesn't say where a stream ends (so its checksum can't be found in a pack), and goes on
 * inflating past the size that an object claims.
 */
export interface Inflater {
  /**
   * Inflates `size` bytes from the zlib stream that begins at `start`. Undefined if the input ends too early, so the
   * caller can come back with more. Throws a GitFault if the stream is damaged, or is longer or shorter than `size`.
   */
  whole(input: Uint8Array, start: number, size: number): Uint8Array | undefined;
  /** The first bytes of a stream, up to `size`, without a look at the rest. Undefined if the input ends before. */
  beginning(input: Uint8Array, start: number, size: number): Uint8Array | undefined;
}

/** The tables are large enough that making them for every object would show. */
export function createInflater(): Inflater {
  let fixed: Codes | undefined;
  const dynamic = { literals: createCode(288), distances: createCode(32), lengths: createCode(19) };

  const run = (
    input: Uint8Array,
    start: number,
    output: Uint8Array,
    isWhole: boolean,
  ): number | undefined => {
    const bits: Bits = { input, at: start + 2, held: 0, count: 0 };
    let filled = 0;
    try {
      checkHeader(input, start);
      for (let isLast = false; !isLast && (isWhole || filled < output.length);) {
        isLast = take(bits, 1) === 1;
        const kind = take(bits, 2);
        if (kind === 0) {
          filled = copyStored(bits, output, filled, isWhole);
          continue;
        }
        if (kind === 3) throw new GitFault(DAMAGED);
        if (kind === 2) readDynamic(bits, dynamic);
        const codes = kind === 2 ? dynamic : (fixed ??= createFixedCodes());
        filled = inflateBlock(bits, { codes, output, filled, isWhole });
      }
      if (isWhole) checkEnd(bits, output, filled);
    } catch (error) {
      if (error === OUT_OF_INPUT) return undefined;
      throw error;
    }
    return filled;
  };

  return {
    whole(input, start, size) {
      const output = new Uint8Array(size);
      return run(input, start, output, true) === undefined ? undefined : output;
    },
    beginning(input, start, size) {
      const output = new Uint8Array(size);
      const filled = run(input, start, output, false);
      return filled === undefined ? undefined : output.subarray(0, filled);
    },
  };
}

const DAMAGED = 'An object is damaged: it can’t be decompressed.';
const WRONG_SIZE = 'An object is damaged: it has another size than it says.';
/** Thrown instead of returned, since every bit can be the last; one object, because a stack trace costs more. */
const OUT_OF_INPUT = new GitFault(DAMAGED);

interface Bits {
  readonly input: Uint8Array;
  at: number;
  held: number;
  count: number;
}

/** At most 16 bits, so that they and those held fit in 31. */
function take(bits: Bits, wanted: number): number {
  while (bits.count < wanted) {
    if (bits.at >= bits.input.length) throw OUT_OF_INPUT;
    // Within the input, as just checked.
    bits.held |= (bits.input[bits.at++] as number) << bits.count;
    bits.count += 8;
  }
  const value = bits.held & ((1 << wanted) - 1);
  bits.held >>>= wanted;
  bits.count -= wanted;
  return value;
}

function checkHeader(input: Uint8Array, start: number): void {
  const method = input[start];
  const flags = input[start + 1];
  if (method === undefined || flags === undefined) throw OUT_OF_INPUT;
  const isDeflate = (method & 15) === 8 && method >> 4 <= 7;
  if (!isDeflate || (method * 256 + flags) % 31 !== 0 || (flags & 32) !== 0) throw new GitFault(DAMAGED);
}

function checkEnd(bits: Bits, output: Uint8Array, filled: number): void {
  if (filled !== output.length) throw new GitFault(WRONG_SIZE);
  const unread = bits.at - (bits.count >> 3);
  if (unread + 4 > bits.input.length) throw OUT_OF_INPUT;
  const view = new DataView(bits.input.buffer, bits.input.byteOffset + unread, 4);
  if (view.getUint32(0) !== adler32(output)) throw new GitFault(DAMAGED);
}

function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  // So many sums stay below 2^31.
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(at + 2048, bytes.length);
    for (; at < end; at++) {
      a += bytes[at] as number;
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return ((b << 16) | a) >>> 0;
}

function copyStored(bits: Bits, output: Uint8Array, filled: number, isWhole: boolean): number {
  const { input } = bits;
  const at = bits.at - (bits.count >> 3);
  bits.held = bits.count = 0;
  if (at + 4 > input.length) throw OUT_OF_INPUT;
  const length = (input[at] as number) | ((input[at + 1] as number) << 8);
  const check = (input[at + 2] as number) | ((input[at + 3] as number) << 8);
  if ((length ^ check) !== 0xffff) throw new GitFault(DAMAGED);
  const used = Math.min(length, output.length - filled);
  if (used < length && isWhole) throw new GitFault(WRONG_SIZE);
  if (at + 4 + used > input.length) throw OUT_OF_INPUT;
  output.set(input.subarray(at + 4, at + 4 + used), filled);
  bits.at = at + 4 + length;
  return filled + used;
}

/** Codes of up to this many bits are found in one step. */
const FAST_BITS = 9;
const FAST_MASK = (1 << FAST_BITS) - 1;
const MAX_BITS = 15;

/** A canonical Huffman code, as in RFC 1951, 3.2.2. */
interface Code {
  /** By the next FAST_BITS bits: the symbol times 16, plus the width of its code; 0 if the code is longer. */
  readonly fast: Uint16Array;
  /** How many codes have a width. */
  readonly counts: Uint16Array;
  /** The symbols by code. */
  readonly symbols: Uint16Array;
}

function createCode(size: number): Code {
  return {
    fast: new Uint16Array(1 << FAST_BITS),
    counts: new Uint16Array(MAX_BITS + 1),
    symbols: new Uint16Array(size),
  };
}

function fillCode(code: Code, widths: Uint8Array): void {
  const { fast, counts, symbols } = code;
  fast.fill(0);
  counts.fill(0);
  for (const width of widths) counts[width] = (counts[width] as number) + 1;
  counts[0] = 0;
  const offsets = new Uint16Array(MAX_BITS + 2);
  const nextCode = new Uint16Array(MAX_BITS + 2);
  let free = 1;
  for (let width = 1; width <= MAX_BITS; width++) {
    const count = counts[width] as number;
    free = free * 2 - count;
    if (free < 0) throw new GitFault(DAMAGED);
    offsets[width + 1] = (offsets[width] as number) + count;
    nextCode[width + 1] = ((nextCode[width] as number) + count) << 1;
  }
  for (let symbol = 0; symbol < widths.length; symbol++) {
    const width = widths[symbol] as number;
    if (width === 0) continue;
    const place = offsets[width] as number;
    offsets[width] = place + 1;
    symbols[place] = symbol;
    const bits = nextCode[width] as number;
    nextCode[width] = bits + 1;
    if (width > FAST_BITS) continue;
    for (let slot = reversed(bits, width); slot <= FAST_MASK; slot += 1 << width)
      fast[slot] = (symbol << 4) | width;
  }
}

function reversed(bits: number, width: number): number {
  let result = 0;
  for (let bit = 0; bit < width; bit++) result |= ((bits >> bit) & 1) << (width - 1 - bit);
  return result;
}

function readSymbol(bits: Bits, code: Code): number {
  const { input } = bits;
  while (bits.count < FAST_BITS && bits.at < input.length) {
    bits.held |= (input[bits.at++] as number) << bits.count;
    bits.count += 8;
  }
  const found = code.fast[bits.held & FAST_MASK] as number;
  const width = found & 15;
  if (found === 0 || width > bits.count) return readLongSymbol(bits, code);
  bits.held >>>= width;
  bits.count -= width;
  return found >> 4;
}

function readLongSymbol(bits: Bits, { counts, symbols }: Code): number {
  let code = 0;
  let first = 0;
  let before = 0;
  for (let width = 1; width <= MAX_BITS; width++) {
    code |= take(bits, 1);
    const count = counts[width] as number;
    if (code - first < count) return symbols[before + code - first] as number;
    before += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  throw new GitFault(DAMAGED);
}

interface Codes {
  readonly literals: Code;
  readonly distances: Code;
}

function createFixedCodes(): Codes {
  const codes = { literals: createCode(288), distances: createCode(32) };
  const widths = new Uint8Array(318);
  widths.fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280, 288).fill(5, 288, 318);
  fillCode(codes.literals, widths.subarray(0, 288));
  fillCode(codes.distances, widths.subarray(288));
  return codes;
}

const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;

function readDynamic(bits: Bits, codes: Codes & { readonly lengths: Code }): void {
  const literalCount = take(bits, 5) + 257;
  const distanceCount = take(bits, 5) + 1;
  const lengthCount = take(bits, 4) + 4;
  if (literalCount > 286 || distanceCount > 30) throw new GitFault(DAMAGED);
  const lengthWidths = new Uint8Array(LENGTH_ORDER.length);
  for (let at = 0; at < lengthCount; at++) lengthWidths[LENGTH_ORDER[at] as number] = take(bits, 3);
  fillCode(codes.lengths, lengthWidths);
  const widths = new Uint8Array(literalCount + distanceCount);
  for (let at = 0; at < widths.length;) {
    const symbol = readSymbol(bits, codes.lengths);
    if (symbol < 16) {
      widths[at++] = symbol;
      continue;
    }
    if (symbol === 16 && at === 0) throw new GitFault(DAMAGED);
    const width = symbol === 16 ? (widths[at - 1] as number) : 0;
    const times = symbol === 16 ? 3 + take(bits, 2) : symbol === 17 ? 3 + take(bits, 3) : 11 + take(bits, 7);
    if (at + times > widths.length) throw new GitFault(DAMAGED);
    widths.fill(width, at, at + times);
    at += times;
  }
  fillCode(codes.literals, widths.subarray(0, literalCount));
  fillCode(codes.distances, widths.subarray(literalCount));
}

const LENGTH_BASES = [
  ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27],
  ...[31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258],
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASES = [
  ...[1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769],
  ...[1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577],
];
const DISTANCE_BITS = [
  ...[0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6],
  ...[6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13],
];

interface Block {
  readonly codes: Codes;
  readonly output: Uint8Array;
  readonly filled: number;
  readonly isWhole: boolean;
}

/**
 * Returns how much of the output is filled after the block. Nearly all time is spent here, so the bits live in local
 * variables between matches.
 */
function inflateBlock(bits: Bits, block: Block): number {
  const { output, isWhole } = block;
  const { literals } = block.codes;
  const { input } = bits;
  const { fast } = literals;
  let { filled } = block;
  let { held, count, at } = bits;
  while (isWhole || filled < output.length) {
    while (count < 16 && at < input.length) {
      held |= (input[at++] as number) << count;
      count += 8;
    }
    const found = fast[held & FAST_MASK] as number;
    const width = found & 15;
    const isFast = found !== 0 && width <= count;
    if (isFast) {
      held >>>= width;
      count -= width;
      if (found < 256 << 4 && filled < output.length) {
        output[filled++] = found >> 4;
        continue;
      }
    }
    bits.held = held;
    bits.count = count;
    bits.at = at;
    const symbol = isFast ? found >> 4 : readLongSymbol(bits, literals);
    if (symbol === 256) return filled;
    filled = symbol < 256 ? putLiteral(output, filled, symbol) : copyEarlier(bits, block, symbol, filled);
    ({ held, count, at } = bits);
  }
  return filled;
}

function putLiteral(output: Uint8Array, filled: number, byte: number): number {
  if (filled === output.length) throw new GitFault(WRONG_SIZE);
  output[filled] = byte;
  return filled + 1;
}

function copyEarlier(bits: Bits, { codes, output, isWhole }: Block, symbol: number, filled: number): number {
  const lengthBase = LENGTH_BASES[symbol - 257];
  if (lengthBase === undefined) throw new GitFault(DAMAGED);
  const length = lengthBase + take(bits, LENGTH_BITS[symbol - 257] as number);
  const code = readSymbol(bits, codes.distances);
  const distanceBase = DISTANCE_BASES[code];
  if (distanceBase === undefined) throw new GitFault(DAMAGED);
  const distance = distanceBase + take(bits, DISTANCE_BITS[code] as number);
  if (distance > filled) throw new GitFault(DAMAGED);
  if (isWhole && filled + length > output.length) throw new GitFault(WRONG_SIZE);
  const end = Math.min(filled + length, output.length);
  for (let at = filled; at < end; at++) output[at] = output[at - distance] as number;
  return end;
}
