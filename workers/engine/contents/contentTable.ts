/** A table of the data known about the folder's texts. */
import type { ContentHash } from '../../../src/core/files/fileContent';
import { languageOf } from '../../../src/core/files/language';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { WorkspaceIndex } from '../reading/workspaceIndex';

/** A file of the folder that has a text. */
export interface TextFile {
  readonly path: RepoPath;
  readonly hash: ContentHash;
  /** Identifies the data known about it. */
  readonly key: string;
}

/** `content`: files with the same text and language share their data, so that a moved file keeps it. */
export type KnownBy = 'content' | 'path';

export class ContentTable<T> {
  readonly #index: WorkspaceIndex;
  readonly #by: KnownBy;
  readonly #byKey = new Map<string, T>();
  #files: readonly TextFile[] = [];
  #revision = -1;

  constructor(index: WorkspaceIndex, by: KnownBy) {
    this.#index = index;
    this.#by = by;
  }

  /** All files with a text, decoded with their current encodings. Returns the same list until a file changes. */
  files(): readonly TextFile[] {
    const index = this.#index;
    if (this.#revision === index.contentRevision) return this.#files;
    this.#revision = index.contentRevision;
    this.#files = [...index.entries.keys()].flatMap((path) => {
      const content = index.record(path)?.content;
      return content?.kind === 'text'
        ? [{ path, hash: content.hash, key: this.#keyOf(path, content.hash) }]
        : [];
    });
    return this.#files;
  }

  get({ key }: TextFile): T | undefined {
    return this.#byKey.get(key);
  }

  set({ path, hash }: Pick<TextFile, 'path' | 'hash'>, known: T): void {
    this.#byKey.set(this.#keyOf(path, hash), known);
  }

  /** Drops data about contents that are no longer in the folder. */
  prune(): void {
    const present = new Set(this.files().map(({ key }) => key));
    for (const key of this.#byKey.keys()) if (!present.has(key)) this.#byKey.delete(key);
  }

  #keyOf(path: RepoPath, hash: ContentHash): string {
    return this.#by === 'path' ? `${hash} ${path}` : `${hash} ${languageOf(path).id}`;
  }
}
