/**
 * Decodes what git takes for text. Core has no TextDecoder, and it would give all bytes that aren't UTF-8 the same
 * replacement character, so that two file names could become one.
 */

/**
 * Decodes a name. A byte that isn't UTF-8 becomes a lone surrogate, U+DC80 to U+DCFF for 0x80 to 0xFF, as in Python's
 * `surrogateescape`: no valid UTF-8 decodes to one, so different names stay different.
 */
export function decodeName(bytes: Uint8Array, start = 0, end = bytes.length): string {
  for (let at = start; at < end; at++)
    if ((bytes[at] as number) >= 0x80) return decodeUtf8(bytes, start, end);
  return decodeLatin1(bytes, start, end);
}

/** Decodes a text as UTF-8. Every byte that isn't UTF-8 becomes U+FFFD. */
export function decodeText(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return decodeName(bytes, start, end).toWellFormed();
}

/** Decodes a text with a character for every byte. */
export function decodeLatin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start <= MAX_ARGUMENTS) return fromBytes(bytes.subarray(start, end));
  const parts: string[] = [];
  for (let at = start; at < end; at += MAX_ARGUMENTS)
    parts.push(fromBytes(bytes.subarray(at, Math.min(at + MAX_ARGUMENTS, end))));
  return parts.join('');
}

/** Engines limit how many arguments a call has. */
const MAX_ARGUMENTS = 8192;

function fromBytes(bytes: Uint8Array | Uint16Array): string {
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}

function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  const parts: string[] = [];
  const units = new Uint16Array(Math.min(end - start, MAX_ARGUMENTS) + 1);
  let count = 0;
  for (let at = start; at < end;) {
    const length = sequenceLength(bytes, at, end);
    const point = length === 0 ? 0xdc00 + (bytes[at] as number) : codePointAt(bytes, at, length);
    if (point > 0xffff) {
      units[count++] = 0xd7c0 + (point >> 10);
      units[count++] = 0xdc00 + (point & 0x3ff);
    } else {
      units[count++] = point;
    }
    at += Math.max(length, 1);
    if (count >= MAX_ARGUMENTS) {
      parts.push(fromBytes(units.subarray(0, count)));
      count = 0;
    }
  }
  parts.push(fromBytes(units.subarray(0, count)));
  return parts.join('');
}

/** The bytes of the UTF-8 sequence at an offset; 0 if there is none. */
function sequenceLength(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0 || at + length > end) return 0;
  // Overlong forms, surrogates and what is above U+10FFFF show in the second byte.
  const second = bytes[at + 1] as number;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return 0;
  for (let next = at + 2; next < at + length; next++) if (((bytes[next] as number) & 0xc0) !== 0x80) return 0;
  return length;
}

function codePointAt(bytes: Uint8Array, at: number, length: number): number {
  let point = (bytes[at] as number) & (length === 1 ? 0x7f : 0xff >> (length + 1));
  for (let next = at + 1; next < at + length; next++) point = (point << 6) | ((bytes[next] as number) & 0x3f);
  return point;
}
