import { parentPath, type RepoPath } from '../../core/files/repoPath';
import type { FileTree } from './fileTree';
import type { FolderNode } from './treeNode';

/** Lists the content of left-out folders on demand, each once. */
export class FolderListing {
  readonly #tree: FileTree;
  readonly #ask: (path: RepoPath) => Promise<void>;
  /** Folders that are being listed. */
  readonly #listing = new Map<RepoPath, Promise<void>>();
  #awaited: readonly string[] = [];

  /** `ask` resolves when the folder's entries are in the tree. */
  constructor(tree: FileTree, ask: (path: RepoPath) => Promise<void>) {
    this.#tree = tree;
    this.#ask = ask;
  }

  async list(folder: FolderNode): Promise<void> {
    const { path } = folder;
    if (folder.leftOut === undefined || folder.listed) return this.#listing.get(path);
    this.#tree.markListed(path);
    const listing = this.#ask(path);
    this.#listing.set(path, listing);
    await listing.finally(() => this.#listing.delete(path));
  }

  /** Lists folders until no more are wanted: a listed folder may contain more of them. */
  async listAll(wanted: () => readonly FolderNode[]): Promise<void> {
    for (let folders = wanted(); folders.length > 0; folders = wanted())
      await Promise.all(folders.map((folder) => this.list(folder)));
  }

  /** Lists the folders above these paths, as deep as there is something to list. */
  listAbove(paths: readonly RepoPath[]): Promise<void> {
    return this.listAll(() => [...new Set(paths.flatMap((path) => this.#unlistedAbove(path) ?? []))]);
  }

  /** Remembers folders that were open in the last visit and may not be in the tree yet. */
  awaitFolders(paths: readonly string[]): void {
    this.#awaited = paths;
  }

  /** Lists the remembered folders that are in the tree now. */
  listAwaited(): void {
    this.#awaited = this.#awaited.filter((path) => {
      const node = this.#tree.byPath(path);
      if (node?.kind === 'folder') void this.list(node);
      return node === undefined;
    });
  }

  /** The deepest known folder above a path, if its content is not listed yet. */
  #unlistedAbove(path: RepoPath): FolderNode | undefined {
    if (this.#tree.byPath(path) !== undefined) return undefined;
    for (let above = parentPath(path); above !== undefined; above = parentPath(above)) {
      const folder = this.#tree.byPath(above);
      if (folder?.kind !== 'folder') continue;
      const isKnown = folder.leftOut === undefined || (folder.listed && !this.#listing.has(folder.path));
      return isKnown ? undefined : folder;
    }
    return undefined;
  }
}
