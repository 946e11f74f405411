import type { ByteReader } from './bytes';
import type { Frame } from './frame';

/** The first chunk has the size, in one of three forms (RFC 9649). */
export function readWebp(bytes: ByteReader): Frame | undefined {
  if (bytes.length < 25) return undefined;
  switch (bytes.text(12, 4)) {
    case 'VP8X':
      if (bytes.length < 30) return undefined;
      return {
        ...{ width: bytes.u24le(24) + 1, height: bytes.u24le(27) + 1 },
        isAnimated: (bytes.u8(20) & 2) !== 0,
      };
    case 'VP8 ':
      if (bytes.text(23, 3) !== '\x9d\x01\x2a') return undefined;
      return { width: bytes.u16le(26) & 0x3fff, height: bytes.u16le(28) & 0x3fff, isAnimated: false };
    case 'VP8L': {
      if (bytes.u8(20) !== 0x2f) return undefined;
      const bits = bytes.u32le(21);
      return {
        ...{ width: (bits & 0x3fff) + 1, height: (Math.floor(bits / 0x4000) & 0x3fff) + 1 },
        isAnimated: false,
      };
    }
    default:
      return undefined;
  }
}
