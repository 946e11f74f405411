import type { Inflater } from './inflate';
import { GitFault, type GitFile, type GitObject, type ObjectKind, type Oid } from '../model';
import { MAX_OBJECT_BYTES } from './packEntry';

/** The longest header is `commit 9007199254740991`, and a NUL. */
const HEADER_BYTES = 32;
/** Enough compressed bytes for the header, even after a table of codes. */
const COMPRESSED_HEADER_BYTES = 512;
const HEADER = /^(?<kind>commit|tree|blob|tag) (?<size>0|[1-9]\d{0,15})\0/;

/** The path of a loose object, relative to the folder of objects. */
export function loosePath(oid: Oid): string {
  return `${oid.slice(0, 2)}/${oid.slice(2)}`;
}

/** Reads an object that has a file of its own. Rejects with a GitFault if it is damaged or too large. */
export async function readLooseObject(file: GitFile, inflater: Inflater): Promise<GitObject> {
  if (file.size > 2 * MAX_OBJECT_BYTES) throw new GitFault('An object is larger than 256 MB.');
  const compressed = await readBytes(file, 0, file.size);
  const { kind, size, length } = readHeader(compressed, inflater);
  if (size > MAX_OBJECT_BYTES) throw new GitFault('An object is larger than 256 MB.');
  // Deflate can't do better than 1 to 1,032, so this lie shows before it costs memory.
  if (size > compressed.length * 1032) throw damaged();
  const bytes = inflater.whole(compressed, 0, length + size);
  if (bytes === undefined) throw damaged();
  return { kind, bytes: bytes.subarray(length) };
}

/** The size in bytes of an object that has a file of its own. */
export async function readLooseSize(file: GitFile, inflater: Inflater): Promise<number> {
  return readHeader(await readBytes(file, 0, Math.min(file.size, COMPRESSED_HEADER_BYTES)), inflater).size;
}

interface Header {
  readonly kind: ObjectKind;
  readonly size: number;
  /** The bytes of the header itself. */
  readonly length: number;
}

function readHeader(compressed: Uint8Array, inflater: Inflater): Header {
  const beginning = inflater.beginning(compressed, 0, HEADER_BYTES);
  if (beginning === undefined) throw damaged();
  const { kind, size, whole } = matchHeader(String.fromCharCode(...beginning));
  // The pattern admits no other kinds.
  return { kind: kind as ObjectKind, size: Number(size), length: whole.length };
}

function matchHeader(text: string): { readonly kind: string; readonly size: string; readonly whole: string } {
  const match = HEADER.exec(text);
  const { kind, size } = match?.groups ?? {};
  if (match === null || kind === undefined || size === undefined) throw damaged();
  return { kind, size, whole: match[0] };
}

async function readBytes(file: GitFile, start: number, end: number): Promise<Uint8Array> {
  try {
    return await file.read(start, end);
  } catch (error) {
    throw new GitFault('Couldn’t read an object.', { cause: error });
  }
}

function damaged(): GitFault {
  return new GitFault('An object is damaged.');
}
