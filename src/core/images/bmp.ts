import type { ByteReader } from './bytes';
import type { Frame } from './frame';

/** A negative height means that the rows are from top to bottom. */
export function readBmp(bytes: ByteReader): Frame | undefined {
  if (bytes.length < 26) return undefined;
  const [width, height] = [signed(bytes.u32le(18)), signed(bytes.u32le(22))];
  return { width, height: Math.abs(height), isAnimated: false };
}

function signed(number: number): number {
  return number > 0x7fffffff ? number - 0x100000000 : number;
}
