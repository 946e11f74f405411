import type { RepoPath } from '../../core/files/repoPath';
import { addUpwards, contribution, NOTHING, setFolderLeftOut } from './folderSums';
import type { OwnFile, OwnFolder, OwnNode } from './folderSums';
import { nameKey } from './nameKey';

/** The nodes of the file tree by path and by id. Every change keeps the sums of the folders above exact. */
export class NodeTable {
  readonly root: OwnFolder = newFolder('', '', undefined);
  readonly #byPath = new Map<string, OwnNode>();
  readonly #byId = new Map<number, OwnNode>();

  byPath(path: string): OwnNode | undefined {
    return this.#byPath.get(path);
  }

  byId(id: number): OwnNode | undefined {
    return this.#byId.get(id);
  }

  /** The nodes that the engine has listed by id, including detached ones. */
  get listed(): ReadonlyMap<number, OwnNode> {
    return this.#byId;
  }

  setId(node: OwnNode, id: number): void {
    if (node.id !== id) this.clearId(node);
    node.id = id;
    this.#byId.set(id, node);
  }

  clearId(node: OwnNode): void {
    if (node.id !== undefined) this.#byId.delete(node.id);
    node.id = undefined;
  }

  /** Returns the folder that contains a path, and creates it if needed. */
  parentOf(path: string): OwnFolder {
    const cut = path.lastIndexOf('/');
    return cut < 0 ? this.root : this.folderAt(path.slice(0, cut));
  }

  /** Returns the folder at a path, and creates it if needed. A file at that path was replaced on disk. */
  folderAt(path: string): OwnFolder {
    const known = this.#byPath.get(path);
    if (known?.kind === 'folder') return known;
    if (known !== undefined) this.remove(known);
    const parent = this.parentOf(path);
    const folder = newFolder(path.slice(path.lastIndexOf('/') + 1), path, parent);
    parent.children.set(folder.name, folder);
    this.#byPath.set(path, folder);
    return folder;
  }

  attach(file: OwnFile): void {
    file.parent.children.set(file.name, file);
    this.#byPath.set(file.path, file);
    addUpwards(file.parent, NOTHING, contribution(file));
  }

  /** Removes a file, and the folders that contain nothing else and have no entry. */
  detach(file: OwnFile): void {
    addUpwards(file.parent, contribution(file), NOTHING);
    this.#unlink(file);
    this.prune(file.parent);
  }

  /** Removes a folder without children or an entry, and the folders above it that become such folders. */
  prune(folder: OwnFolder): void {
    for (let empty = folder; empty.parent !== undefined;) {
      if (empty.children.size > 0 || empty.id !== undefined) return;
      const above: OwnFolder = empty.parent;
      this.#unlink(empty);
      empty = above;
    }
  }

  /** Removes a node and everything below it. */
  remove(node: OwnNode): void {
    if (node.kind === 'folder') {
      for (const child of [...node.children.values()]) this.remove(child);
      setFolderLeftOut(node, undefined);
    } else {
      addUpwards(node.parent, contribution(node), NOTHING);
    }
    this.#unlink(node);
  }

  #unlink(node: OwnNode): void {
    const { parent } = node;
    if (node.id !== undefined) this.#byId.delete(node.id);
    this.#byPath.delete(node.path);
    if (parent?.children.get(node.name) !== node) return;
    parent.children.delete(node.name);
    parent.removals += 1;
  }
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
