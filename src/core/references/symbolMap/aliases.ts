/** Aliases for folders that a symbol map repeats. */

export interface PathAliases {
  /** `@1/=src/app/`, in order. */
  readonly lines: readonly string[];
  shorten(path: string): string;
}

const MOST_ALIASES = 9;
const DEEPEST = 3;
const FEWEST_PATHS = 3;

/**
 * The folders that are worth an alias, longest first.
 *
 * @param paths every path that the map will print, as often as it prints it
 */
export function foldersToAlias(paths: Iterable<string>): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of paths)
    for (const folder of leadingFolders(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count >= FEWEST_PATHS && saved(folder, count) > 0)
    .sort(([one, x], [other, y]) => saved(other, y) - saved(one, x) || (one < other ? -1 : 1))
    .slice(0, MOST_ALIASES)
    .map(([folder]) => folder)
    .sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
}

/** Numbers the folders from 1. A path is shortened by the longest one that it is in. */
export function pathAliases(folders: readonly string[]): PathAliases {
  const aliases = new Map(folders.map((folder, at) => [folder, `@${at + 1}/`]));
  return {
    lines: Array.from(aliases, ([folder, alias]) => `${alias}=${folder}`),
    shorten(path) {
      const folder = leadingFolders(path).findLast((each) => aliases.has(each));
      return folder === undefined ? path : `${aliases.get(folder)}${path.slice(folder.length)}`;
    },
  };
}

/** The characters that an alias saves: `@1/` replaces the folder, and the alias's line takes five more than the folder. */
function saved(folder: string, count: number): number {
  return (folder.length - 2) * count - (folder.length + 5);
}

/** `a/`, `a/b/`, and `a/b/c/` of `a/b/c/d/e.ts`. */
function leadingFolders(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at >= 0 && folders.length < DEEPEST; at = path.indexOf('/', at + 1))
    folders.push(path.slice(0, at + 1));
  return folders;
}
