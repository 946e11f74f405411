/** Finds the files that imports refer to, with the rules of each language. */
import type { FileFacts, FileImport } from '../facts/fileFacts';
import type { RepoPath } from '../files/repoPath';
import type { ModuleFacts, ModuleImport } from './moduleFacts';
import { folderTables, type FolderInput, type FolderTables } from './resolvers/folder';
import type { ImportingFile, Resolver, ResolverFamily } from './resolvers/family';
import { familyOf, RESOLVERS } from './resolvers/registry';

export interface ResolvedImport {
  /**
   * The files that the import refers to, without duplicates. An import of a package refers to all its files, which may
   * include the importing one. Imports share lists.
   */
  readonly files: readonly RepoPath[];
  /** The module names, as written, that don't refer to a file in the folder. */
  readonly outside: readonly string[];
  /** Whether one of the modules is a package of several files. */
  readonly hasPackage: boolean;
}

/** Resolves the imports of a file, in the order of its ModuleFacts. */
export type ImportResolver = (path: RepoPath) => readonly ResolvedImport[];

/** Returns whether resolving imports needs the file's text: package.json, tsconfig.json, go.mod, and the like. */
export function isManifest(path: RepoPath): boolean {
  return RESOLVERS.some((family) => family.isManifest?.(path) === true);
}

/** Extracts the data for resolving imports. `text` is the text that the facts were made from. */
export function moduleFactsOf(facts: FileFacts, text: string): ModuleFacts {
  const further = familyOf(facts.language)?.read?.(text, facts);
  return {
    language: facts.language,
    imports: [
      ...facts.imports.map((imported, at) => ({ ...moduleImport(imported), ...further?.details?.[at] })),
      ...(further?.imports ?? []),
    ],
    declares: further?.declares ?? [],
    defines: further?.defines ?? [],
  };
}

function moduleImport({ sources, names }: FileImport): ModuleImport {
  return names === undefined ? { sources } : { sources, names };
}

/**
 * Builds the tables of a folder once, and returns a function that resolves one file's imports. Ignores manifests that
 * cannot be read. Linear in the number of paths and imports.
 */
export function createImportResolver(folder: FolderInput): ImportResolver {
  const resolvers = createResolvers(folder);
  return (path) => resolvedWith(resolvers, path, folder.facts.get(path));
}

/** The resolvers of a folder's languages, created when first needed. */
export interface FolderResolvers {
  of(language: string): Resolver | undefined;
  /** The same for other facts. Only `stale` families depend on the difference. */
  updated(facts: FolderInput['facts'], stale: ReadonlySet<ResolverFamily>): FolderResolvers;
}

export function createResolvers(folder: FolderInput): FolderResolvers {
  return resolversWith(folderTables(folder), new Map());
}

function resolversWith(tables: FolderTables, known: Map<ResolverFamily, Resolver>): FolderResolvers {
  return {
    of(language) {
      const family = familyOf(language);
      if (family === undefined) return undefined;
      const resolver = known.get(family) ?? family.createResolver(tables);
      known.set(family, resolver);
      return resolver;
    },
    updated(facts, stale) {
      return resolversWith(
        { ...tables, facts },
        new Map([...known].filter(([family]) => !stale.has(family))),
      );
    },
  };
}

/** Resolves the imports of a file. Empty without facts. */
export function resolvedWith(
  resolvers: FolderResolvers,
  path: RepoPath,
  facts: ModuleFacts | undefined,
): readonly ResolvedImport[] {
  const resolver = facts && resolvers.of(facts.language);
  if (facts === undefined || resolver === undefined) return [];
  return facts.imports.map((imported) => resolveImport(resolver, { path, facts }, imported));
}

/** Resolves the imports of all files with facts. */
export function resolveImports(folder: FolderInput): ReadonlyMap<RepoPath, readonly ResolvedImport[]> {
  const resolve = createImportResolver(folder);
  return new Map([...folder.facts.keys()].map((path) => [path, resolve(path)]));
}

/** Longer module names are not looked up. In UTF-16 units. */
const MAX_SOURCE = 2_000;

function resolveImport(resolver: Resolver, from: ImportingFile, imported: ModuleImport): ResolvedImport {
  const found: (readonly RepoPath[])[] = [];
  const outside: string[] = [];
  for (const source of imported.sources) {
    const files = source.length > MAX_SOURCE ? undefined : resolver(source, from, imported);
    if (files !== undefined) found.push(files);
    else if (imported.isImplied !== true) outside.push(source);
  }
  const [only = []] = found;
  const hasPackage = found.some((files) => files.length > 1);
  return { files: found.length < 2 ? only : [...new Set(found.flat())], outside, hasPackage };
}
