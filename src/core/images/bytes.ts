/** Reads numbers from bytes that may end too early. Beyond the end, all bytes are 0. */
export interface ByteReader {
  readonly length: number;
  u8(at: number): number;
  /** Big-endian. */
  u16(at: number): number;
  u32(at: number): number;
  /** Little-endian. */
  u16le(at: number): number;
  u24le(at: number): number;
  u32le(at: number): number;
  /** In Latin-1; shorter at the end. */
  text(at: number, length: number): string;
}

export function bytesFrom(bytes: Uint8Array): ByteReader {
  const u8 = (at: number): number => bytes[at] ?? 0;
  const u16 = (at: number): number => u8(at) * 0x100 + u8(at + 1);
  const u16le = (at: number): number => u8(at) + u8(at + 1) * 0x100;
  return {
    length: bytes.length,
    u8,
    u16,
    u32: (at) => u16(at) * 0x10000 + u16(at + 2),
    u16le,
    u24le: (at) => u16le(at) + u8(at + 2) * 0x10000,
    u32le: (at) => u16le(at) + u16le(at + 2) * 0x10000,
    text: (at, length) => String.fromCharCode(...bytes.subarray(at, at + length)),
  };
}
