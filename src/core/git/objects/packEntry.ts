import { DELTA_SIZES_BYTES, readDeltaSizes } from './delta';
import type { Inflater } from './inflate';
import { GitFault, type ObjectKind, type Oid } from '../model';
import { OID_BYTES, oidAt } from '../oid';
import type { ByteWindow, PagedFile } from './pageCache';

/** An object in a pack, before it is inflated: whole, or as a delta to another object. */
export interface PackEntry {
  readonly content: EntryContent;
  /** The size in bytes when inflated; for a delta, its own. */
  readonly size: number;
  /** Where the compressed bytes begin in the pack. */
  readonly start: number;
}

export type EntryContent =
  | { readonly kind: 'whole'; readonly object: ObjectKind }
  /** The base is earlier in the same pack, so such deltas can't form a circle. */
  | { readonly kind: 'offset-delta'; readonly base: number }
  | { readonly kind: 'ref-delta'; readonly base: Oid };

/** Larger objects aren't read at all: hardly anyone wants them in a prompt, and a few would fill the memory. */
export const MAX_OBJECT_BYTES = 256 * 1024 * 1024;

const KINDS: readonly (ObjectKind | undefined)[] = [undefined, 'commit', 'tree', 'blob', 'tag'];
/** After the first byte, numbers take up to eight bytes of seven bits each. */
const MAX_NUMBER_BYTES = 8;
const HEADER_BYTES = 1 + 2 * MAX_NUMBER_BYTES + OID_BYTES;

/** Reads what precedes an object in a pack. Rejects with a GitFault if it makes no sense. */
export async function readPackEntry(pack: PagedFile, offset: number): Promise<PackEntry> {
  const { bytes, at: headerAt, length } = await pack.window(offset, HEADER_BYTES);
  const first = bytes[headerAt];
  if (first === undefined) throw damaged(pack);
  let size = first & 15;
  let at = headerAt + 1;
  let byte = first;
  for (let scale = 16; byte >= 0x80; scale *= 128) {
    if (at > headerAt + MAX_NUMBER_BYTES) throw damaged(pack);
    byte = bytes[at++] ?? 0;
    size += (byte & 0x7f) * scale;
  }

  const type = (first >> 4) & 7;
  const object = KINDS[type];
  if (object !== undefined)
    return { content: { kind: 'whole', object }, size, start: offset + at - headerAt };
  if (type === 7 && at + OID_BYTES <= headerAt + length)
    return {
      content: { kind: 'ref-delta', base: oidAt(bytes, at) },
      size,
      start: offset + at - headerAt + OID_BYTES,
    };
  if (type !== 6) throw damaged(pack);

  const { distance, next } = readDistance(bytes, at);
  if (distance <= 0 || distance > offset) throw damaged(pack);
  return {
    content: { kind: 'offset-delta', base: offset - distance },
    size,
    start: offset + next - headerAt,
  };
}

/** Every further byte adds one, so that no distance can be written in two ways. */
function readDistance(
  header: Uint8Array,
  start: number,
): { readonly distance: number; readonly next: number } {
  let distance = 0;
  for (let at = start; at < start + MAX_NUMBER_BYTES; at++) {
    const byte = header[at] ?? 0;
    distance = distance * 128 + (byte & 0x7f);
    if (byte < 0x80) return { distance, next: at + 1 };
    distance++;
  }
  return { distance: 0, next: start };
}

/** The inflated bytes of an entry. Rejects with a GitFault if they are damaged or too many. */
export async function inflateEntry(
  pack: PagedFile,
  entry: PackEntry,
  inflater: Inflater,
): Promise<Uint8Array> {
  const rest = pack.size - entry.start;
  if (entry.size > MAX_OBJECT_BYTES) throw new GitFault('An object is larger than 256 MB.');
  // Deflate can't do better than 1 to 1,032, so this lie shows before it costs memory.
  if (entry.size > rest * 1032) throw damaged(pack);
  // Nobody knows how long the compressed bytes are. Most are within the first page.
  return growing(pack, entry, Math.ceil(entry.size / 8) + 64, (window) =>
    inflater.whole(window.bytes, window.at, entry.size),
  );
}

/** The size in bytes of the object of a delta, without its contents. */
export async function readResultSize(pack: PagedFile, entry: PackEntry, inflater: Inflater): Promise<number> {
  const start = await growing(pack, entry, 256, (window) =>
    inflater.beginning(window.bytes, window.at, DELTA_SIZES_BYTES),
  );
  return readDeltaSizes(start).result;
}

async function growing(
  pack: PagedFile,
  entry: PackEntry,
  guess: number,
  inflate: (window: ByteWindow) => Uint8Array | undefined,
): Promise<Uint8Array> {
  for (let wanted = guess; ;) {
    const window = await pack.window(entry.start, wanted);
    const bytes = inflate(window);
    if (bytes !== undefined) return bytes;
    if (entry.start + window.length >= pack.size) throw damaged(pack);
    wanted = Math.max(wanted, window.length) * 2;
  }
}

function damaged(pack: PagedFile): GitFault {
  return new GitFault(`${pack.path} is damaged.`);
}
