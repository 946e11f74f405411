import type { FileFacts } from '../../facts/fileFacts';
import type { RepoPath } from '../../files/repoPath';
import type { ModuleFacts, ModuleImport } from '../moduleFacts';
import type { FolderTables } from './folder';

/** Resolves the imports of languages with common rules. */
export interface ResolverFamily {
  /** Language ids of files/language. */
  readonly languages: readonly string[];
  /** Other languages whose declarations its resolvers use. */
  readonly alsoReads?: readonly string[];
  /** Returns whether the rules need the file's text. */
  readonly isManifest?: (path: RepoPath) => boolean;
  /** Reads data that facts don't have; called once per file, with its text. */
  readonly read?: (text: string, facts: FileFacts) => FurtherFacts;
  /** Whether a resolver depends on the imports of files other than the importing one. All depend on their declarations. */
  readonly followsImports?: true;
  /**
   * Builds the tables of a folder, so that resolving one import takes a few lookups. Uses facts only of files in these
   * languages.
   */
  readonly createResolver: (folder: FolderTables) => Resolver;
}

export interface FurtherFacts {
  /** Details of the imports in the facts, in their order. */
  readonly details?: readonly Partial<ModuleImport>[];
  /** Imports that facts don't list. */
  readonly imports?: readonly ModuleImport[];
  readonly declares?: readonly string[];
  readonly defines?: readonly string[];
}

/** Returns the modules that code uses by name as one import. */
export function impliedImports(names: Iterable<string>): readonly ModuleImport[] {
  const sources = [...new Set(names)];
  return sources.length === 0 ? [] : [{ sources, isImplied: true }];
}

/**
 * Returns the files that a module name refers to: `[]` for a module of the folder without a file, undefined for a
 * module outside.
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
