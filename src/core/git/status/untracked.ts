import { compareUtf8 } from '../../compareUtf8';
import type { IndexEntry } from '../model';

/**
 * The untracked files as git lists them: a folder without tracked files stands for all its files, as `folder/`.
 * `candidates` are files that git doesn't ignore. Tracked ones are left out here, and those below a path that the index has
 * as a file or as a submodule.
 */
export function untrackedPaths(
  candidates: Iterable<string>,
  index: readonly IndexEntry[],
): readonly string[] {
  const tracked = new Set<string>();
  const folders = new Set<string>(['']);
  for (const { path } of index) {
    tracked.add(path);
    for (const folder of foldersOf(path)) folders.add(folder);
  }
  const listed = new Set<string>();
  for (const path of candidates) {
    if (tracked.has(path)) continue;
    const untracked = foldersOf(path).find((folder) => !folders.has(folder));
    if (untracked === undefined) listed.add(path);
    else if (!tracked.has(untracked)) listed.add(`${untracked}/`);
  }
  return [...listed].sort(compareUtf8);
}

/** The folders above a path, outermost first. */
function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1))
    folders.push(path.slice(0, end));
  return folders;
}
