/** The sums of folders, and the writable nodes of the file tree. */
import { baseName, type RepoPath } from '../../core/files/repoPath';
import type { LeftOut } from '../../core/ignore/leftOut';
import { nameKey } from './nameKey';
import {
  contextTokens,
  fileTokens,
  isContextCounted,
  isCounted,
  type FileNode,
  type FolderNode,
  type FolderSums,
} from './treeNode';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** A class, so that `ticked` is a getter of the prototype: one in each of 100,000 literals takes four times the memory. */
export class OwnFile implements FileNode {
  readonly kind = 'file';
  readonly name: string;
  readonly key: string;
  readonly path: RepoPath;
  parent: OwnFolder;
  id: number | undefined;
  leftOut: FileNode['leftOut'];
  content: FileNode['content'];
  size: FileNode['size'];
  symbols: FileNode['symbols'];
  shownAs: FileNode['shownAs'];
  item: FileNode['item'];
  missing = false;
  held: FileNode['held'];

  constructor(path: RepoPath, parent: OwnFolder) {
    this.name = baseName(path);
    this.key = nameKey(this.name);
    this.path = path;
    this.parent = parent;
  }

  get ticked(): boolean {
    return this.item !== undefined;
  }
}

export type OwnFolder = Writable<Omit<FolderNode, 'parent' | 'children' | 'sums'>> & {
  id: number | undefined;
  parent: OwnFolder | undefined;
  children: Map<string, OwnNode>;
  sums: Writable<FolderSums>;
};
export type OwnNode = OwnFile | OwnFolder;

export const NOTHING: FolderSums = {
  files: 0,
  counted: 0,
  pending: 0,
  tokens: 0,
  tickable: 0,
  ticked: 0,
  tickedCounted: 0,
  tickedTokens: 0,
  unusedFiles: 0,
  leftOut: 0,
};

/** The amounts that a file adds to every folder above it. */
export function contribution(file: OwnFile): FolderSums {
  const leftOut = leftOutShare(file);
  if (file.leftOut !== undefined && !file.ticked) return { ...NOTHING, unusedFiles: 1, leftOut };
  const tokens = fileTokens(file);
  const exists = file.missing ? 0 : 1;
  const counted = isCounted(file) ? 1 : 0;
  const ticked = file.ticked ? 1 : 0;
  return {
    files: exists,
    counted: counted * exists,
    pending: exists === 1 && file.content === undefined ? 1 : 0,
    tokens,
    tickable: 1,
    ticked,
    tickedCounted: isContextCounted(file) ? ticked : 0,
    tickedTokens: contextTokens(file),
    unusedFiles: 0,
    leftOut,
  };
}

/** A node in a left-out folder counts with that folder, not by itself. */
function leftOutShare(node: OwnNode): number {
  if (node.leftOut === undefined || node.parent?.leftOut !== undefined) return 0;
  return node.kind === 'file' && node.ticked ? 0 : 1;
}

export function addUpwards(folder: OwnFolder, before: FolderSums, after: FolderSums): void {
  for (let above: OwnFolder | undefined = folder; above !== undefined; above = above.parent) {
    const { sums } = above;
    sums.files += after.files - before.files;
    sums.counted += after.counted - before.counted;
    sums.pending += after.pending - before.pending;
    sums.tokens += after.tokens - before.tokens;
    sums.tickable += after.tickable - before.tickable;
    sums.ticked += after.ticked - before.ticked;
    sums.tickedCounted += after.tickedCounted - before.tickedCounted;
    sums.tickedTokens += after.tickedTokens - before.tickedTokens;
    sums.unusedFiles += after.unusedFiles - before.unusedFiles;
    sums.leftOut += after.leftOut - before.leftOut;
  }
}

/** Changes a file and the sums of the folders above it. */
export function changeFile(file: OwnFile, change: () => void): void {
  const before = contribution(file);
  change();
  addUpwards(file.parent, before, contribution(file));
}

/** Changes why a folder is left out, for itself and for the folders in it that have no entry. */
export function setFolderLeftOut(folder: OwnFolder, leftOut: LeftOut | undefined): void {
  const { parent } = folder;
  if (parent === undefined || folder.leftOut === leftOut) return;
  const before = { own: leftOutShare(folder), inside: sharesIn(folder) };
  folder.leftOut = leftOut;
  const inside = sharesIn(folder) - before.inside;
  const all = leftOutShare(folder) - before.own + inside;
  folder.sums.leftOut += inside;
  for (let above: OwnFolder | undefined = parent; above; above = above.parent) above.sums.leftOut += all;
  for (const child of folder.children.values())
    if (child.kind === 'folder' && child.id === undefined) setFolderLeftOut(child, leftOut);
}

function sharesIn(folder: OwnFolder): number {
  let sum = 0;
  for (const child of folder.children.values()) sum += leftOutShare(child);
  return sum;
}
