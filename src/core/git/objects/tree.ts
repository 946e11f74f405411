import { decodeName } from '../gitText';
import { GitFault, type FileMode, type ObjectReader, type Oid } from '../model';
import { OID_BYTES } from '../oid';

/** An entry of a tree, as places in its bytes: most are compared and skipped without becoming text. */
export interface TreeEntry {
  readonly mode: FileMode;
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Where the 20 bytes of the object's id begin. */
  readonly oidStart: number;
  /** Where the next entry begins. */
  readonly next: number;
}

/** Git knows this tree even if nobody has stored it. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Git refuses deeper trees too. */
export const MAX_TREE_DEPTH = 2048;
/** Ten trees that each hold the one before ten times stand for more files than memory has room for. */
/** Trees of one commit, which may be the same ones again and again in a hostile repository. */
export const MAX_TREES = 500_000;

export const MAX_TREE_FILES = 2_000_000;

const TYPE_MASK = 0o170000;
const FOLDER = 0o40000;

/** Whether a mode is that of a folder. */
export function isFolderMode(mode: FileMode): boolean {
  return (mode & TYPE_MASK) === FOLDER;
}

/** Whether two modes are of different kinds: file, symbolic link, submodule. */
export function isTypeChange(before: FileMode, after: FileMode): boolean {
  return (before & TYPE_MASK) !== (after & TYPE_MASK);
}

/** The bytes of a tree. Rejects with a GitFault if the object is something else. */
export async function readTree(objects: ObjectReader, oid: Oid): Promise<Uint8Array> {
  if (oid === EMPTY_TREE) return new Uint8Array();
  const { kind, bytes } = await objects.read(oid);
  if (kind !== 'tree') throw new GitFault(`Object ${oid.slice(0, 10)} is a ${kind}, not a tree.`);
  return bytes;
}

/** Reads the entry at an offset before the end. Throws a GitFault if the tree is damaged. */
export function treeEntryAt(tree: Uint8Array, at: number): TreeEntry {
  let mode = 0;
  let digit = tree[at] ?? 0;
  while (digit >= 48 && digit < 56 && mode <= TYPE_MASK) {
    mode = mode * 8 + digit - 48;
    digit = tree[++at] ?? 0;
  }
  const nameStart = at + 1;
  const nameEnd = tree.indexOf(0, nameStart);
  const isName = digit === 32 && nameEnd > nameStart && nameEnd + 1 + OID_BYTES <= tree.length;
  if (!isName) throw new GitFault('A tree is damaged.');
  for (let index = nameStart; index < nameEnd; index++)
    if (tree[index] === 47) throw new GitFault('A tree is damaged: a name has a slash.');
  return {
    mode: normalMode(mode),
    nameStart,
    nameEnd,
    oidStart: nameEnd + 1,
    next: nameEnd + 1 + OID_BYTES,
  };
}

export function entryName(tree: Uint8Array, { nameStart, nameEnd }: TreeEntry): string {
  return decodeName(tree, nameStart, nameEnd);
}

/** Old trees have other permissions, which git takes for the ones it writes now. */
function normalMode(mode: number): FileMode {
  switch (mode & TYPE_MASK) {
    case 0o100000:
      return (mode & 0o100) === 0 ? 0o100644 : 0o100755;
    case 0o120000:
      return 0o120000;
    case FOLDER:
      return FOLDER;
    default:
      return 0o160000;
  }
}
