/** Bytes anywhere in a file; fewer only at its end. Callers don't write into them. */
export type ReadBytes = (from: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

/** Bytes of one read, because a browser takes milliseconds for each. */
const READ_AHEAD = 1_000_000;

/** Keeps the bytes that were read last, because files are often read in the order of the archive. */
export function readAhead(source: Blob): ReadBytes {
  let start = 0;
  let end = 0;
  let bytes = Promise.resolve(new Uint8Array(0));
  return async (from, length) => {
    if (from < start || from + length > end) {
      start = from;
      end = from + Math.max(length, READ_AHEAD);
      bytes = bytesOf(source.slice(start, end));
    }
    const at = from - start; // Before waiting, because others may read ahead meanwhile.
    return (await bytes).subarray(at, at + length);
  };
}

export function readFrom(whole: Uint8Array<ArrayBuffer>): ReadBytes {
  return (from, length) => Promise.resolve(whole.subarray(from, from + length));
}

export async function bytesOf(source: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await source.arrayBuffer());
}
