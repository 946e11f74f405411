import { byteStringToBytes, bytesToByteString } from '../byteString';
import { utf16ToUtf8 } from './decodeUtf16';
import type { FileAttributes } from './fileAttributes';
import { lfsPointer } from './lfsPointer';
import { textStatistics } from './textStatistics';

export interface CleanOptions {
  readonly attributes: FileAttributes;
  /** `core.autocrlf`. */
  readonly autocrlf: 'true' | 'input' | 'false';
  /** Reads the blob that the index has for the file; undefined if there is none. Rarely called. */
  readonly indexed: () => Promise<Uint8Array | undefined>;
}

export interface CleanContent {
  /** The bytes that git stores. */
  readonly bytes: Uint8Array;
  /** A conversion that only another program can do, and that is missing in `bytes`. */
  readonly missing: 'filter' | 'encoding' | undefined;
}

/** Converts the bytes of a file in the working tree to those that git stores, as `git add` does. */
export async function cleanContent(content: Uint8Array, options: CleanOptions): Promise<CleanContent> {
  const { filter, encoding, isIdentExpanded } = options.attributes;
  let missing: CleanContent['missing'];
  let bytes = content;
  if (filter === 'lfs') bytes = lfsPointer(bytes);
  else if (filter !== undefined) missing = 'filter';
  if (encoding !== undefined && !isUtf8(encoding)) {
    const decoded = utf16ToUtf8(bytes, encoding);
    if (decoded === undefined) missing ??= 'encoding';
    bytes = decoded ?? bytes;
  }
  if (await hasDosLineEnds(bytes, options)) bytes = withUnixLineEnds(bytes);
  return { bytes: isIdentExpanded ? withoutIdent(bytes) : bytes, missing };
}

function isUtf8(encoding: string): boolean {
  return /^utf-?8$/i.test(encoding);
}

/** Whether line ends are to convert. Without a word on the file, its bytes decide, and those that are stored so far. */
async function hasDosLineEnds(bytes: Uint8Array, options: CleanOptions): Promise<boolean> {
  const { text } = options.attributes;
  if (text === 'unset' || (text === 'unspecified' && options.autocrlf === 'false')) return false;
  const { crlfs, isBinary } = textStatistics(bytes);
  if (crlfs === 0) return false;
  if (text === 'set') return true;
  return !isBinary && !(await isIndexedWithCrlf(options.indexed));
}

/** Git leaves the line ends of a text alone that was stored with CRLF, so that it doesn't appear as modified. */
async function isIndexedWithCrlf(indexed: CleanOptions['indexed']): Promise<boolean> {
  const stored = await indexed();
  if (stored === undefined) return false;
  const { crlfs, isBinary } = textStatistics(stored);
  return crlfs > 0 && !isBinary;
}

const CR = 13;
const LF = 10;

function withUnixLineEnds(bytes: Uint8Array): Uint8Array {
  const converted = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== CR || bytes[at + 1] !== LF) converted[length++] = bytes[at] ?? 0;
  }
  return converted.subarray(0, length);
}

/** Collapses `$Id: …$` within a line to `$Id$`. */
function withoutIdent(bytes: Uint8Array): Uint8Array {
  if (bytes.indexOf(DOLLAR) < 0) return bytes;
  const text = bytesToByteString(bytes);
  const collapsed = text.replaceAll(/\$Id:[^$\n]*\$/g, '$$Id$$');
  return collapsed === text ? bytes : byteStringToBytes(collapsed);
}

const DOLLAR = 36;
