/** Reads an entry of a ZIP file. The streams of zip.js take milliseconds for each, which is long for thousands of small files. */
import type { EntryMetaData } from '@zip.js/zip.js';
import { decompress } from './decompress';
import type { ReadBytes } from './readBytes';

/** How an entry is packed, by the directory of the archive. */
type PackedEntry = Pick<
  EntryMetaData,
  'offset' | 'compressedSize' | 'uncompressedSize' | 'compressionMethod' | 'crc32'
>;

export const STORED = 0;
export const DEFLATED = 8;

/** Bytes of the header before an entry's data, without its name. */
export const LOCAL_HEADER = 30;

const LOCAL_SIGNATURE = 0x04034b50;

/** Unpacks no more bytes than the directory claims. Rejects if the entry is damaged. */
export async function unpackEntry(entry: PackedEntry, read: ReadBytes): Promise<ArrayBuffer> {
  const packed = await packedBytes(entry, read);
  const bytes =
    entry.compressionMethod === DEFLATED ? await inflate(packed, entry.uncompressedSize) : packed.slice();
  if (bytes.length !== entry.uncompressedSize)
    throw new Error('It has another size than the archive claims.');
  if (crc32(bytes) !== entry.crc32) throw new Error('It has another checksum than the archive claims.');
  return bytes.buffer;
}

/** Finds the data behind the header, whose name and extra fields have lengths of their own. */
async function packedBytes(
  { offset, compressedSize }: PackedEntry,
  read: ReadBytes,
): Promise<Uint8Array<ArrayBuffer>> {
  const header = await read(offset, LOCAL_HEADER);
  const view = new DataView(header.buffer, header.byteOffset, header.length);
  if (header.length < LOCAL_HEADER || view.getUint32(0, true) !== LOCAL_SIGNATURE)
    throw new Error('Its header is missing.');
  const named = view.getUint16(26, true) + view.getUint16(28, true);
  return read(offset + LOCAL_HEADER + named, compressedSize);
}

async function inflate(packed: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = decompress(packed, 'deflate-raw');
  const bytes = new Uint8Array(size);
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (length + next.value.length > size) {
      await reader.cancel();
      throw new Error('It is larger than the archive claims.');
    }
    bytes.set(next.value, length);
    length += next.value.length;
  }
  return bytes.subarray(0, length);
}

const SUM_BY_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum & 1) === 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

function crc32(bytes: Uint8Array): number {
  let sum = -1;
  for (let at = 0; at < bytes.length; at += 1)
    sum = (sum >>> 8) ^ (SUM_BY_BYTE[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return ~sum >>> 0;
}
