/** Finds streams of a PDF that unpack to more memory than a browser has. pdf.js has no limit. */
import { decompress } from '../archives/decompress';
import { Unreadable } from './unreadable';

/** Bytes of one stream when it is unpacked. Pages and fonts have a few MB, images are not unpacked. */
const MOST_UNPACKED = 100_000_000;

/** Smaller streams can't unpack to more: zlib packs 1,032 bytes into one at best. */
const SUSPICIOUS = Math.floor(MOST_UNPACKED / 1_032);

/** Bytes before a stream in which its dictionary is looked for. */
const DICTIONARY = 2_048;

export async function refuseBombs(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  for (const start of streamStarts(bytes)) {
    if (isPackedTwice(bytes, start)) throw new Unreadable('it has data that is packed more than once');
    const end = Math.min(indexOf(bytes, END, start) ?? bytes.length, bytes.length);
    if (end - start < SUSPICIOUS || !isZlib(bytes, start)) continue;
    if (await unpacksTooMuch(bytes.subarray(start, end)))
      throw new Unreadable(`a part of it unpacks to more than ${MOST_UNPACKED / 1e6} MB`);
  }
}

const encoder = new TextEncoder();
const START = encoder.encode('stream');
const END = encoder.encode('endstream');

/** The places where data begins: behind the word and the end of its line. */
function* streamStarts(bytes: Uint8Array): Iterable<number> {
  for (let at = indexOf(bytes, START, 0); at !== undefined; at = indexOf(bytes, START, at + START.length)) {
    let start = at + START.length;
    if (bytes[start] === 13) start += 1;
    if (bytes[start] === 10) start += 1;
    if (start > at + START.length) yield start;
  }
}

/** Searches for the first byte natively, because files have hundreds of MB. */
function indexOf(bytes: Uint8Array, word: Uint8Array, from: number): number | undefined {
  const first = word[0] ?? 0;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (word.every((byte, offset) => bytes[at + offset] === byte)) return at;
  return undefined;
}

function isPackedTwice(bytes: Uint8Array, start: number): boolean {
  const before = new TextDecoder('latin1').decode(bytes.subarray(Math.max(0, start - DICTIONARY), start));
  const dictionary = before.slice(Math.max(before.lastIndexOf('endobj'), before.lastIndexOf(' obj'), 0));
  const filters = /\/Filter\s*\[([^\]]*)\]/.exec(dictionary)?.[1] ?? '';
  return (filters.match(/\/(?:Fl|LZW|RL|RunLength)\w*|#/g) ?? []).length > 1;
}

function isZlib(bytes: Uint8Array, at: number): boolean {
  const [method = 0, flags = 0] = bytes.subarray(at, at + 2);
  return (method & 15) === 8 && ((method << 8) | flags) % 31 === 0;
}

async function unpacksTooMuch(packed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const reader = decompress(packed, 'deflate');
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (size > MOST_UNPACKED) return true;
    }
  } catch {
    // Damaged, or followed by other bytes. The data before that has been counted.
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return false;
}
