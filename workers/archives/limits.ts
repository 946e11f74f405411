/** Limits against archives that are made to exhaust the browser. */
export interface Limits {
  /** Files and folders. */
  readonly entries: number;
  /** Bytes that may be unpacked together. */
  readonly bytes: number;
  /** Bytes that may be unpacked from each byte of an archive. */
  readonly ratio: number;
}

/** More than any honest archive of texts needs. */
export const LIMITS: Limits = { entries: 20_000, bytes: 200_000_000, ratio: 100 };

/** Bytes that may be unpacked from any archive, because small texts are packed well. */
const ALWAYS_FINE = 1_000_000;

/** Bytes of an archive. Chromium unpacks all that it is given before others see it, which can be 1,000 times as much. */
export const UNPACKED_AT_ONCE = 65_536;

/** Why data may not be unpacked, as the rest of a sentence; undefined if it may. */
export function bombReason(size: number, packed: number, limits: Limits): string | undefined {
  if (size > Math.max(ALWAYS_FINE, packed * limits.ratio))
    return `unpacks to more than ${limits.ratio} times its size`;
  return size > limits.bytes ? `unpacks to ${tooMuch(limits)}` : undefined;
}

export function tooMuch({ bytes }: Limits): string {
  return `more than ${bytes / 1_000_000} MB`;
}

export function tooMany({ entries }: Limits, what: string): Error {
  return new Error(`it has more than ${entries.toLocaleString('en')} ${what}`);
}
