import type { ByteReader } from './bytes';
import type { Frame } from './frame';

/** Skips segments up to the first frame header, which has the size (ITU T.81, B.1.1 and B.2.2). */
export function readJpeg(bytes: ByteReader): Frame | undefined {
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes.u8(at) !== 0xff) return undefined;
    const marker = bytes.u8(at + 1);
    if (marker === 0xff)
      at += 1; // A marker may be padded.
    else if (isAlone(marker)) at += 2;
    else if (isFrame(marker))
      return { width: bytes.u16(at + 7), height: bytes.u16(at + 5), isAnimated: false };
    else if (marker === SCAN || marker === END || bytes.u16(at + 2) < 2) return undefined;
    else at += 2 + bytes.u16(at + 2);
  }
  return undefined;
}

const SCAN = 0xda;
const END = 0xd9;

function isAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/** Not tables of Huffman codes (c4) or arithmetic coding (cc), nor an extension (c8). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
