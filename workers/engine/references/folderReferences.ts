/**
 * Keeps the records of all files that may be suggested in step with the folder, and derives imports, links, and the
 * graph from them when somebody asks.
 */
import type { Steps } from '../../../src/core/async/steps';
import { isHistoryFile } from '../../../src/core/files/historyFile';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { CommitIndex } from '../../../src/core/ranking/commitIndex';
import { fileHistorySteps, type FileHistory } from '../../../src/core/ranking/fileHistory';
import { FileIndex, type FileTable } from '../../../src/core/ranking/fileIndex';
import { visitDefined, type FileTerms } from '../../../src/core/ranking/fileTerms';
import { graphSteps, type FileGraph } from '../../../src/core/ranking/graph';
import { hashOf } from '../../../src/core/ranking/words';
import type { LinkedFile } from '../../../src/core/references/fileLinks';
import { importSteps, type FolderImports } from '../../../src/core/references/folderImports';
import { linkSteps, type LinkedFolder } from '../../../src/core/references/folderLinks';
import { isTelling, isTop } from '../../../src/core/references/nameTable';
import type { FolderInput } from '../../../src/core/references/resolvers/folder';
import type { KnownReferences } from '../../compute/contract';
import type { TextFile } from '../contents/contentTable';
import type { WorkspaceIndex } from '../reading/workspaceIndex';
import { Derived } from './derived';

interface Source {
  files(): readonly TextFile[];
  get(file: TextFile): KnownReferences | undefined;
}

/** The graph of the files in a table. */
export interface TableGraph {
  readonly table: FileTable;
  readonly graph: FileGraph;
}

/** An object even if there are no commits, because a canceled derivation is undefined. */
interface TableHistory {
  readonly history: FileHistory | undefined;
}

export class FolderReferences {
  readonly #source: Source;
  readonly #index: WorkspaceIndex;
  readonly ranked = new FileIndex();
  readonly #known = new Map<RepoPath, KnownReferences>();

  readonly #imports = new Derived<FolderImports>(({ table, before, run }) =>
    run(importSteps(this.#folderOf(table), before)),
  );
  readonly #links = new Derived<LinkedFolder>(async ({ table, before, run }) => {
    const imports = await this.#imports.of(table);
    return imports && run(linkSteps(filesOf(table, imports), before));
  });
  readonly #graph = new Derived<TableGraph>(async ({ table, run }) => {
    const imports = await this.#imports.of(table);
    const graph = imports && (await run(graphSteps(table, (path) => targetsOf(imports, path))));
    return graph && { table, graph };
  });
  #history: Derived<TableHistory> | undefined;

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

  /** All current links. Computed in slices. Returns the same object until a file changes. */
  linked(): Promise<LinkedFolder> {
    return this.#latest(this.#links);
  }

  /** The current graph. Computed in slices. Returns the same object until a file changes. */
  graph(): Promise<TableGraph> {
    return this.#latest(this.#graph);
  }

  /** Takes over other past commits. */
  setCommits(commits: CommitIndex | undefined): void {
    this.#history = commits && new Derived(({ table, run }) => run(tableHistorySteps(commits, table)));
  }

  /** The past commits of the files in a table; undefined if there are none, or a newer table is wanted. */
  async historyOf(table: FileTable): Promise<FileHistory | undefined> {
    return (await this.#history?.of(table))?.history;
  }

  async #latest<Value extends object>(derived: Derived<Value>): Promise<Value> {
    for (;;) {
      const value = await derived.of(this.ranked.table());
      if (value !== undefined) return value;
    }
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
  namesBetween(from: RepoPath, to: RepoPath, { files }: LinkedFolder): readonly (readonly number[])[] {
    const { modules, imports = [] } = files.get(from) ?? {};
    const imported = modules?.imports.flatMap(({ names = [] }, at) =>
      imports[at]?.files.includes(to) === true ? names.map(hashOf) : [],
    );
    const { tops, methods } = this.definedIn(to);
    return [tops, imported ?? [], methods];
  }

  /** Left-out files are never suggested, even if the user has asked for them. */
  #isListed(path: RepoPath): boolean {
    return this.#index.entries.get(path)?.leftOut === undefined && !isHistoryFile(path);
  }

  /** Data for resolving the imports of the current files, in the order of the table. */
  #folderOf({ paths }: FileTable): FolderInput {
    const files = paths.map((path) => {
      // The index contains only known files.
      return [path as RepoPath, this.#known.get(path as RepoPath) as KnownReferences] as const;
    });
    return {
      paths: files.map(([path]) => path),
      facts: new Map(files.map(([path, { modules }]) => [path, modules])),
      manifests: new Map(
        files.flatMap(([path, { manifest }]) => (manifest === undefined ? [] : [[path, manifest]])),
      ),
    };
  }
}

function* tableHistorySteps(commits: CommitIndex, table: FileTable): Steps<TableHistory> {
  return { history: yield* fileHistorySteps(commits, table) };
}

function filesOf({ records }: FileTable, { folder, byPath }: FolderImports): readonly LinkedFile[] {
  // The imports have the paths of the table, in its order.
  return Array.from(folder.facts, ([path, modules], at) => {
    return { path, terms: records[at] as FileTerms, modules, imports: byPath.get(path) ?? [] };
  });
}

function targetsOf({ byPath }: FolderImports, path: string): readonly (readonly RepoPath[])[] {
  return byPath.get(path as RepoPath)?.map(({ files }) => files) ?? []; // A path of the folder.
}
