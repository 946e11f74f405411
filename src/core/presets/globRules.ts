import { compareRepoPaths, type RepoPath } from '../files/repoPath';
import { compileGlob, type Glob } from '../globs/glob';
import { defaultItem, type FileItem, type ViewMode } from '../items/fileItem';

/** Which files are meant, and how each is shown, where a configuration names patterns instead of files. */
export interface GlobRules {
  /** Read as `compileGlob` has it; empty means every file. */
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

/** The items that the rules make of a workspace's paths, ascending by path. Patterns that do not compile match nothing. */
export function expandPatterns(rules: GlobRules, paths: Iterable<RepoPath>): readonly FileItem[] {
  const include = rules.include.flatMap(compiled);
  const levels = rules.levels.flatMap(({ pattern, mode }) =>
    compiled(pattern).map((glob) => ({ glob, mode })),
  );
  const items: FileItem[] = [];
  for (const path of paths) {
    if (rules.include.length > 0 && !include.some((glob) => glob.matches(path))) continue;
    const level = levels.find(({ glob }) => glob.matches(path));
    items.push({ ...defaultItem(path), viewMode: level?.mode ?? rules.mode });
  }
  return items.sort((a, b) => compareRepoPaths(a.path, b.path));
}

/** Why a pattern cannot be used; undefined when it can. */
export function patternFault(pattern: string): string | undefined {
  const glob = compileGlob(pattern);
  return glob.kind === 'refused' ? glob.reason : undefined;
}

function compiled(pattern: string): readonly Glob[] {
  const glob = compileGlob(pattern);
  return glob.kind === 'refused' ? [] : [glob];
}
