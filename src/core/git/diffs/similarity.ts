/** How similar two files are: the share of one that the other contains, whatever its order. */
import { bytesToByteString } from '../byteString';

/** Number of bytes by the content of their chunk. */
export type Chunks = ReadonlyMap<string, number>;

/** Chunks end after a LF, or after so many bytes. */
const MAX_CHUNK = 64;

const NUL_WINDOW = 8_000;

/** Cuts a file into lines, and long lines into pieces. A text counts the same with each kind of line ends. */
export function chunksOf(bytes: Uint8Array): Chunks {
  const isText = bytes.subarray(0, NUL_WINDOW).indexOf(0) < 0;
  const content = bytesToByteString(bytes);
  const text = isText ? content.replaceAll('\r\n', '\n') : content;
  const chunks = new Map<string, number>();
  for (let start = 0; start < text.length;) {
    const lineEnd = text.indexOf('\n', start);
    const end = Math.min(lineEnd < 0 ? text.length : lineEnd + 1, start + MAX_CHUNK);
    const chunk = text.slice(start, end);
    chunks.set(chunk, (chunks.get(chunk) ?? 0) + chunk.length);
    start = end;
  }
  return chunks;
}

/** The share of the larger file that both have in common, from 0 to 1. `maxSize` is its size in bytes. */
export function similarityOf(before: Chunks, after: Chunks, maxSize: number): number {
  if (maxSize === 0) return 0;
  let common = 0;
  for (const [chunk, size] of before) common += Math.min(size, after.get(chunk) ?? 0);
  return Math.floor((common * SCORE) / maxSize) / SCORE;
}

/** Git compares similarities as whole numbers up to this one. */
const SCORE = 60_000;
