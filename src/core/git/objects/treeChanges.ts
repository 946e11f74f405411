import { GitFault, type FileMode, type ObjectReader, type Oid } from '../model';
import { oidAt } from '../oid';
import {
  entryName,
  isFolderMode,
  isTypeChange,
  MAX_TREE_DEPTH,
  MAX_TREE_FILES,
  MAX_TREES,
  readTree,
  treeEntryAt,
  type TreeEntry,
} from './tree';

/** A file or submodule that differs between two trees; at least one side has it. */
export interface TreeChange {
  readonly path: string;
  readonly before?: { readonly mode: FileMode; readonly oid: Oid };
  readonly after?: { readonly mode: FileMode; readonly oid: Oid };
}

/** The letter of `git log --name-status`: added, deleted, modified, or of another type (link, submodule). */
export function changeLetter({ before, after }: TreeChange): 'A' | 'D' | 'M' | 'T' {
  if (before === undefined) return 'A';
  if (after === undefined) return 'D';
  return isTypeChange(before.mode, after.mode) ? 'T' : 'M';
}

/**
 * Compares two trees with all their folders, in git's order and without looking for renames. Equal folders aren't read.
 * Undefined stands for no tree.
 */
export async function changesBetween(
  objects: ObjectReader,
  before: Oid | undefined,
  after: Oid | undefined,
): Promise<TreeChange[]> {
  const changes: TreeChange[] = [];
  if (before !== after)
    await compare({ objects, changes, trees: 0 }, { before, after, prefix: '', depth: 0 });
  return changes;
}

interface Comparison {
  readonly objects: ObjectReader;
  readonly changes: TreeChange[];
  trees: number;
}

interface Folder {
  readonly before: Oid | undefined;
  readonly after: Oid | undefined;
  readonly prefix: string;
  readonly depth: number;
}

async function compare(comparison: Comparison, folder: Folder): Promise<void> {
  if (folder.depth > MAX_TREE_DEPTH) throw new GitFault('A tree is too deep.');
  if ((comparison.trees += 1) > MAX_TREES) throw new GitFault('Trees have more than 500,000 folders.');
  const read = async (oid: Oid | undefined): Promise<Uint8Array> =>
    oid === undefined ? new Uint8Array() : readTree(comparison.objects, oid);
  const [before, after] = [await read(folder.before), await read(folder.after)];
  let [beforeAt, afterAt] = [0, 0];
  for (;;) {
    [beforeAt, afterAt] = skipEqual(before, beforeAt, after, afterAt);
    if (beforeAt >= before.length && afterAt >= after.length) return;
    const left = beforeAt < before.length ? treeEntryAt(before, beforeAt) : undefined;
    const right = afterAt < after.length ? treeEntryAt(after, afterAt) : undefined;
    const order = compareEntries(before, left, after, right);
    if (left !== undefined && order <= 0) beforeAt = left.next;
    if (right !== undefined && order >= 0) afterAt = right.next;
    await report(comparison, folder, {
      before: order <= 0 ? toSide(before, left) : undefined,
      after: order >= 0 ? toSide(after, right) : undefined,
    });
  }
}

interface Side {
  readonly name: string;
  readonly mode: FileMode;
  readonly oid: Oid;
}

function toSide(tree: Uint8Array, entry: TreeEntry | undefined): Side | undefined {
  return entry && { name: entryName(tree, entry), mode: entry.mode, oid: oidAt(tree, entry.oidStart) };
}

/** Both sides are folders or neither is, because a folder and a file never have the same place in the order. */
async function report(
  comparison: Comparison,
  { prefix, depth }: Folder,
  { before, after }: { readonly before: Side | undefined; readonly after: Side | undefined },
): Promise<void> {
  const side = before ?? after;
  if (side === undefined) return;
  const path = prefix + side.name;
  // Their bytes differ all the same if one has permissions as old versions of git wrote them.
  if (before?.oid === after?.oid && before?.mode === after?.mode) return;
  if (isFolderMode(side.mode)) {
    const folder = { before: before?.oid, after: after?.oid, prefix: `${path}/`, depth: depth + 1 };
    await compare(comparison, folder);
    return;
  }
  if (comparison.changes.length === MAX_TREE_FILES)
    throw new GitFault('More than 2,000,000 files differ between two trees.');
  comparison.changes.push({
    path,
    ...(before && { before: { mode: before.mode, oid: before.oid } }),
    ...(after && { after: { mode: after.mode, oid: after.oid } }),
  });
}

/** Orders entries as git does: by bytes, with a slash after the name of a folder. */
function compareEntries(
  before: Uint8Array,
  left: TreeEntry | undefined,
  after: Uint8Array,
  right: TreeEntry | undefined,
): number {
  if (left === undefined) return 1;
  if (right === undefined) return -1;
  const leftLength = left.nameEnd - left.nameStart;
  const rightLength = right.nameEnd - right.nameStart;
  const shared = Math.min(leftLength, rightLength);
  for (let at = 0; at < shared; at++) {
    const difference = (before[left.nameStart + at] as number) - (after[right.nameStart + at] as number);
    if (difference !== 0) return difference;
  }
  return byteAfter(before, left, shared) - byteAfter(after, right, shared);
}

function byteAfter(tree: Uint8Array, { nameStart, nameEnd, mode }: TreeEntry, length: number): number {
  if (nameStart + length < nameEnd) return tree[nameStart + length] as number;
  return isFolderMode(mode) ? 47 : 0;
}

/**
 * Skips entries with the same bytes, which are nearly all: returns where both trees go on. If the rest is the same, its
 * entries needn't be looked at.
 */
function skipEqual(
  before: Uint8Array,
  beforeAt: number,
  after: Uint8Array,
  afterAt: number,
): [before: number, after: number] {
  const longest = Math.min(before.length - beforeAt, after.length - afterAt);
  let same = 0;
  while (same < longest && before[beforeAt + same] === after[afterAt + same]) same++;
  if (same === before.length - beforeAt && same === after.length - afterAt)
    return [before.length, after.length];
  let skipped = 0;
  while (skipped < same) {
    const next = treeEntryAt(before, beforeAt + skipped).next - beforeAt;
    if (next > same) break;
    skipped = next;
  }
  return [beforeAt + skipped, afterAt + skipped];
}
