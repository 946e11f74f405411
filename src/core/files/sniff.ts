import { isUtf16, type SourceEncoding } from './sourceEncoding';

/** A byte order mark at the start of a file, with its length in bytes. */
export interface ByteOrderMark {
  readonly encoding: SourceEncoding;
  readonly length: number;
}

/** How to read a file that is not clean UTF-8. */
export type BrokenUtf8Verdict =
  { readonly kind: 'replace'; readonly badBytes: number } | { readonly kind: 'legacy' };

const PROBE_BYTES = 8_000;

/** Pointers are shorter (https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md). */
const LFS_POINTER_BYTES = 1024;

/** 1 for each byte that 8-bit text does not contain. Escapes are allowed for logs, backspaces for manual pages. */
const IS_CONTROL = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) || byte === 0x7f ? 1 : 0,
);

/** The byte order mark of UTF-8 or UTF-16 at the start of a file, if it has one. */
export function byteOrderMark(bytes: Uint8Array): ByteOrderMark | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return undefined;
}

/** Explains from the first 8,000 bytes why a file is not text; undefined if it may be text. */
export function binaryReason(bytes: Uint8Array, encoding: SourceEncoding): string | undefined {
  if (isUtf32(bytes)) return 'UTF-32 text, which browsers do not decode';
  if (isUtf16(encoding)) return undefined;
  return bytes.subarray(0, PROBE_BYTES).includes(0) ? 'binary: a NUL in the first 8,000 bytes' : undefined;
}

/**
 * Explains why a file that begins like text is binary: one in ten of its characters is a NUL or, if it is not UTF-8,
 * one in twenty of its bytes is a control character. Random data has twice as many, so most of such a file is data.
 */
export function mostlyBinaryReason(
  bytes: Uint8Array,
  encoding: SourceEncoding,
  nulShare: number,
): string | undefined {
  if (nulShare >= 0.1) return `binary: ${percent(nulShare)} of its characters are NUL`;
  if (encoding === 'utf-8' || isUtf16(encoding)) return undefined;
  const share = countControls(bytes) / bytes.length;
  return share >= 0.05 ? `binary: ${percent(share)} of its bytes are control characters` : undefined;
}

/** Explains that a text stands for a file that Git LFS keeps elsewhere; undefined for all other texts. */
export function lfsPointerReason(text: string): string | undefined {
  const size =
    /^version https:\/\/git-lfs\.github\.com\/spec\/v\d+\n(?:[\w.-]+ [^\n]+\n){0,20}?size (\d+)\n/.exec(
      text.slice(0, LFS_POINTER_BYTES),
    )?.[1];
  return size === undefined || text.length > LFS_POINTER_BYTES
    ? undefined
    : `a Git LFS pointer to ${Number(size).toLocaleString('en')} bytes that are not in this folder`;
}

/** Counts control characters, including NUL, except those that text may contain. */
export function countControls(bytes: Uint8Array): number {
  let controls = 0;
  for (const byte of bytes) controls += IS_CONTROL[byte] ?? 0;
  return controls;
}

/** In a UTF-8 file, fewer than one bad byte in a hundred is damage. With more, the file never was UTF-8. */
export function judgeBrokenUtf8(bytes: Uint8Array): BrokenUtf8Verdict {
  const badBytes = countBadUtf8(bytes);
  return badBytes * 100 < bytes.length ? { kind: 'replace', badBytes } : { kind: 'legacy' };
}

/**
 * Counts the bytes that a UTF-8 decoder would replace with U+FFFD: every byte of each ill-formed sequence
 * (https://encoding.spec.whatwg.org/#utf-8-decoder).
 */
export function countBadUtf8(bytes: Uint8Array): number {
  let bad = 0;
  let i = 0;
  while (i < bytes.length) {
    const lead = bytes[i] ?? 0;
    i += 1;
    if (lead < 0x80) continue;

    const needed = continuationBytes(lead);
    let seen = 0;
    while (seen < needed && isContinuation(lead, seen, bytes[i + seen])) seen += 1;
    if (needed === 0 || seen < needed) bad += 1 + seen;
    i += seen;
  }
  return bad;
}

/** Counts the bytes of lone surrogates, and of half a unit at the end, in UTF-16 without its byte order mark. */
export function countBadUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): number {
  const high = encoding === 'utf-16le' ? 1 : 0;
  const units = bytes.length >> 1;
  let bad = bytes.length & 1;
  for (let unit = 0; unit < units; unit++) {
    const kind = surrogateKind(bytes[2 * unit + high]);
    if (kind === 'none') continue;
    const paired =
      kind === 'lead' && unit + 1 < units && surrogateKind(bytes[2 * unit + 2 + high]) === 'trail';
    if (paired) unit += 1;
    else bad += 2;
  }
  return bad;
}

function percent(share: number): string {
  return `${Math.floor(100 * share)}%`;
}

/** Byte order marks of UTF-32. The little-endian one begins with the one of UTF-16. */
const UTF_32_MARKS = [
  [0xff, 0xfe, 0, 0],
  [0, 0, 0xfe, 0xff],
];

function isUtf32(bytes: Uint8Array): boolean {
  return UTF_32_MARKS.some((mark) => mark.every((byte, at) => bytes[at] === byte));
}

/** Number of continuation bytes after a lead byte; 0 if it cannot begin a sequence. */
function continuationBytes(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 1;
  if (lead >= 0xe0 && lead <= 0xef) return 2;
  if (lead >= 0xf0 && lead <= 0xf4) return 3;
  return 0;
}

/**
 * Some leads allow a narrower first continuation byte, which rules out overlong forms, surrogates, and anything beyond
 * U+10FFFF.
 */
function isContinuation(lead: number, index: number, byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const first = index === 0;
  const low = first && lead === 0xe0 ? 0xa0 : first && lead === 0xf0 ? 0x90 : 0x80;
  const high = first && lead === 0xed ? 0x9f : first && lead === 0xf4 ? 0x8f : 0xbf;
  return byte >= low && byte <= high;
}

function surrogateKind(highByte: number | undefined): 'none' | 'lead' | 'trail' {
  if (highByte === undefined) return 'none';
  const bits = highByte & 0xfc;
  return bits === 0xd8 ? 'lead' : bits === 0xdc ? 'trail' : 'none';
}
