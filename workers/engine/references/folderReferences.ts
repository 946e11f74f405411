/** The records of all files that may be suggested, in step with the folder, and what is made from all of them. */
import { isHistoryFile } from '../../../src/core/files/historyFile';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { FileIndex, type FileTable } from '../../../src/core/ranking/fileIndex';
import { visitDefined, type FileTerms } from '../../../src/core/ranking/fileTerms';
import { buildGraph, type FileGraph } from '../../../src/core/ranking/graph';
import { linkFiles, type FileLinks } from '../../../src/core/references/fileLinks';
import { isTelling, isTop } from '../../../src/core/references/nameTable';
import { resolveImports, type ResolvedImport } from '../../../src/core/references/resolveImports';
import type { KnownReferences } from '../../compute/contract';
import type { TextFile } from '../contents/contentTable';
import type { WorkspaceIndex } from '../reading/workspaceIndex';

interface Source {
  files(): readonly TextFile[];
  get(file: TextFile): KnownReferences | undefined;
}

/** All imports and links of the folder as it is now. */
export interface Linked {
  readonly table: FileTable;
  readonly imports: ReadonlyMap<RepoPath, readonly ResolvedImport[]>;
  readonly links: FileLinks;
  readonly graph: FileGraph;
}

export class FolderReferences {
  readonly #source: Source;
  readonly #index: WorkspaceIndex;
  readonly ranked = new FileIndex();
  readonly #known = new Map<RepoPath, KnownReferences>();
  #linked: Linked | undefined;

  constructor(source: Source, index: WorkspaceIndex) {
    this.#source = source;
    this.#index = index;
  }

  /** Takes over what has been read, and drops what is gone. */
  update(): void {
    const present = new Set<RepoPath>();
    for (const file of this.#source.files()) {
      const known = this.#isListed(file.path) ? this.#source.get(file) : undefined;
      if (known === undefined) continue;
      present.add(file.path);
      if (this.#known.get(file.path) === known) continue;
      this.#known.set(file.path, known);
      this.ranked.set(file.path, known.terms);
    }
    for (const path of this.#known.keys()) {
      if (present.has(path)) continue;
      this.#known.delete(path);
      this.ranked.delete(path);
    }
  }

  /** The same object until a file changes. */
  linked(): Linked {
    const table = this.ranked.table();
    if (this.#linked?.table === table) return this.#linked;
    const files = [...this.#known];
    const imports = resolveImports({
      paths: files.map(([path]) => path),
      facts: new Map(files.map(([path, { modules }]) => [path, modules])),
      manifests: new Map(
        files.flatMap(([path, { manifest }]) => (manifest === undefined ? [] : [[path, manifest]])),
      ),
    });
    const links = linkFiles(
      files.map(([path, { terms, modules }]) => ({ path, terms, modules, imports: imports.get(path) ?? [] })),
    );
    const graph = buildGraph(table, (path) =>
      (imports.get(path as RepoPath) ?? []).map((each) => each.files),
    );
    this.#linked = { table, imports, links, graph };
    return this.#linked;
  }

  paths(): readonly RepoPath[] {
    return [...this.#known.keys()];
  }

  has(path: RepoPath): boolean {
    return this.#known.has(path);
  }

  termsOf(path: RepoPath): FileTerms | undefined {
    return this.#known.get(path)?.terms;
  }

  /** Hashes of the names that other files may use of a file: those at its top, and methods whose name tells. */
  definedIn(path: RepoPath): { readonly tops: readonly number[]; readonly methods: readonly number[] } {
    const tops: number[] = [];
    const methods: number[] = [];
    const terms = this.termsOf(path);
    if (terms !== undefined)
      visitDefined(terms, (name) => {
        if (isTop(name)) tops.push(name.hash);
        else if (isTelling(name)) methods.push(name.hash);
      });
    return { tops, methods };
  }

  /** Left-out files are never suggested, even if the user has asked for them. */
  #isListed(path: RepoPath): boolean {
    return this.#index.entries.get(path)?.leftOut === undefined && !isHistoryFile(path);
  }
}
