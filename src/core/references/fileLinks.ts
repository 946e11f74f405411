/**
 * Finds the files that a file uses: by imports and, in languages that make names visible without an import, by used
 * names that another file defines.
 */
import type { Steps } from '../async/steps';
import type { RepoPath } from '../files/repoPath';
import { visitDefined, visitUsed, type FileTerms } from '../ranking/fileTerms';
import { isTestPath } from '../ranking/pathTraits';
import { hashOf } from '../ranking/words';
import { NO_REACH, reachOf, type Reach } from './languageReach';
import type { ModuleFacts, ModuleImport } from './moduleFacts';
import { isTop, nameTable, type NameTable } from './nameTable';
import type { ResolvedImport } from './resolveImports';
import { addTo, folderOf, nameOf, remembered, stemOf } from './resolvers/folder';

/** A file to link. */
export interface LinkedFile {
  readonly path: RepoPath;
  readonly terms: FileTerms;
  readonly modules: ModuleFacts;
  /** The imports of `modules`, resolved. */
  readonly imports: readonly ResolvedImport[];
}

/** The maximum number of re-exports between an import and the file that defines a name. */
const LONGEST_CHAIN = 8;
/** The search for a name's definition stops after this many files. */
const MOST_PASSING = 1_000;
/** The maximum number of sources with the same name; more belong to several programs. */
const MOST_SOURCES = 10;

/** Names defined in more files than this are ambiguous: within a namespace, and among all files of a language. */
const MOST_DEFINERS = 10;
const MOST_GUESSED = 5;

/** In UTF-16 units. Among all files of a language, shorter names mostly have other meanings. */
const SHORTEST_GUESSED = 3;

/** The files that an import of a package refers to. */
interface Package {
  readonly files: readonly number[];
  readonly table: NameTable;
  /** Files by the hash of their name without extension. */
  readonly stems: ReadonlyMap<number, readonly number[]>;
}

/** Separators in `a.b`, `a\\b`, `a::b`, and `a/b`. */
const SEPARATORS = /[.\\/:]+/;

/** Finds the links of files in a folder. Files are positions in the list. */
export class Linking {
  readonly #files: readonly LinkedFile[];
  readonly #positions = new Map<RepoPath, number>();
  readonly #reaches: Reach[] = [];
  /** The top-level names of files, read when first needed. */
  readonly #tops = new Map<number, ReadonlySet<number>>();
  /** Only other tests use a test without importing it. */
  readonly #isTest = remembered(isTestPath);
  readonly #scopes = new Map<string, NameTable>();
  readonly #filesByScope = new Map<string, number[]>();
  readonly #sources = new Map<string, number[]>();
  /** Keyed by the list of files that imports share. */
  readonly #packages = new Map<readonly RepoPath[], Package>();
  readonly #importedNames = new Map<number, readonly (readonly number[] | undefined)[]>();
  /** The file that defines a name, by the file that it is imported from, then by name. */
  readonly #origins = new Map<number, Map<number, number | undefined>>();

  private constructor(files: readonly LinkedFile[]) {
    this.#files = files;
  }

  /** Prepares the tables, in steps of one file. */
  static *of(files: readonly LinkedFile[]): Steps<Linking> {
    const linking = new Linking(files);
    for (const at of files.keys()) {
      yield;
      linking.#addFile(at);
    }
    return linking;
  }

  #addFile(at: number): void {
    const { path, modules } = this.#at(at);
    this.#positions.set(path, at);
    this.#reaches.push(reachOf(modules.language));
    for (const scope of this.#scopesOf(at)) addTo(this.#filesByScope, scope, at);
    if (this.#reachOf(at).kind === 'headers') addTo(this.#sources, this.#sourceName(at), at);
  }

  /** The files that a file uses, in their order. */
  targetsOf(from: number): readonly RepoPath[] {
    return [...this.#targetsOf(from)].sort((one, other) => one - other).map((file) => this.#pathAt(file));
  }

  #targetsOf(from: number): ReadonlySet<number> {
    const { terms, imports, modules } = this.#at(from);
    const used: number[] = [];
    visitUsed(terms, (hash) => used.push(hash));
    const targets = new Set<number>();
    for (const [at, imported] of imports.entries()) {
      const names = this.#namesOf(from)[at];
      if (isFileEach(imported, modules.imports[at]))
        for (const file of this.#positionsOf(imported.files)) targets.add(file);
      else this.#addImported(imported, names ?? used, { targets, isNamed: names !== undefined, from });
      for (const name of names ?? [])
        for (const path of imported.files) this.#addOrigin(this.#positions.get(path), name, targets);
    }
    this.#addByName(from, used, targets);
    targets.delete(from);
    return targets;
  }

  /** Adds the files of a package that define one of the names. */
  #addImported(
    { files }: ResolvedImport,
    names: readonly number[],
    { targets, isNamed, from }: { targets: Set<number>; isNamed: boolean; from: number },
  ): void {
    const imported = this.#packages.get(files) ?? this.#packageOf(files, from);
    this.#packages.set(files, imported);
    const before = targets.size;
    const tops = names.flatMap((name) => imported.table.topsOf(name));
    // Code names the types it uses. A namespace whose types are not named is imported for extension methods.
    const isByTypes = tops.length > 0 && this.#reachOf(from).kind === 'namespace';
    const meant = new Set(isByTypes ? tops : names.flatMap((name) => imported.table.filesOf(name)));
    if (isNamed) for (const name of names) for (const file of imported.stems.get(name) ?? []) meant.add(file);
    for (const file of meant) targets.add(file);
    const isUnused = targets.size === before && meant.size === 0;
    // An unused import may be there for its side effects.
    const { kind } = this.#reachOf(from);
    if (isUnused && kind !== 'namespace' && kind !== 'any')
      for (const file of imported.files) targets.add(file);
  }

  /** Adds the file that defines a name, if the imported file re-exports it. */
  #addOrigin(imported: number | undefined, name: number, targets: Set<number>): void {
    if (imported === undefined) return;
    const origins = this.#origins.get(imported) ?? new Map<number, number | undefined>();
    this.#origins.set(imported, origins);
    if (!origins.has(name)) origins.set(name, this.#findOrigin(imported, name));
    const origin = origins.get(name);
    if (origin !== undefined) targets.add(origin);
  }

  #findOrigin(imported: number, name: number): number | undefined {
    let modules = [imported];
    const seen = new Set(modules);
    for (let step = 0; step < LONGEST_CHAIN && modules.length > 0; step += 1) {
      const definer = modules.find((file) => this.#topsOf(file).has(name));
      if (definer !== undefined) return definer;
      const next = new Set(modules.flatMap((file) => this.#passersOn(file, name)));
      modules = [...next].filter((file) => !seen.has(file));
      for (const file of modules) seen.add(file);
      if (seen.size > MOST_PASSING) return undefined;
    }
    return undefined;
  }

  /** The files from which a file may re-export a name: those of imports that list the name, or list no names. */
  #passersOn(file: number, name: number): readonly number[] {
    return this.#at(file).imports.flatMap(({ files }, at) => {
      if (this.#namesOf(file)[at]?.includes(name) === false) return [];
      return this.#positionsOf(files);
    });
  }

  /** Adds the files that define names visible without an import. */
  #addByName(from: number, used: readonly number[], targets: Set<number>): void {
    if (this.#reachOf(from).kind === 'headers') {
      this.#addSources(from, new Set(used), targets);
      return;
    }
    const scopes = this.#scopesAround(from);
    const own = this.#topsOf(from);
    const isTest = this.#isTest(this.#pathAt(from));
    const elsewhere = this.#importedFrom(from);
    for (const name of used) {
      if (own.has(name) || elsewhere.has(name)) continue;
      for (const scope of scopes) {
        const found = this.#tableOf(scope).filesOf(name);
        for (const file of found) if (isTest || !this.#isTest(this.#pathAt(file))) targets.add(file);
        if (found.length > 0) break;
      }
    }
  }

  /** Names that imports bring in from elsewhere, and the parts of package names. */
  #importedFrom(file: number): ReadonlySet<number> {
    const { imports, modules } = this.#at(file);
    const { renames = false } = this.#reachOf(file);
    const names = modules.imports.flatMap(({ sources, names: written = [] }, at) => {
      const isRenamed = renames && (imports[at]?.files.length ?? 0) > 0;
      return isRenamed ? [] : [...written, ...sources.map((source) => source.split(SEPARATORS).at(-1) ?? '')];
    });
    const paths = [...modules.imports.flatMap(({ sources }) => sources), ...modules.declares];
    const packages = paths.flatMap((path) => path.split(SEPARATORS)).filter((part) => /^[a-z]/.test(part));
    return new Set([...names, ...packages].map(hashOf));
  }

  /** Adds the sources of included headers, if they define names that the file uses. */
  #addSources(from: number, used: ReadonlySet<number>, targets: Set<number>): void {
    for (const header of [...targets]) {
      const sources = this.#sources.get(this.#sourceName(header)) ?? [];
      if (sources.length > MOST_SOURCES) continue;
      for (const file of sources) {
        let isUsed = false;
        visitDefined(this.#termsAt(file), ({ hash, place }) => {
          isUsed ||= place !== 'inner' && used.has(hash);
        });
        if (isUsed && file !== from) targets.add(file);
      }
    }
  }

  #packageOf(paths: readonly RepoPath[], from: number): Package {
    const files = this.#positionsOf(paths);
    const stems = new Map<number, number[]>();
    for (const file of files) addTo(stems, hashOf(stemName(this.#pathAt(file))), file);
    // Only in Go does the name itself show whether other packages can use it.
    const exported = this.#reachOf(from).kind === 'folder';
    const table = nameTable(files, this.#termsAt, { most: files.length, methods: true, exported });
    return { files, table, stems };
  }

  #tableOf(scope: string): NameTable {
    const known = this.#scopes.get(scope);
    if (known !== undefined) return known;
    const files = this.#filesByScope.get(scope) ?? [];
    const [first] = files;
    const { kind } = first === undefined ? NO_REACH : this.#reachOf(first);
    const table = nameTable(files, this.#termsAt, {
      ...(kind === 'any' ? { most: MOST_GUESSED, shortest: SHORTEST_GUESSED } : { most: MOST_DEFINERS }),
      methods: kind !== 'namespace',
    });
    this.#scopes.set(scope, table);
    return table;
  }

  /** The scopes whose names a file can use, nearest first. */
  #scopesAround(file: number): readonly string[] {
    const { separator, hidesRoot = false, family } = this.#reachOf(file);
    const scopes = this.#scopesOf(file);
    if (separator === undefined) return scopes;
    const all = [...new Set(scopes.flatMap((scope) => withThoseAround(scope, separator)))];
    return hidesRoot ? all.filter((scope) => scopes.includes(scope) || scope !== `${family}:`) : all;
  }

  /** The scopes that a file's names belong to. */
  #scopesOf(file: number): readonly string[] {
    const { family, kind } = this.#reachOf(file);
    const { path, modules } = this.#at(file);
    switch (kind) {
      case 'none':
      case 'headers':
        return [];
      case 'folder':
        return [`${family}:${folderOf(path)}`];
      case 'namespace':
        return (modules.declares.length === 0 ? [''] : modules.declares).map((each) => `${family}:${each}`);
      case 'any':
        return [family];
    }
  }

  /** The name that a header and its source share: `store` for `a/store.h` and `b/store.c`. */
  #sourceName(file: number): string {
    return `${this.#reachOf(file).family}:${stemName(this.#pathAt(file))}`;
  }

  #topsOf(file: number): ReadonlySet<number> {
    const known = this.#tops.get(file);
    if (known !== undefined) return known;
    const tops = topsOf(this.#termsAt(file));
    this.#tops.set(file, tops);
    return tops;
  }

  /** Hashes of the names that each import of a file lists. */
  #namesOf(file: number): readonly (readonly number[] | undefined)[] {
    const known = this.#importedNames.get(file);
    if (known !== undefined) return known;
    const names = this.#at(file).modules.imports.map((each) => each.names?.map(hashOf));
    this.#importedNames.set(file, names);
    return names;
  }

  #positionsOf(paths: readonly RepoPath[]): readonly number[] {
    return paths.flatMap((path) => this.#positions.get(path) ?? []);
  }

  #pathAt(file: number): RepoPath {
    return this.#at(file).path;
  }

  readonly #termsAt = (file: number): FileTerms => this.#at(file).terms;

  #at(file: number): LinkedFile {
    return this.#files[file] as LinkedFile; // in bounds
  }

  #reachOf(file: number): Reach {
    return this.#reaches[file] as Reach; // in bounds
  }
}

/** Returns whether each module in an import statement is a single file, rather than a package of several files. */
function isFileEach({ files, hasPackage }: ResolvedImport, imported: ModuleImport | undefined): boolean {
  if (files.length < 2 || imported?.takesAll === true) return true;
  return imported?.isImplied !== true && !hasPackage;
}

function topsOf(terms: FileTerms): ReadonlySet<number> {
  const tops = new Set<number>();
  visitDefined(terms, (name) => {
    if (isTop(name)) tops.add(name.hash);
  });
  return tops;
}

/** The name of a file without extension. */
export function stemName(path: string): string {
  return nameOf(stemOf(path));
}

/** `a.b`, `a`, and the root for `a.b`. */
function withThoseAround(scope: string, separator: string): readonly string[] {
  const start = scope.indexOf(':') + 1;
  const scopes = [scope];
  let end = scope.length;
  while (end > start) {
    end = Math.max(start, scope.lastIndexOf(separator, end - 1));
    scopes.push(scope.slice(0, end));
  }
  return scopes;
}
