import type { Oid } from './model';

const FULL = /^[\da-f]{40}$/;

/** The bytes of an object id. */
export const OID_BYTES = 20;

/** Undefined unless the text is 40 hexadecimal digits, in either case. */
export function parseOid(text: string): Oid | undefined {
  const lower = text.toLowerCase();
  return FULL.test(lower) ? (lower as Oid) : undefined;
}

/** The object id in the 20 bytes from `offset` on, which must be there. */
export function oidAt(bytes: Uint8Array, offset: number): Oid {
  const digits = new Uint8Array(2 * OID_BYTES);
  for (let at = 0; at < OID_BYTES; at++) {
    const byte = bytes[offset + at] as number;
    digits[2 * at] = digit(byte >> 4);
    digits[2 * at + 1] = digit(byte & 15);
  }
  // One call for all digits: an index of 70,000 entries has 2.8 million of them.
  return String.fromCharCode.apply(null, digits as unknown as number[]) as Oid;
}

function digit(value: number): number {
  return value < 10 ? 48 + value : 87 + value;
}

/** The bytes of an object id, or of the beginning of one, with zeros after it. Digits must be lowercase. */
export function oidToBytes(digits: string): Uint8Array {
  const bytes = new Uint8Array(OID_BYTES);
  for (let at = 0; at < digits.length; at++) {
    const code = digits.charCodeAt(at);
    const value = code < 58 ? code - 48 : code - 87;
    bytes[at >> 1] = (bytes[at >> 1] as number) | (at % 2 === 0 ? value << 4 : value);
  }
  return bytes;
}

/** Less than zero, zero, or more than zero: how the id in the 20 bytes from `offset` on compares with another. */
export function compareOidAt(bytes: Uint8Array, offset: number, other: Uint8Array): number {
  for (let at = 0; at < OID_BYTES; at++) {
    const difference = (bytes[offset + at] as number) - (other[at] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
