/**
 * Keeps the records of all files that may be suggested in step with the folder, and derives imports, links, and the
 * graph from them.
 */
import { runInSlices, type Steps } from '../../../src/core/async/steps';
import { isHistoryFile } from '../../../src/core/files/historyFile';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { FileIndex, type FileTable } from '../../../src/core/ranking/fileIndex';
import { visitDefined, type FileTerms } from '../../../src/core/ranking/fileTerms';
import { graphSteps, type FileGraph } from '../../../src/core/ranking/graph';
import { linkingSteps, type FileLinks } from '../../../src/core/references/fileLinks';
import { hashOf } from '../../../src/core/ranking/words';
import { isTelling, isTop } from '../../../src/core/references/nameTable';
import { createImportResolver, type ResolvedImport } from '../../../src/core/references/resolveImports';
import type { KnownReferences } from '../../compute/contract';
import type { TextFile } from '../contents/contentTable';
import type { WorkspaceIndex } from '../reading/workspaceIndex';

/** Milliseconds of work before other calls get their turn. */
const SLICE = 50;

interface Source {
  files(): readonly TextFile[];
  get(file: TextFile): KnownReferences | undefined;
}

/** All current imports and links of the folder. */
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
  #linking: { readonly table: FileTable; readonly linked: Promise<Linked | undefined> } | undefined;

  constructor(source: Source, index: WorkspaceIndex) {
    this.#source = source;
    this.#index = index;
  }

  /** Takes over newly read files, and drops files that are gone. */
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

  /** Returns the same object until a file changes. Computed in slices, so that other calls get their turn. */
  async linked(): Promise<Linked> {
    for (;;) {
      const table = this.ranked.table();
      if (this.#linking?.table !== table) this.#linking = { table, linked: this.#link(table) };
      const linked = await this.#linking.linked;
      if (linked !== undefined) return linked;
    }
  }

  #link(table: FileTable): Promise<Linked | undefined> {
    return runInSlices(linkedSteps(table, [...this.#known]), {
      slice: SLICE,
      now: () => performance.now(),
      pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
      isWanted: () => this.#linking?.table === table,
    });
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

  /** Hashes of a file's names that other files may use: top-level names, and methods with distinctive names. */
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

  /**
   * Hashes of names that a file may use from another, as lists in order of preference: the first list with a used name
   * applies.
   */
  namesBetween(from: RepoPath, to: RepoPath, { imports }: Linked): readonly (readonly number[])[] {
    const statements = this.#known.get(from)?.modules.imports ?? [];
    const resolved = imports.get(from) ?? [];
    const imported = statements.flatMap(({ names = [] }, at) =>
      resolved[at]?.files.includes(to) === true ? names.map(hashOf) : [],
    );
    const { tops, methods } = this.definedIn(to);
    return [tops, imported, methods];
  }

  /** Left-out files are never suggested, even if the user has asked for them. */
  #isListed(path: RepoPath): boolean {
    return this.#index.entries.get(path)?.leftOut === undefined && !isHistoryFile(path);
  }
}

function* linkedSteps(
  table: FileTable,
  files: readonly (readonly [RepoPath, KnownReferences])[],
): Steps<Linked> {
  const resolve = createImportResolver({
    paths: files.map(([path]) => path),
    facts: new Map(files.map(([path, { modules }]) => [path, modules])),
    manifests: new Map(
      files.flatMap(([path, { manifest }]) => (manifest === undefined ? [] : [[path, manifest]])),
    ),
  });
  const imports = new Map<RepoPath, readonly ResolvedImport[]>();
  for (const [path] of files) {
    yield;
    imports.set(path, resolve(path));
  }
  const links = yield* linkingSteps(
    files.map(([path, { terms, modules }]) => ({ path, terms, modules, imports: imports.get(path) ?? [] })),
  );
  const graph = yield* graphSteps(table, (path) =>
    (imports.get(path as RepoPath) ?? []).map((each) => each.files),
  );
  return { table, imports, links, graph };
}
