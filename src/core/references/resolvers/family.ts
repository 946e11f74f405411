import type { FileFacts } from '../../facts/fileFacts';
import type { RepoPath } from '../../files/repoPath';
import type { ModuleFacts, ModuleImport } from '../moduleFacts';
import type { FolderTables } from './folder';

/** How the imports of languages with common rules are resolved. */
export interface ResolverFamily {
  /** Language ids of files/language. */
  readonly languages: readonly string[];
  /** Whether the rules need a file's text. */
  readonly isManifest?: (path: RepoPath) => boolean;
  /** Reads what facts don't have; called once per file, with its text. */
  readonly read?: (text: string, facts: FileFacts) => FurtherFacts;
  /** Makes the tables of a folder, so that resolving one import is a few lookups. */
  readonly createResolver: (folder: FolderTables) => Resolver;
}

export interface FurtherFacts {
  /** More about each of the facts' imports, in their order. */
  readonly details?: readonly Partial<ModuleImport>[];
  /** Imports that facts don't list. */
  readonly imports?: readonly ModuleImport[];
  readonly declares?: readonly string[];
  readonly defines?: readonly string[];
}

/** The modules that code uses by name, as one import. */
export function impliedImports(names: Iterable<string>): readonly ModuleImport[] {
  const sources = [...new Set(names)];
  return sources.length === 0 ? [] : [{ sources, isImplied: true }];
}

/**
 * Returns the files that a module name refers to: `[]` if it is one of the folder's but has no file there, undefined if
 * it is outside.
 */
export type Resolver = (
  source: string,
  from: ImportingFile,
  imported: ModuleImport,
) => readonly RepoPath[] | undefined;

export interface ImportingFile {
  readonly path: RepoPath;
  readonly facts: ModuleFacts;
}
