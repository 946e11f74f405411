/** OCaml: modules are files, named by `open` and by every path to a value; libraries of dune wrap them. */
import type { FileFacts } from '../../facts/fileFacts';
import type { RepoPath } from '../../files/repoPath';
import { impliedImports, type FurtherFacts, type Resolver, type ResolverFamily } from './family';
import {
  addTo,
  folderOf,
  foldersUp,
  isWithin,
  nameOf,
  nearest,
  remembered,
  type FolderTables,
} from './folder';

export const ocaml: ResolverFamily = {
  languages: ['ocaml', 'ocaml-interface'],
  isManifest: (path) => nameOf(path) === 'dune',
  read: usedModules,
  createResolver,
};

/** Finds modules in paths to values and types, which need no import. */
function usedModules(text: string, { imports }: FileFacts): FurtherFacts {
  // Blanks keep the offsets.
  const code = text.replaceAll(NO_CODE, (found) => ' '.repeat(found.length));
  // Until the end of `module A = A`, the name refers to another file.
  const ownFrom = new Map<string, number>();
  for (const { 0: definition, 1: name = '', index } of code.matchAll(DEFINED))
    if (!ownFrom.has(name)) ownFrom.set(name, index + definition.length);
  const isOthers = (name: string, at: number): boolean => {
    const from = ownFrom.get(name.split('.', 1)[0] ?? '');
    return from === undefined || at < from;
  };
  const used = [...code.matchAll(USED)].flatMap(({ 1: dotted, 2: aliased, 0: found, index }) => {
    const name = dotted ?? aliased ?? '';
    return isOthers(name, index + found.length - 1) ? [name] : [];
  });
  return {
    // `open Make (A)` is more than a name.
    details: imports.map(({ sources, start }) => ({
      sources: sources
        .flatMap((source) => /^[\w.']+/.exec(source)?.[0] ?? [])
        .filter((name) => isOthers(name, start)),
    })),
    imports: impliedImports(used),
  };
}

/** Quote characters, comments, and strings. */
const NO_CODE = /'\\?"'|\(\*[^]*?(?:\*\)|$)|"(?:[^"\\]|\\[^]?)*(?:"|$)/g;

const DEFINED = /\bmodule\s+(?:rec\s+|type\s+)?([A-Z][\w']*)(?:\s*=\s*[A-Z][\w'.]*)?/g;

/** Matches `A.B.f`, `A.(x)`, `A.B`, `module X = A.B`, and `Make (A)`. */
const USED =
  /(?<![\w.'])([A-Z][\w']*(?:(?:\.[A-Z][\w']*)+|(?=\.[a-z_([{])))|(?:\bmodule\s[\w\s:]{1,100}=\s*|\bmodule\s+type\s+of\s+|(?<![\w'])[A-Z][\w']*\s*\(\s*)([A-Z][\w']*(?:\.[A-Z][\w']*)*)/g;

function createResolver(folder: FolderTables): Resolver {
  const filesByModule = new Map<string, RepoPath[]>();
  for (const path of folder.paths) if (/\.ml[iyl]?$/.test(path)) addTo(filesByModule, moduleOf(path), path);
  const libraries = new Map<string, string[]>();
  for (const [path, text] of folder.manifests)
    if (nameOf(path) === 'dune')
      for (const [, name = ''] of text.matchAll(LIBRARY)) addTo(libraries, capitalized(name), folderOf(path));
  const duneFolders = new Set(
    [...folder.manifests.keys()].filter((path) => nameOf(path) === 'dune').map(folderOf),
  );
  /** The files of a module directly in a folder, or in folders of the same library. */
  const filesIn = remembered((key: string): readonly RepoPath[] => {
    const [home = '', module = ''] = key.split('\0');
    const files = filesByModule.get(module) ?? [];
    const beside = files.filter((path) => folderOf(path) === home);
    return beside.length > 0
      ? beside
      : files.filter((path) => isWithin(path, home) && libraryOf(duneFolders, path) === home);
  });
  return (source, { path, facts }) => {
    const parts = source.split('.');
    const [first = '', second] = parts;
    const home = libraryOf(duneFolders, path);
    for (const each of new Set([folderOf(path), home])) {
      const files = filesIn(`${each}\0${first}`);
      if (files.length > 0) return files;
    }
    const library = nearest(
      `${home}/`,
      (libraries.get(first) ?? []).map((each) => `${each}/`),
    )?.slice(0, -1);
    if (library !== undefined) {
      const inner = second === undefined ? [] : filesIn(`${library}\0${second}`);
      return inner.length > 0 ? inner : filesIn(`${library}\0${first}`);
    }
    // An opened library makes the short names of its modules visible.
    for (const { sources, isImplied } of facts.imports) {
      if (isImplied === true) continue;
      for (const opened of libraries.get(sources[0] ?? '') ?? []) {
        const files = filesIn(`${opened}\0${first}`);
        if (files.length > 0) return files;
      }
    }
    return undefined;
  };
}

/** The names of dune's libraries. */
const LIBRARY = /\(library\b[^]{0,2000}?\(name\s+([\w-]+)\s*\)/g;

/** The innermost enclosing folder with a dune file, or else the folder itself. */
function libraryOf(duneFolders: ReadonlySet<string>, path: string): string {
  return foldersUp(folderOf(path)).find((each) => duneFolders.has(each)) ?? folderOf(path);
}

function moduleOf(path: string): string {
  return capitalized(nameOf(path).replace(/\..*$/, ''));
}

function capitalized(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
