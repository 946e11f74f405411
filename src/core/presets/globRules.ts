import { compareRepoPaths, parseRepoPath, type RepoPath } from '../files/repoPath';
import { compileGlob } from '../globs/glob';
import { defaultItem, type FileItem, type ViewMode } from '../items/fileItem';

/** Selects files and their modes by patterns. */
export interface GlobRules {
  /** Valid globs (see `compileGlob`). Empty means all files. */
  readonly include: readonly string[];
  /** The first match decides the mode of a file. */
  readonly levels: readonly GlobLevel[];
  /** For files that no level matches. */
  readonly mode: ViewMode;
}

export interface GlobLevel {
  readonly pattern: string;
  readonly mode: ViewMode;
}

/** Turns rules into items, in path order. `matching` returns the files that a pattern matches. */
export async function expandPatterns(
  { include, levels, mode }: GlobRules,
  matching: (pattern: string) => Promise<readonly RepoPath[]>,
): Promise<readonly FileItem[]> {
  const modes = new Map<RepoPath, ViewMode>();
  for (const pattern of include.length > 0 ? include : ['**']) {
    for (const path of await matching(pattern)) modes.set(path, mode);
  }
  // In reverse order, so that the first matching level wins.
  for (const level of levels.toReversed()) {
    for (const path of await matching(level.pattern)) if (modes.has(path)) modes.set(path, level.mode);
  }
  return [...modes]
    .map(([path, viewMode]) => ({ ...defaultItem(path), viewMode }))
    .sort((a, b) => compareRepoPaths(a.path, b.path));
}

/** `.`, `./` and similar: a path without any names. */
const WHOLE_WORKSPACE = /^\.(?:\/\.?)*$/;

/** Why a pattern is invalid; undefined if it is valid. */
export function patternFault(pattern: string): string | undefined {
  const glob = compileGlob(pattern);
  if (glob.kind === 'refused') return glob.reason;
  if (WHOLE_WORKSPACE.test(pattern.trim())) return undefined;
  // A backslash before a letter or digit escapes nothing, so it must be meant as a separator.
  const path = parseRepoPath(pattern.trim().replaceAll(/\\([^a-z0-9])/gi, '$1'));
  return path.kind === 'refused' ? path.reason : undefined;
}
