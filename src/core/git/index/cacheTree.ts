import { decodeLatin1, decodeName } from '../gitText';
import { damagedIndex } from './indexEntries';
import type { Oid } from '../model';
import { OID_BYTES, oidAt } from '../oid';
import { MAX_TREE_DEPTH } from '../objects/tree';

/** A tree that was written from entries of the index that haven't changed since. */
export interface CachedTree {
  readonly oid: Oid;
  /** How many entries of the index are in it. */
  readonly entries: number;
}

/** Reads the trees that are still valid, by folder: `''` for the top, `src/core`. Throws a GitFault if damaged. */
export function parseCacheTree(bytes: Uint8Array): Map<string, CachedTree> {
  const treeByFolder = new Map<string, CachedTree>();
  let at = 0;
  const read = (parent: string, depth: number): void => {
    const nameEnd = bytes.indexOf(0, at);
    const lineEnd = bytes.indexOf(10, nameEnd);
    if (nameEnd < 0 || lineEnd < 0 || depth > MAX_TREE_DEPTH) throw damagedIndex();
    const name = decodeName(bytes, at, nameEnd);
    const folder = parent === '' ? name : `${parent}/${name}`;
    const counts = /^(?<entries>-1|\d{1,10}) (?<folders>\d{1,10})$/.exec(
      decodeLatin1(bytes, nameEnd + 1, lineEnd),
    );
    const entries = Number(counts?.groups?.['entries']);
    const folders = Number(counts?.groups?.['folders']);
    at = lineEnd + 1;
    if (entries >= 0) {
      if (at + OID_BYTES > bytes.length) throw damagedIndex();
      treeByFolder.set(folder, { oid: oidAt(bytes, at), entries });
      at += OID_BYTES;
    } else if (entries !== -1) {
      throw damagedIndex();
    }
    for (let index = 0; index < folders; index++) read(folder, depth + 1);
  };
  if (bytes.length > 0) read('', 0);
  return treeByFolder;
}
