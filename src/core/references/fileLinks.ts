/**
 * Which files refer to which: by imports, and, where a language lets a file use names that it does not import, by the names
 * it uses and another file defines.
 */
import type { RepoPath } from '../files/repoPath';
import { visitDefined, visitUsed, type FileTerms } from '../ranking/fileTerms';
import { hashOf } from '../ranking/words';
import type { ModuleFacts } from './moduleFacts';
import type { ResolvedImport } from './resolveImports';
import { folderOf, stemOf } from './resolvers/folder';

export interface LinkedFile {
  readonly path: RepoPath;
  readonly terms: FileTerms;
  readonly modules: ModuleFacts;
  /** Those of `modules`, resolved. */
  readonly imports: readonly ResolvedImport[];
}

/** Files without links are absent. Lists are in the order of the files. */
export interface FileLinks {
  readonly uses: ReadonlyMap<RepoPath, readonly RepoPath[]>;
  readonly usedBy: ReadonlyMap<RepoPath, readonly RepoPath[]>;
}

/**
 * Which names a file may use without importing them: none; those of its folder; those whose header it includes; or any
 * that few files define, because the language's files don't tell.
 */
type Reach = 'none' | 'folder' | 'headers' | 'any';

interface Family {
  readonly name: string;
  readonly reach: Reach;
}

/** Names are looked up only in files of the same family. */
const FAMILIES: readonly (readonly [languages: string, reach: Reach])[] = [
  ['javascript typescript tsx svelte vue', 'none'],
  ['python jupyter', 'none'],
  ['rust', 'none'],
  ['dart', 'none'],
  ['haskell', 'none'],
  ['solidity', 'none'],
  ['zig', 'none'],
  ['go', 'folder'],
  ['java kotlin scala groovy', 'folder'],
  ['c cpp objective-c', 'headers'],
];

const familyByLanguage = new Map<string, Family>(
  FAMILIES.flatMap(([languages, reach]) =>
    languages.split(' ').map((language) => [language, { name: languages, reach }] as const),
  ),
);

/** A name that more files define says nothing about any of them. */
const MOST_DEFINERS: Readonly<Record<Reach, number>> = { none: 0, folder: 50, headers: 50, any: 5 };
/** Files that pass a name on before the one that defines it. */
const LONGEST_CHAIN = 8;

/** Time is linear in the names of all files. */
export function linkFiles(files: readonly LinkedFile[]): FileLinks {
  const linking = new Linking(files);
  const uses = new Map<RepoPath, readonly RepoPath[]>();
  const usedBy = new Map<RepoPath, RepoPath[]>();
  for (const [at, { path }] of files.entries()) {
    const targets = [...linking.targetsOf(at)].sort((one, other) => one - other);
    if (targets.length > 0)
      uses.set(
        path,
        targets.map((target) => linking.pathAt(target)),
      );
  }
  for (const [path, targets] of uses)
    for (const target of targets) {
      const users = usedBy.get(target);
      if (users === undefined) usedBy.set(target, [path]);
      else users.push(path);
    }
  return { uses, usedBy };
}

/** Files are positions in the list. */
class Linking {
  readonly #files: readonly LinkedFile[];
  readonly #positions: ReadonlyMap<RepoPath, number>;
  readonly #families: readonly Family[];
  readonly #defined: readonly ReadonlySet<number>[];
  /** By scope, then by the hash of a name. */
  readonly #definers = new Map<string, Map<number, number[]>>();

  constructor(files: readonly LinkedFile[]) {
    this.#files = files;
    this.#positions = new Map(files.map(({ path }, at) => [path, at]));
    this.#families = files.map(({ modules: { language } }) => familyOf(language));
    this.#defined = files.map(({ terms }, at) => this.#readDefined(terms, at));
  }

  pathAt(file: number): RepoPath {
    return (this.#files[file] as LinkedFile).path; // in bounds
  }

  targetsOf(from: number): ReadonlySet<number> {
    const { terms, modules, imports } = this.#files[from] as LinkedFile; // in bounds
    const used = new Set<number>();
    visitUsed(terms, (hash) => used.add(hash));
    const targets = new Set<number>();
    for (const [at, { files }] of imports.entries()) {
      const found = files.flatMap((path) => this.#positions.get(path) ?? []);
      const names = modules.imports[at]?.names?.map(hashOf);
      for (const target of this.#meant(found, names, used)) targets.add(target);
    }
    this.#addByName(from, used, targets);
    targets.delete(from);
    return targets;
  }

  #readDefined(terms: FileTerms, file: number): ReadonlySet<number> {
    const scope = this.#scopeOf(file);
    const definers = this.#definers.get(scope) ?? new Map<number, number[]>();
    this.#definers.set(scope, definers);
    const defined = new Set<number>();
    visitDefined(terms, ({ hash }) => {
      defined.add(hash);
      const known = definers.get(hash);
      if (known === undefined) definers.set(hash, [file]);
      else known.push(file);
    });
    return defined;
  }

  /** The files that an import means: of a package, those that define a used name; and those that a module passes names on from. */
  #meant(
    found: readonly number[],
    names: readonly number[] | undefined,
    used: ReadonlySet<number>,
  ): Iterable<number> {
    const wanted = names ?? [...used];
    const defining = found.filter((file) => wanted.some((name) => this.#defined[file]?.has(name)));
    const meant = new Set(found.length > 1 && defining.length > 0 ? defining : found);
    for (const name of names ?? []) for (const file of found) this.#follow(file, name, meant);
    return meant;
  }

  /** Adds the file that defines a name which another file passes on. */
  #follow(from: number, name: number, meant: Set<number>): void {
    let modules = [from];
    const seen = new Set(modules);
    for (let step = 0; step < LONGEST_CHAIN && modules.length > 0; step += 1) {
      const definer = modules.find((file) => this.#defined[file]?.has(name));
      if (definer !== undefined) {
        meant.add(definer);
        return;
      }
      modules = modules.flatMap((file) => this.#passersOn(file, name)).filter((file) => !seen.has(file));
      for (const file of modules) seen.add(file);
    }
  }

  /** The files from which a file has a name: those of imports that name it, or don't say what they import. */
  #passersOn(file: number, name: number): readonly number[] {
    const { modules, imports } = this.#files[file] as LinkedFile; // in bounds
    return imports.flatMap(({ files }, at) => {
      const names = modules.imports[at]?.names;
      if (names !== undefined && !names.some((one) => hashOf(one) === name)) return [];
      return files.flatMap((path) => this.#positions.get(path) ?? []);
    });
  }

  #addByName(from: number, used: ReadonlySet<number>, targets: Set<number>): void {
    const { reach } = this.#families[from] as Family; // in bounds
    const definers = this.#definers.get(this.#scopeOf(from));
    const own = this.#defined[from];
    const headers =
      reach === 'headers' ? new Set(Array.from(targets, (at) => stemName(this.pathAt(at)))) : undefined;
    for (const name of used) {
      const files = own?.has(name) === true ? [] : (definers?.get(name) ?? []);
      if (files.length > MOST_DEFINERS[reach]) continue;
      for (const file of files) if (headers?.has(stemName(this.pathAt(file))) !== false) targets.add(file);
    }
  }

  /** The files in which the names are looked up that a file does not import. */
  #scopeOf(file: number): string {
    const { name, reach } = this.#families[file] as Family; // in bounds
    return reach === 'folder' ? `${name} in ${folderOf(this.pathAt(file))}` : name;
  }
}

/** `a/store.h` and `b/store.c` belong together. */
function stemName(path: string): string {
  const stem = stemOf(path);
  return stem.slice(stem.lastIndexOf('/') + 1);
}

function familyOf(language: string): Family {
  return familyByLanguage.get(language) ?? { name: language, reach: 'any' };
}
