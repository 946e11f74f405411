import type { IndexedFile, ScannedEntry } from '../../../workers/engine/contract';
import type { ContentHash, FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import type { FileItem } from '../../core/items/fileItem';
import type { LeftOut } from '../../core/ignore/leftOut';
import type { SymbolCount } from '../ports';
import { nameKey } from './nameKey';
import {
  addUpwards,
  contribution,
  leftOutShare,
  NOTHING,
  OwnFile,
  type OwnFolder,
  type OwnNode,
} from './folderSums';
import type { FolderNode, HeldContent, ShownAs, TreeNode } from './treeNode';

/** Gets the files that changed: `now` if their items did, else `soon`. */
type OnChange = (paths: readonly RepoPath[], when: 'now' | 'soon') => void;

/**
 * The table of files: everything known about each, and the sums of their folders, kept up to date batch by batch. A
 * change costs the entries that changed times their depth, never the size of the tree. Not reactive: `onchange` gets
 * the files that changed, and the counters say which parts of the tree a view has to read again.
 */
export class FileTree {
  readonly #root: OwnFolder = newFolder('', '', undefined);
  readonly #nodeByPath = new Map<string, OwnNode>();
  readonly #nodeById = new Map<number, OwnNode>();
  readonly #items: ReadonlyMap<RepoPath, FileItem>;
  readonly #onchange: OnChange;
  /** Missing files that were deselected. The file or its tick may come back, so their ids stay known. */
  readonly #dropped = new Map<RepoPath, OwnFile>();
  #structure = 0;
  #ticks = 0;
  #counts = 0;

  /** `items` is the live map of the composition; it may have files that are not listed yet. */
  constructor(items: ReadonlyMap<RepoPath, FileItem>, onchange: OnChange) {
    this.#items = items;
    this.#onchange = onchange;
  }

  get root(): FolderNode {
    return this.#root;
  }

  /** Rises when nodes are added or removed, or when they become left out or are no longer left out. */
  get structure(): number {
    return this.#structure;
  }

  /** Rises when items change. */
  get ticks(): number {
    return this.#ticks;
  }

  /** Rises when contents become known. */
  get counts(): number {
    return this.#counts;
  }

  byId(id: number): TreeNode | undefined {
    return this.#nodeById.get(id);
  }

  byPath(path: string): TreeNode | undefined {
    return this.#nodeByPath.get(path);
  }

  pathsOf(ids: readonly number[]): readonly RepoPath[] {
    const paths: RepoPath[] = [];
    for (const id of ids) {
      const node = this.#nodeById.get(id);
      if (node !== undefined) paths.push(node.path);
    }
    return paths;
  }

  addEntries(entries: readonly ScannedEntry[]): void {
    for (const entry of entries) {
      if (entry.kind === 'file') this.#addFile(entry);
      else this.#addFolder(entry);
    }
    if (entries.length === 0) return;
    this.#structure += 1;
    this.#onchange(
      entries.map(({ path }) => path),
      'soon',
    );
  }

  /** Removes entries; a ticked file stays as missing. */
  removeIds(ids: readonly number[]): void {
    const paths = this.pathsOf(ids);
    for (const id of ids) {
      const node = this.#nodeById.get(id);
      if (node === undefined) continue;
      this.#nodeById.delete(id);
      node.id = undefined;
      if (this.#dropped.get(node.path) === node) continue;
      if (node.kind === 'file') this.#vanish(node);
      else this.#forgetFolder(node);
    }
    if (ids.length === 0) return;
    this.#structure += 1;
    this.#onchange(paths, 'soon');
  }

  setIndexed(files: readonly IndexedFile[]): void {
    // Look up the paths now: the loop may remove missing files from the tree.
    const paths = this.pathsOf(files.map(({ id }) => id));
    for (const indexed of files) {
      const file = this.#nodeById.get(indexed.id);
      if (file?.kind !== 'file') continue;
      const isMissing = indexed.content.kind === 'missing';
      if (!isMissing) this.#bringBack(file.path);
      else if (this.#dropped.get(file.path) === file) continue;
      if (isMissing || file.missing) this.#structure += 1;
      if (hashOf(file.content) !== hashOf(indexed.content)) file.symbols = undefined;
      this.#change(file, () => {
        file.held = isMissing ? (heldBy(file.content) ?? file.held) : undefined;
        file.content = indexed.content;
        file.size = indexed.size;
        file.missing = isMissing;
      });
      if (isMissing && !file.ticked) this.#detach(file);
    }
    if (files.length === 0) return;
    this.#counts += 1;
    this.#onchange(paths, 'soon');
  }

  /** Forgets the contents of all files except those with these ids. */
  forgetContents(except: ReadonlySet<number>): void {
    const paths: RepoPath[] = [];
    for (const [id, file] of this.#nodeById) {
      if (file.kind !== 'file' || file.content === undefined || except.has(id)) continue;
      this.#change(file, () => (file.content = undefined));
      paths.push(file.path);
    }
    this.#counts += 1;
    this.#onchange(paths, 'soon');
  }

  /** Follows a change of these items in the composition. */
  itemsChanged(paths: readonly RepoPath[]): void {
    for (const path of paths) this.#takeItem(path);
    this.#ticks += 1;
    this.#onchange(paths, 'now');
  }

  /** Sets how a ticked file is shown; undefined for its full text. */
  setShownAs(path: RepoPath, shownAs: ShownAs | undefined): void {
    const file = this.#nodeByPath.get(path);
    if (file?.kind !== 'file') return;
    const isCountedSame = file.shownAs?.label === shownAs?.label && file.shownAs?.tokens === shownAs?.tokens;
    // Whether a summary is cached changes no sum.
    if (isCountedSame) file.shownAs = shownAs;
    else {
      this.#change(file, () => (file.shownAs = shownAs));
      this.#counts += 1;
    }
  }

  /** Sets the number of symbols in a file if this is still its content. Returns whether it changed. */
  setSymbols(path: RepoPath, hash: ContentHash, symbols: SymbolCount): boolean {
    const file = this.#nodeByPath.get(path);
    if (file?.kind !== 'file' || file.symbols === symbols || hashOf(file.content) !== hash) return false;
    file.symbols = symbols;
    return true;
  }

  /** Marks a left-out folder as listed. */
  markListed(path: RepoPath): void {
    const folder = this.#nodeByPath.get(path);
    if (folder?.kind !== 'folder') return;
    folder.listed = true;
    this.#onchange([], 'soon');
  }

  #takeItem(path: RepoPath): void {
    const item = this.#items.get(path);
    if (item !== undefined) this.#bringBack(path);
    const file = this.#nodeByPath.get(path);
    if (file?.kind !== 'file') return;
    const wasTicked = file.ticked;
    this.#change(file, () => (file.item = item));
    if (file.ticked === wasTicked) return;
    if (file.missing && wasTicked) this.#drop(file);
    if (file.missing || file.leftOut !== undefined) this.#structure += 1;
  }

  #addFile(entry: ScannedEntry): void {
    this.#dropped.delete(entry.path);
    const known = this.#nodeByPath.get(entry.path);
    if (known?.kind === 'folder') this.#remove(known);
    if (known?.kind !== 'file') {
      const file = this.#newFile(entry.path, entry.leftOut);
      this.#setId(file, entry.id);
      this.#attach(file);
      return;
    }
    this.#setId(known, entry.id);
    this.#change(known, () => {
      known.leftOut = entry.leftOut;
      known.missing = false;
    });
  }

  #drop(file: OwnFile): void {
    const { id } = file;
    this.#dropped.set(file.path, file);
    this.#detach(file);
    if (id !== undefined) this.#nodeById.set(id, file);
  }

  /** Restores a dropped file, because the engine lists each file only once. */
  #bringBack(path: RepoPath): void {
    const file = this.#dropped.get(path);
    if (file === undefined) return;
    this.#dropped.delete(path);
    const cut = path.lastIndexOf('/');
    file.parent = cut < 0 ? this.#root : this.#folderAt(path.slice(0, cut));
    this.#attach(file);
  }

  #addFolder(entry: ScannedEntry): void {
    const folder = this.#folderAt(entry.path);
    this.#setId(folder, entry.id);
    this.#setFolderLeftOut(folder, entry.leftOut ?? folder.parent?.leftOut);
  }

  #setId(node: OwnNode, id: number): void {
    if (node.id !== undefined && node.id !== id) this.#nodeById.delete(node.id);
    node.id = id;
    this.#nodeById.set(id, node);
  }

  #newFile(path: RepoPath, leftOut: LeftOut | undefined): OwnFile {
    const cut = path.lastIndexOf('/');
    const file = new OwnFile(path, cut < 0 ? this.#root : this.#folderAt(path.slice(0, cut)));
    file.leftOut = leftOut;
    file.item = this.#items.get(path);
    return file;
  }

  /** Returns the folder at a path, and creates it if needed. A file at that path was replaced on disk. */
  #folderAt(path: string): OwnFolder {
    const known = this.#nodeByPath.get(path);
    if (known?.kind === 'folder') return known;
    if (known !== undefined) this.#remove(known);
    const cut = path.lastIndexOf('/');
    const parent = cut < 0 ? this.#root : this.#folderAt(path.slice(0, cut));
    const folder = newFolder(path.slice(cut + 1), path, parent);
    parent.children.set(folder.name, folder);
    this.#nodeByPath.set(path, folder);
    return folder;
  }

  /** Changes why a folder is left out, for itself and for the folders in it that have no entry. */
  #setFolderLeftOut(folder: OwnFolder, leftOut: LeftOut | undefined): void {
    if (folder.parent === undefined || folder.leftOut === leftOut) return;
    const ownBefore = leftOutShare(folder);
    let before = ownBefore;
    for (const child of folder.children.values()) before += leftOutShare(child);
    folder.leftOut = leftOut;
    const ownAfter = leftOutShare(folder);
    let after = ownAfter;
    for (const child of folder.children.values()) after += leftOutShare(child);
    folder.sums.leftOut += after - ownAfter - (before - ownBefore);
    for (let above: OwnFolder | undefined = folder.parent; above; above = above.parent)
      above.sums.leftOut += after - before;
    for (const child of folder.children.values()) {
      if (child.kind === 'folder' && child.id === undefined) this.#setFolderLeftOut(child, leftOut);
    }
  }

  #vanish(file: OwnFile): void {
    if (!file.ticked) {
      this.#detach(file);
      return;
    }
    this.#change(file, () => {
      file.held = heldBy(file.content) ?? file.held;
      file.missing = true;
      file.content = undefined;
      file.size = undefined;
    });
  }

  /** A folder without an entry stays as long as it has children. */
  #forgetFolder(folder: OwnFolder): void {
    this.#setFolderLeftOut(folder, folder.parent?.leftOut);
    folder.listed = false;
    this.#prune(folder);
  }

  #change(file: OwnFile, change: () => void): void {
    const before = contribution(file);
    change();
    addUpwards(file.parent, before, contribution(file));
  }

  #attach(file: OwnFile): void {
    file.parent.children.set(file.name, file);
    this.#nodeByPath.set(file.path, file);
    addUpwards(file.parent, NOTHING, contribution(file));
  }

  #detach(file: OwnFile): void {
    addUpwards(file.parent, contribution(file), NOTHING);
    this.#unlink(file);
    this.#prune(file.parent);
  }

  #prune(folder: OwnFolder): void {
    for (let empty = folder; empty.parent !== undefined;) {
      if (empty.children.size > 0 || empty.id !== undefined) return;
      const above: OwnFolder = empty.parent;
      this.#unlink(empty);
      empty = above;
    }
  }

  /** Removes a node and everything below it. */
  #remove(node: OwnNode): void {
    if (node.kind === 'folder') {
      for (const child of [...node.children.values()]) this.#remove(child);
      this.#setFolderLeftOut(node, undefined);
    } else {
      addUpwards(node.parent, contribution(node), NOTHING);
    }
    this.#unlink(node);
  }

  #unlink(node: OwnNode): void {
    const { parent } = node;
    if (node.id !== undefined) this.#nodeById.delete(node.id);
    this.#nodeByPath.delete(node.path);
    if (parent?.children.get(node.name) !== node) return;
    parent.children.delete(node.name);
    parent.removals += 1;
  }
}

function hashOf(content: FileContent | undefined): ContentHash | undefined {
  return content?.kind === 'text' ? content.hash : undefined;
}

function heldBy(content: FileContent | undefined): HeldContent | undefined {
  return content?.kind === 'text' ? { hash: content.hash, lines: content.lines } : undefined;
}

function newFolder(name: string, path: string, parent: OwnFolder | undefined): OwnFolder {
  return {
    kind: 'folder',
    id: undefined,
    name,
    key: nameKey(name),
    // A prefix of a parsed path is a path itself; only the root's is empty.
    path: path as RepoPath,
    parent,
    leftOut: parent?.leftOut,
    listed: false,
    children: new Map(),
    removals: 0,
    sums: { ...NOTHING },
  };
}
