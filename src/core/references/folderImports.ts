/** The imports of all files in a folder, kept current: after a change, only those that may resolve differently are looked up. */
import type { Steps } from '../async/steps';
import type { RepoPath } from '../files/repoPath';
import type { ModuleFacts, ModuleImport } from './moduleFacts';
import { createResolvers, resolvedWith, type FolderResolvers, type ResolvedImport } from './resolveImports';
import type { ResolverFamily } from './resolvers/family';
import type { FolderInput } from './resolvers/folder';
import { familyOf, readersOf } from './resolvers/registry';
import { isSameList } from '../sameLists';

export interface FolderImports {
  readonly folder: FolderInput;
  readonly resolvers: FolderResolvers;
  /** Imports that still resolve the same are the same object as before. */
  readonly byPath: ReadonlyMap<RepoPath, readonly ResolvedImport[]>;
}

/**
 * Resolves all imports, in steps of one file. With the result for an earlier state of the folder, resolves those of
 * changed files; those of a language if its declarations have changed; and all, if a path or a manifest has.
 */
export function* importSteps(folder: FolderInput, before?: FolderImports): Steps<FolderImports> {
  const kept = before !== undefined && hasSameTables(folder, before.folder) ? before : undefined;
  const stale = staleFamilies(folder.facts, kept?.folder.facts);
  const resolvers = kept?.resolvers.updated(folder.facts, stale) ?? createResolvers(folder);
  /** A file in a family that is not stale has its former language and declarations. */
  const isCurrent = (path: RepoPath): boolean => {
    if (kept === undefined) return false;
    const facts = folder.facts.get(path);
    const family = facts && familyOf(facts.language);
    if (family !== undefined && stale.has(family)) return false;
    return isSameList(facts?.imports, kept.folder.facts.get(path)?.imports, isSameImport);
  };
  const byPath = new Map<RepoPath, readonly ResolvedImport[]>();
  for (const path of folder.paths) {
    yield;
    const known = before?.byPath.get(path);
    if (known !== undefined && isCurrent(path)) byPath.set(path, known);
    else byPath.set(path, sameOr(known, resolvedWith(resolvers, path, folder.facts.get(path))));
  }
  return { folder, resolvers, byPath };
}

function hasSameTables(one: FolderInput, other: FolderInput): boolean {
  return (
    isSameList(one.paths, other.paths) &&
    one.manifests.size === other.manifests.size &&
    [...one.manifests].every(([path, text]) => other.manifests.get(path) === text)
  );
}

/** The families whose resolvers may depend on a change of these facts. */
function staleFamilies(
  facts: FolderInput['facts'],
  before: FolderInput['facts'] = new Map(),
): ReadonlySet<ResolverFamily> {
  const stale = new Set<ResolverFamily>();
  for (const [path, now] of facts) {
    const old = before.get(path);
    if (now === old) continue;
    for (const each of [now, old]) {
      for (const family of each === undefined ? [] : readersOf(each.language))
        if (!isSameToOthers(family, now, old)) stale.add(family);
    }
  }
  return stale;
}

/** Whether the imports of other files resolve the same. */
function isSameToOthers(
  { followsImports }: ResolverFamily,
  facts: ModuleFacts,
  old: ModuleFacts | undefined,
): boolean {
  return (
    facts.language === old?.language &&
    isSameList(facts.declares, old.declares) &&
    isSameList(facts.defines, old.defines) &&
    (followsImports !== true || isSameList(facts.imports, old.imports, isSameImport))
  );
}

function isSameImport(one: ModuleImport, other: ModuleImport): boolean {
  return (
    isSameList(one.sources, other.sources) &&
    one.scope === other.scope &&
    one.isImplied === other.isImplied &&
    one.takesAll === other.takesAll &&
    isSameList(one.names, other.names)
  );
}

function sameOr(known: readonly ResolvedImport[] | undefined, resolved: readonly ResolvedImport[]) {
  return known !== undefined && isSameList(known, resolved, isSameResolved) ? known : resolved;
}

function isSameResolved(one: ResolvedImport, other: ResolvedImport): boolean {
  return (
    isSameList(one.files, other.files) &&
    isSameList(one.outside, other.outside) &&
    one.hasPackage === other.hasPackage
  );
}
