import { compareRepoPaths, type RepoPath } from '../../core/files/repoPath';

/**
 * Updates a list sorted by path: `entryAt` gives the new entry for each changed path, or undefined to remove it. Only the
 * changed paths are sorted and looked up; the rest is copied.
 */
export function withChanges<T>(
  list: readonly T[],
  pathOf: (entry: T) => RepoPath,
  changed: Iterable<RepoPath>,
  entryAt: (path: RepoPath) => T | undefined,
): T[] {
  const merged: T[] = [];
  let next = 0;
  for (const path of inOrder(changed)) {
    const index = firstNotBefore(list, pathOf, path, next);
    for (; next < index; next += 1) merged.push(list[next] as T); // index <= length
    const replaced = list[next];
    if (replaced !== undefined && pathOf(replaced) === path) next += 1;
    const entry = entryAt(path);
    if (entry !== undefined) merged.push(entry);
  }
  for (; next < list.length; next += 1) merged.push(list[next] as T);
  return merged;
}

/**
 * Ascending. Lists from storage are already in order and need no sorting. The default sort gives the same order but for
 * rare characters, and is several times as fast as a compare function.
 */
function inOrder(paths: Iterable<RepoPath>): readonly RepoPath[] {
  const list = [...paths];
  if (!isInOrder(list)) list.sort();
  return isInOrder(list) ? list : list.sort(compareRepoPaths);
}

function isInOrder(list: readonly RepoPath[]): boolean {
  return list.every((path, i) => i === 0 || compareRepoPaths(list[i - 1] as RepoPath, path) < 0);
}

/** Index of the first entry from `start` on that is not before `path`; fast if that is near `start`. */
function firstNotBefore<T>(
  list: readonly T[],
  pathOf: (entry: T) => RepoPath,
  path: RepoPath,
  start: number,
): number {
  const first = list[start];
  // Usual when most entries change, and faster to find out than any order.
  if (first === undefined || pathOf(first) === path) return start;
  const isBefore = (index: number) =>
    index < list.length && compareRepoPaths(pathOf(list[index] as T), path) < 0;
  let low = start;
  let step = 1;
  while (isBefore(low + step - 1)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step - 1, list.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
