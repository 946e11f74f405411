import type { ByteReader } from './bytes';
import type { Frame } from './frame';

/** The first chunk has the size. An animation says so in a chunk before the data (https://www.w3.org/TR/png-3/). */
export function readPng(bytes: ByteReader): Frame | undefined {
  if (bytes.text(12, 4) !== 'IHDR' || bytes.length < 24) return undefined;
  const [width, height] = [bytes.u32(16), bytes.u32(20)];
  // Larger numbers are not allowed.
  if (width > MOST || height > MOST) return undefined;
  return { width, height, isAnimated: hasAnimation(bytes) };
}

const MOST = 0x7fffffff;

function hasAnimation(bytes: ByteReader): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.u32(at)) {
    const kind = bytes.text(at + 4, 4);
    if (kind === 'acTL') return bytes.u32(at + 8) > 1;
    if (kind === 'IDAT') return false;
  }
  return false;
}
