import { compareRepoPaths, parseRepoPath, type RepoPath } from '../files/repoPath';
import { compileGlob } from '../globs/glob';
import { defaultItem, type FileItem, type ViewMode } from '../items/fileItem';

/** Which files are meant, and how each is shown, where a configuration names patterns instead of files. */
export interface GlobRules {
  /** All compile, see `compileGlob`; empty means every file. */
  readonly include: readonly string[];
  /** The first that matches a file says its mode. */
  readonly levels: readonly GlobLevel[];
  /** Of files that no level matches. */
  readonly mode: ViewMode;
}

export interface GlobLevel {
  readonly pattern: string;
  readonly mode: ViewMode;
}

/** The items that the rules make of a workspace's files, ascending by path. `matching` gives the files that a pattern means. */
export async function expandPatterns(
  { include, levels, mode }: GlobRules,
  matching: (pattern: string) => Promise<readonly RepoPath[]>,
): Promise<readonly FileItem[]> {
  const modes = new Map<RepoPath, ViewMode>();
  for (const pattern of include.length > 0 ? include : ['**']) {
    for (const path of await matching(pattern)) modes.set(path, mode);
  }
  // The first level that matches a file is the last to be set.
  for (const level of levels.toReversed()) {
    for (const path of await matching(level.pattern)) if (modes.has(path)) modes.set(path, level.mode);
  }
  return [...modes]
    .map(([path, viewMode]) => ({ ...defaultItem(path), viewMode }))
    .sort((a, b) => compareRepoPaths(a.path, b.path));
}

/** `.`, `./` and their like: of a path there is nothing left. */
const WHOLE_WORKSPACE = /^\.(?:\/\.?)*$/;

/** Why a pattern cannot be used; undefined when it can. */
export function patternFault(pattern: string): string | undefined {
  const glob = compileGlob(pattern);
  if (glob.kind === 'refused') return glob.reason;
  if (WHOLE_WORKSPACE.test(pattern.trim())) return undefined;
  // A backslash before a letter or digit escapes nothing: whoever wrote it means a separator.
  const path = parseRepoPath(pattern.trim().replaceAll(/\\([^a-z0-9])/gi, '$1'));
  return path.kind === 'refused' ? path.reason : undefined;
}
