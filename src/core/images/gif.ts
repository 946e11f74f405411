import type { ByteReader } from './bytes';
import type { Frame } from './frame';

/** The size of the canvas. Two images make an animation (https://www.w3.org/Graphics/GIF/spec-gif89a.txt). */
export function readGif(bytes: ByteReader): Frame | undefined {
  if (bytes.length < 13) return undefined;
  return { width: bytes.u16le(6), height: bytes.u16le(8), isAnimated: hasTwoImages(bytes) };
}

const EXTENSION = 0x21;
const IMAGE = 0x2c;

function hasTwoImages(bytes: ByteReader): boolean {
  let images = 0;
  let at = 13 + colorTable(bytes.u8(10));
  while (at < bytes.length) {
    const kind = bytes.u8(at);
    if (kind === IMAGE) {
      images += 1;
      if (images > 1) return true;
      at = afterBlocks(bytes, at + 11 + colorTable(bytes.u8(at + 9)));
    } else if (kind === EXTENSION) at = afterBlocks(bytes, at + 2);
    else return false;
  }
  return false;
}

/** The bytes of a color table, by the flags that announce it. */
function colorTable(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function afterBlocks(bytes: ByteReader, from: number): number {
  let at = from;
  while (at < bytes.length && bytes.u8(at) > 0) at += 1 + bytes.u8(at);
  return at + 1;
}
