import { GitFault, type Oid } from '../model';
import { compareOidAt, OID_BYTES, oidAt, oidToBytes } from '../oid';
import type { ByteWindow, PagedFile } from './pageCache';

/** The sorted list of a pack's objects, searched by ranges. */
export interface PackIndex {
  /** Where an object begins in the pack, in bytes; undefined if the pack doesn't have it. */
  find(oid: Oid): Promise<number | undefined>;
  /** The objects whose ids begin with at least two hexadecimal digits, up to `limit`. */
  withPrefix(digits: string, limit: number): Promise<Oid[]>;
}

const FANOUT_BYTES = 256 * 4;
/** The checksums of the pack and the index. */
const TRAILER_BYTES = 2 * OID_BYTES;
const V2_MAGIC = 0xff744f63;

/** How the tables of an index are laid out. In version 1, an offset precedes every id. */
interface Layout {
  readonly file: PagedFile;
  readonly fanout: readonly number[];
  readonly oids: { readonly start: number; readonly step: number };
  readonly offsets: { readonly start: number; readonly step: number };
  /** Where the offsets of 64 bits begin; undefined in version 1. */
  readonly large: number | undefined;
}

/** Opens an index of version 1 or 2. Rejects with a GitFault if it is damaged. */
export async function openPackIndex(file: PagedFile): Promise<PackIndex> {
  const layout = await readLayout(file);
  return {
    async find(oid) {
      const wanted = oidToBytes(oid);
      const place = await firstNotBefore(layout, wanted);
      if (place >= count(layout)) return undefined;
      const found = await windowAt(layout, layout.oids, place, OID_BYTES);
      return compareOidAt(found.bytes, found.at, wanted) === 0 ? readOffset(layout, place) : undefined;
    },
    async withPrefix(digits, limit) {
      const matching: Oid[] = [];
      for (let place = await firstNotBefore(layout, oidToBytes(digits)); place < count(layout); place++) {
        const { bytes, at } = await windowAt(layout, layout.oids, place, OID_BYTES);
        const oid = oidAt(bytes, at);
        if (!oid.startsWith(digits) || matching.length === limit) break;
        matching.push(oid);
      }
      return matching;
    },
  };
}

async function readLayout(file: PagedFile): Promise<Layout> {
  const head = await file.window(0, 8 + FANOUT_BYTES);
  if (head.length < 8 + FANOUT_BYTES) throw damaged(file);
  const isFirst = uint32(head, 0) !== V2_MAGIC;
  if (!isFirst && uint32(head, 4) !== 2) throw new GitFault(`${file.path} has an unknown version.`);

  const start = isFirst ? 0 : 8;
  const view = new DataView(head.bytes.buffer, head.bytes.byteOffset + head.at + start, FANOUT_BYTES);
  const fanout = Array.from({ length: 256 }, (_, byte) => view.getUint32(4 * byte));
  if (fanout.some((end, byte) => end < (fanout[byte - 1] ?? 0))) throw damaged(file);
  const total = fanout[255] as number;
  const table = start + FANOUT_BYTES;
  if (file.size < table + total * (isFirst ? 24 : 28) + TRAILER_BYTES) throw damaged(file);

  if (isFirst) {
    const [oids, offsets] = [
      { start: table + 4, step: 24 },
      { start: table, step: 24 },
    ] as const;
    return { file, fanout, oids, offsets, large: undefined };
  }
  // Between ids and offsets is a checksum of four bytes for every object.
  const offsets = { start: table + total * (OID_BYTES + 4), step: 4 };
  const oids = { start: table, step: OID_BYTES };
  return { file, fanout, oids, offsets, large: offsets.start + total * 4 };
}

function count({ fanout }: Layout): number {
  return fanout[255] as number;
}

/** The place of the first id that isn't before another one. */
async function firstNotBefore({ file, fanout, oids }: Layout, wanted: Uint8Array): Promise<number> {
  const first = wanted[0] as number;
  let low = first === 0 ? 0 : (fanout[first - 1] as number);
  const end = fanout[first] as number;
  while (low < end) {
    // A page has thousands of ids, so nearly every search ends in the first one.
    const window = await file.window(oids.start + low * oids.step, OID_BYTES);
    const covered = Math.min(end - low, 1 + Math.floor((window.length - OID_BYTES) / oids.step));
    if (covered < 1) throw damaged(file);
    const place = searchWindow(window, oids.step, covered, wanted);
    low += place;
    if (place < covered) break;
  }
  return low;
}

function searchWindow({ bytes, at }: ByteWindow, step: number, length: number, wanted: Uint8Array): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareOidAt(bytes, at + middle * step, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function windowAt(
  { file }: Layout,
  table: { readonly start: number; readonly step: number },
  place: number,
  wanted: number,
): Promise<ByteWindow> {
  const window = await file.window(table.start + place * table.step, wanted);
  if (window.length < wanted) throw damaged(file);
  return window;
}

async function readOffset(layout: Layout, place: number): Promise<number> {
  const offset = uint32(await windowAt(layout, layout.offsets, place, 4), 0);
  if (layout.large === undefined || offset < 0x80000000) return offset;
  const large = await windowAt(layout, { start: layout.large, step: 8 }, offset - 0x80000000, 8);
  return uint32(large, 0) * 2 ** 32 + uint32(large, 4);
}

function uint32({ bytes, at }: ByteWindow, offset: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at + offset, 4).getUint32(0);
}

function damaged(file: PagedFile): GitFault {
  return new GitFault(`${file.path} is damaged.`);
}
