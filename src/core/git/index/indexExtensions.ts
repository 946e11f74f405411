import { parseCacheTree, type CachedTree } from './cacheTree';
import { readEwah } from './ewah';
import { damagedIndex } from './indexEntries';
import { GitFault, type Oid } from '../model';
import { OID_BYTES, oidAt } from '../oid';

/** The extensions that follow the entries of an index. */
export interface IndexExtensions {
  /** By folder, `''` for the top: the trees that the entries still agree with. */
  readonly treeByFolder: ReadonlyMap<string, CachedTree>;
  readonly link: IndexLink | undefined;
}

/** Says how a split index differs from the shared one. */
export interface IndexLink {
  readonly shared: Oid;
  /** Places in the shared index. */
  readonly deleted: readonly number[];
  readonly replaced: readonly number[];
}

/** Reads the extensions of an index. Throws a GitFault if one is unknown and git says that readers must know it. */
export function parseIndexExtensions(bytes: Uint8Array, start: number): IndexExtensions {
  let treeByFolder: ReadonlyMap<string, CachedTree> = new Map();
  let link: IndexLink | undefined;
  // The checksum comes last.
  const end = bytes.length - OID_BYTES;
  for (let at = start; at + 8 <= end;) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const size = new DataView(bytes.buffer, bytes.byteOffset + at + 4, 4).getUint32(0);
    at += 8;
    if (at + size > end) throw damagedIndex();
    const content = bytes.subarray(at, at + size);
    at += size;
    if (name === 'TREE') treeByFolder = parseCacheTree(content);
    else if (name === 'link') link = parseLink(content);
    else if (name !== 'sdir' && !/^[A-Z]/.test(name))
      throw new GitFault(`The index has an extension that is unknown, ${JSON.stringify(name)}.`);
  }
  return { treeByFolder, link };
}

function parseLink(content: Uint8Array): IndexLink {
  if (content.length < OID_BYTES) throw damagedIndex();
  const shared = oidAt(content, 0);
  if (content.length === OID_BYTES) return { shared, deleted: [], replaced: [] };
  const deleted = readEwah(content, OID_BYTES);
  const replaced = readEwah(content, deleted.end);
  return { shared, deleted: deleted.places, replaced: replaced.places };
}
