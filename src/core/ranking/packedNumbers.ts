/** Packs non-negative integers into as few bytes as they need: seven bits per byte, lowest first (LEB128). */

export interface PackedReader {
  /** Offset of the next number. */
  at: number;
  /** The low bits of the number that `nextCoded` read. */
  code: number;
  /** 0 at the end. */
  next(): number;
  /** Reads a number whose lowest `bits`, at most 7, are a code, and whose other bits are a 32-bit number, which it returns. */
  nextCoded(bits: number): number;
}

export interface PackedWriter {
  write(value: number): void;
  append(bytes: Uint8Array): void;
  finish(): Uint8Array<ArrayBuffer>;
}

export function createPackedReader(bytes: Uint8Array): PackedReader {
  return new Reader(bytes);
}

/** A class, so that all readers share one shape and calls are inlined. */
class Reader implements PackedReader {
  at = 0;
  code = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.at++] ?? 0;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    // Four bytes fit into a small integer, which most numbers need and engines compute with fastest.
    for (let shift = 7; shift < 28; shift += 7) {
      byte = bytes[this.at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    let factor = 2 ** 28;
    do {
      byte = bytes[this.at++] ?? 0;
      value += (byte & 0x7f) * factor;
      factor *= 0x80;
    } while (byte >= 0x80);
    return value;
  }

  /** Uses only integers, and so takes half the time of `next` and a division. */
  nextCoded(bits: number): number {
    const bytes = this.#bytes;
    let byte = bytes[this.at++] ?? 0;
    this.code = byte & ((1 << bits) - 1);
    let value = (byte & 0x7f) >> bits;
    for (let shift = 7 - bits; byte >= 0x80; shift += 7) {
      byte = bytes[this.at++] ?? 0;
      value |= (byte & 0x7f) << shift;
    }
    return value >>> 0;
  }
}

export function createPackedWriter(): PackedWriter {
  let bytes = new Uint8Array(256);
  let length = 0;

  function reserve(more: number): void {
    if (length + more <= bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * bytes.length, length + more));
    larger.set(bytes);
    bytes = larger;
  }

  return {
    write(value) {
      reserve(8);
      let rest = value;
      for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes[length++] = (rest % 0x80) | 0x80;
      bytes[length++] = rest;
    },
    append(more) {
      reserve(more.length);
      bytes.set(more, length);
      length += more.length;
    },
    finish: () => bytes.slice(0, length),
  };
}
