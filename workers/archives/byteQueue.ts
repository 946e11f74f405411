/** Bytes of a stream, taken in pieces of any length. */
export interface ByteQueue {
  /** Resolves to fewer bytes only at the end of the stream. */
  take(length: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Reads the rest. Resolves to whether a byte of it is not zero. */
  drain(): Promise<boolean>;
  /** Ends the stream. */
  cancel(): Promise<void>;
}

interface Options {
  /** Called with the length of each chunk. Ends the stream by throwing. */
  received(length: number): void;
  /** The reason for the user if the stream can't be decoded. */
  readonly damaged: string;
}

export function createByteQueue(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  { received, damaged }: Options,
): ByteQueue {
  const reader = stream.getReader();
  const empty = new Uint8Array(0);
  let chunk: Uint8Array<ArrayBuffer> | undefined = empty;

  /** The next chunk that is not empty; undefined at the end. */
  async function more(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    while (chunk?.length === 0) {
      const { value } = await reader.read().catch((error: unknown) => {
        // Others are errors of the file, or of canceling.
        throw error instanceof DOMException ? error : new Error(damaged);
      });
      received(value?.length ?? 0);
      chunk = value;
    }
    return chunk;
  }

  return {
    async take(length) {
      const first = (await more())?.subarray(0, length) ?? empty;
      chunk = chunk?.subarray(first.length);
      if (first.length === length || chunk === undefined) return first;
      const pieces = [first];
      let left = length - first.length;
      // Collected first, because a length may be a lie.
      for (let next = await more(); next !== undefined && left > 0; next = await more()) {
        const piece = next.subarray(0, left);
        pieces.push(piece);
        left -= piece.length;
        chunk = next.subarray(piece.length);
        if (left === 0) break;
      }
      const bytes = new Uint8Array(length - left);
      let at = 0;
      for (const piece of pieces) {
        bytes.set(piece, at);
        at += piece.length;
      }
      return bytes;
    },
    async drain() {
      let isZero = true;
      for (let next = await more(); next !== undefined; next = await more()) {
        isZero &&= isAllZero(next);
        chunk = empty;
      }
      return !isZero;
    },
    cancel: () => reader.cancel(),
  };
}

/** Counts, because `every` and iterators take seconds for hundreds of megabytes. */
export function isAllZero(bytes: Uint8Array): boolean {
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros += 1;
  return zeros === bytes.length;
}
