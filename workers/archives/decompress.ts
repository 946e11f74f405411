import { UNPACKED_AT_ONCE } from './limits';

/** Unpacks bytes step by step, as the reader asks for them. The reader throws where they are damaged. */
export function decompress(
  packed: Uint8Array<ArrayBuffer>,
  format: CompressionFormat,
): ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new DecompressionStream(format);
  feed(writable.getWriter(), packed).catch(() => undefined); // The reader gets the same error.
  return readable.getReader();
}

async function feed(
  writer: WritableStreamDefaultWriter<BufferSource>,
  packed: Uint8Array<ArrayBuffer>,
): Promise<void> {
  for (let at = 0; at < packed.length; at += UNPACKED_AT_ONCE)
    await writer.write(packed.subarray(at, at + UNPACKED_AT_ONCE));
  await writer.close();
}
