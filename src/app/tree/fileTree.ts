import type { IndexedFile, ScannedEntry } from '../../../workers/engine/contract';
import type { ContentHash, FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import type { FileItem } from '../../core/items/fileItem';
import type { SymbolCount } from '../ports/engine';
import { changeFile, OwnFile, setFolderLeftOut, type OwnFolder } from './folderSums';
import { NodeTable } from './nodeTable';
import type { FolderNode, HeldContent, ShownAs, TreeNode } from './treeNode';

/** Gets the files that changed: `now` if their items did, else `soon`. */
type OnChange = (paths: readonly RepoPath[], when: 'now' | 'soon') => void;

/**
 * The table of files: everything known about each, and the sums of their folders, kept up to date batch by batch. A
 * change costs the entries that changed times their depth, never the size of the tree. Not reactive: `onchange` gets
 * the files that changed, and the counters say which parts of the tree a view has to read again.
 */
export class FileTree {
  readonly #nodes = new NodeTable();
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
    return this.#nodes.root;
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
    return this.#nodes.byId(id);
  }

  byPath(path: string): TreeNode | undefined {
    return this.#nodes.byPath(path);
  }

  pathsOf(ids: readonly number[]): readonly RepoPath[] {
    const paths: RepoPath[] = [];
    for (const id of ids) {
      const node = this.#nodes.byId(id);
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
      const node = this.#nodes.byId(id);
      if (node === undefined) continue;
      this.#nodes.clearId(node);
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
      const file = this.#nodes.byId(indexed.id);
      if (file?.kind !== 'file') continue;
      const isMissing = indexed.content.kind === 'missing';
      if (!isMissing) this.#bringBack(file.path);
      else if (this.#dropped.get(file.path) === file) continue;
      if (isMissing || file.missing) this.#structure += 1;
      if (hashOf(file.content) !== hashOf(indexed.content)) file.symbols = undefined;
      changeFile(file, () => {
        file.held = isMissing ? (heldBy(file.content) ?? file.held) : undefined;
        file.content = indexed.content;
        file.size = indexed.size;
        file.missing = isMissing;
      });
      if (isMissing && !file.ticked) this.#nodes.detach(file);
    }
    if (files.length === 0) return;
    this.#counts += 1;
    this.#onchange(paths, 'soon');
  }

  /** Forgets the contents of all files except those with these ids. */
  forgetContents(except: ReadonlySet<number>): void {
    const paths: RepoPath[] = [];
    for (const [id, file] of this.#nodes.listed) {
      if (file.kind !== 'file' || file.content === undefined || except.has(id)) continue;
      changeFile(file, () => (file.content = undefined));
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
    const file = this.#nodes.byPath(path);
    if (file?.kind !== 'file') return;
    const isCountedSame = file.shownAs?.label === shownAs?.label && file.shownAs?.tokens === shownAs?.tokens;
    // Whether a summary is cached changes no sum.
    if (isCountedSame) file.shownAs = shownAs;
    else {
      changeFile(file, () => (file.shownAs = shownAs));
      this.#counts += 1;
    }
  }

  /** Sets the number of symbols in a file if this is still its content. Returns whether it changed. */
  setSymbols(path: RepoPath, hash: ContentHash, symbols: SymbolCount): boolean {
    const file = this.#nodes.byPath(path);
    if (file?.kind !== 'file' || file.symbols === symbols || hashOf(file.content) !== hash) return false;
    file.symbols = symbols;
    return true;
  }

  /** Marks a left-out folder as listed. */
  markListed(path: RepoPath): void {
    const folder = this.#nodes.byPath(path);
    if (folder?.kind !== 'folder') return;
    folder.listed = true;
    this.#onchange([], 'soon');
  }

  #takeItem(path: RepoPath): void {
    const item = this.#items.get(path);
    if (item !== undefined) this.#bringBack(path);
    const file = this.#nodes.byPath(path);
    if (file?.kind !== 'file') return;
    const wasTicked = file.ticked;
    changeFile(file, () => (file.item = item));
    if (file.ticked === wasTicked) return;
    if (file.missing && wasTicked) this.#drop(file);
    if (file.missing || file.leftOut !== undefined) this.#structure += 1;
  }

  #addFile(entry: ScannedEntry): void {
    this.#dropped.delete(entry.path);
    const known = this.#nodes.byPath(entry.path);
    if (known?.kind === 'folder') this.#nodes.remove(known);
    if (known?.kind !== 'file') {
      const file = new OwnFile(entry.path, this.#nodes.parentOf(entry.path));
      file.leftOut = entry.leftOut;
      file.item = this.#items.get(entry.path);
      this.#nodes.setId(file, entry.id);
      this.#nodes.attach(file);
      return;
    }
    this.#nodes.setId(known, entry.id);
    changeFile(known, () => {
      known.leftOut = entry.leftOut;
      known.missing = false;
    });
  }

  #drop(file: OwnFile): void {
    const { id } = file;
    this.#dropped.set(file.path, file);
    this.#nodes.detach(file);
    if (id !== undefined) this.#nodes.setId(file, id);
  }

  /** Restores a dropped file, because the engine lists each file only once. */
  #bringBack(path: RepoPath): void {
    const file = this.#dropped.get(path);
    if (file === undefined) return;
    this.#dropped.delete(path);
    file.parent = this.#nodes.parentOf(path);
    this.#nodes.attach(file);
  }

  #addFolder(entry: ScannedEntry): void {
    const folder = this.#nodes.folderAt(entry.path);
    this.#nodes.setId(folder, entry.id);
    setFolderLeftOut(folder, entry.leftOut ?? folder.parent?.leftOut);
  }

  #vanish(file: OwnFile): void {
    if (!file.ticked) {
      this.#nodes.detach(file);
      return;
    }
    changeFile(file, () => {
      file.held = heldBy(file.content) ?? file.held;
      file.missing = true;
      file.content = undefined;
      file.size = undefined;
    });
  }

  /** A folder without an entry stays as long as it has children. */
  #forgetFolder(folder: OwnFolder): void {
    setFolderLeftOut(folder, folder.parent?.leftOut);
    folder.listed = false;
    this.#nodes.prune(folder);
  }
}

function hashOf(content: FileContent | undefined): ContentHash | undefined {
  return content?.kind === 'text' ? content.hash : undefined;
}

function heldBy(content: FileContent | undefined): HeldContent | undefined {
  return content?.kind === 'text' ? { hash: content.hash, lines: content.lines } : undefined;
}
