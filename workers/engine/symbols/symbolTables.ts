/** The symbols of all contents in the folder that were read so far, by content, so that a moved file keeps its own. */
import type { ContentHash } from '../../../src/core/files/fileContent';
import { languageOf } from '../../../src/core/files/language';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { PackedSymbols } from '../../../src/core/symbols/packedSymbols';
import type { ContentSymbols } from '../../compute/contract';
import type { WorkspaceIndex } from '../reading/workspaceIndex';

/** A file of the folder that has a text. */
export interface TextFile {
  readonly path: RepoPath;
  readonly hash: ContentHash;
  /** Identifies the text and the language that it is parsed as. */
  readonly key: string;
}

export interface SymbolTables {
  /** All files with a text, read with the encodings of now. */
  files(): readonly TextFile[];
  get(file: TextFile): ContentSymbols | undefined;
  set(file: Pick<TextFile, 'path' | 'hash'>, symbols: ContentSymbols): void;
  /** Drops the symbols of contents that are no longer in the folder. */
  prune(): void;
}

export function createSymbolTables(index: WorkspaceIndex): SymbolTables {
  const tables = new Map<string, ContentSymbols>();
  let files: readonly TextFile[] = [];
  let revision = -1;

  function listed(): readonly TextFile[] {
    if (revision === index.contentRevision) return files;
    revision = index.contentRevision;
    files = [...index.entries.keys()].flatMap((path) => {
      const content = index.record(path)?.content;
      return content?.kind === 'text' ? [{ path, hash: content.hash, key: keyOf(path, content.hash) }] : [];
    });
    return files;
  }

  return {
    files: listed,
    get: ({ key }) => tables.get(key),
    set({ path, hash }, symbols) {
      tables.set(keyOf(path, hash), symbols);
    },
    prune() {
      const present = new Set(listed().map(({ key }) => key));
      for (const key of tables.keys()) if (!present.has(key)) tables.delete(key);
    },
  };
}

export function packedOf(symbols: ContentSymbols | undefined): PackedSymbols | undefined {
  return symbols?.kind === 'symbols' ? symbols.symbols : undefined;
}

function keyOf(path: RepoPath, hash: ContentHash): string {
  return `${languageOf(path).id}/${hash}`;
}
