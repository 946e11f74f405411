import type { RepoPath } from '../../core/files/repoPath';
import type { FileItem } from '../../core/items/fileItem';
import type { KnownFile } from '../../core/items/filesByLength';
import type { HeldContent } from '../tree/treeNode';

export type HeldByPath = ReadonlyMap<RepoPath, HeldContent>;

/** Path, hash and lines of each file. */
export type StoredHeld = [path: string, hash: string, lines: number][];

/**
 * The contents that files had before they disappeared, to find the files by. They are stored with the workspace and not in
 * the files' items, because items are exported and most never need it.
 */
export class HeldContents {
  readonly #byPath: Map<RepoPath, HeldContent>;

  constructor(stored: HeldByPath | undefined) {
    this.#byPath = new Map(stored);
  }

  has(path: RepoPath): boolean {
    return this.#byPath.has(path);
  }

  /** Call when the file disappears, while the tree still knows its content. */
  note(path: RepoPath, content: HeldContent): void {
    this.#byPath.set(path, content);
  }

  /** Everything known about the content of a missing file. */
  known(path: RepoPath, item: FileItem | undefined): KnownFile {
    const held = this.#byPath.get(path);
    if (held !== undefined) return { path, ...held };
    // A slice knows the content that it was made from.
    return { path, hash: item?.customSlices[0]?.fileHash };
  }

  toStore(isNeeded: (path: RepoPath) => boolean): StoredHeld {
    return [...this.#byPath].flatMap(([path, { hash, lines }]) =>
      isNeeded(path) ? [[path, hash, lines]] : [],
    );
  }
}
