import type { FolderNode } from './treeNode';

type Matches = ReadonlyMap<FolderNode, unknown> | undefined;

/**
 * The open folders, by path, because a restored one may not be listed yet. A filter opens all folders above a match;
 * folders that the user closes meanwhile are open again without the filter.
 */
export class TreeExpansion {
  readonly #open = new Set<string>();
  readonly #closedInFilter = new Set<string>();

  get paths(): string[] {
    return [...this.#open];
  }

  has(folder: FolderNode, matches: Matches): boolean {
    return matches?.has(folder) === true
      ? !this.#closedInFilter.has(folder.path)
      : this.#open.has(folder.path);
  }

  set(folder: FolderNode, open: boolean, matches: Matches): void {
    const isMatch = matches?.has(folder) === true;
    const paths = isMatch ? this.#closedInFilter : this.#open;
    if (isMatch === open) paths.delete(folder.path);
    else paths.add(folder.path);
  }

  /** Opens this folder and all folders above it. */
  openAbove(parent: FolderNode | undefined): void {
    for (let folder = parent; folder?.parent !== undefined; folder = folder.parent)
      this.#open.add(folder.path);
  }

  openAll(root: FolderNode): void {
    const folders = [root];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const child of folder.children.values()) {
        if (child.kind === 'file' || child.leftOut !== undefined) continue;
        this.#open.add(child.path);
        folders.push(child);
      }
    }
  }

  closeAll(): void {
    this.#open.clear();
  }

  endFilter(): void {
    this.#closedInFilter.clear();
  }

  restore(paths: readonly string[]): void {
    for (const path of paths) this.#open.add(path);
  }
}
