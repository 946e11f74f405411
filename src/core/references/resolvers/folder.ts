/** Tables of a folder's paths that all resolvers share. Folders have no trailing slash; the root is ''. */
import type { RepoPath } from '../../files/repoPath';
import type { ModuleFacts } from '../moduleFacts';

export interface FolderTables {
  /** In the given order. */
  readonly paths: readonly RepoPath[];
  readonly facts: ReadonlyMap<RepoPath, ModuleFacts>;
  /** Texts of manifests by path. */
  readonly manifests: ReadonlyMap<RepoPath, string>;
  /** The file with that path; undefined if there is none. */
  readonly file: (path: string) => RepoPath | undefined;
  readonly hasFolder: (folder: string) => boolean;
  /** Returns whether a folder or a file has that path, with or without extensions. Quickly rules out most missing paths. */
  readonly hasStem: (path: string) => boolean;
  /** Returns the files directly in a folder. */
  readonly filesIn: (folder: string) => readonly RepoPath[];
  /** Returns the files with that name. */
  readonly filesNamed: (name: string) => readonly RepoPath[];
}

export interface FolderInput {
  readonly paths: readonly RepoPath[];
  readonly manifests: ReadonlyMap<RepoPath, string>;
  readonly facts: ReadonlyMap<RepoPath, ModuleFacts>;
}

export function folderTables({ paths, manifests, facts }: FolderInput): FolderTables {
  const known = new Set<string>(paths);
  const byFolder = new Map<string, RepoPath[]>();
  const byName = new Map<string, RepoPath[]>();
  const folders = new Set<string>(['']);
  const stems = new Set<string>();
  for (const path of paths) {
    const folder = folderOf(path);
    addTo(byFolder, folder, path);
    addTo(byName, path.slice(path.lastIndexOf('/') + 1), path);
    for (let dot = path.length; dot > folder.length; dot = path.lastIndexOf('.', dot - 1))
      stems.add(path.slice(0, dot));
    for (let above = folder; !folders.has(above); above = folderOf(above)) folders.add(above);
  }
  return {
    paths,
    facts,
    manifests,
    // A known path came from the input.
    file: (path) => (known.has(path) ? (path as RepoPath) : undefined),
    hasFolder: (folder) => folders.has(folder),
    hasStem: (path) => stems.has(path) || folders.has(path),
    filesIn: (folder) => byFolder.get(folder) ?? [],
    filesNamed: (name) => byName.get(name) ?? [],
  };
}

/** Appends to the list of a key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The folder of a path; '' at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The last segment. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A path without the extension of its last segment. */
export function stemOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path;
}

/** A path inside a folder. */
export function within(folder: string, name: string): string {
  return folder === '' ? name : name === '' ? folder : `${folder}/${name}`;
}

/** Resolves `.` and `..` from a folder; undefined if the path leaves the root. Ignores leading and trailing slashes. */
export function joinPath(folder: string, relative: string): string | undefined {
  let home = folder;
  let rest = relative;
  // Most paths have dots only at the start.
  while (rest.startsWith('./') || rest.startsWith('../')) {
    const isUp = rest.startsWith('../');
    if (isUp && home === '') return undefined;
    if (isUp) home = folderOf(home);
    rest = rest.slice(isUp ? 3 : 2);
  }
  if (!/(?:^|\/)\.{0,2}(?:\/|$)/.test(rest)) return within(home, rest);
  const segments = home === '' ? [] : home.split('/');
  for (const segment of rest.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join('/');
}

/** A folder and its ancestors up to the root: `a/b`, `a`, ''. */
export function foldersUp(folder: string): readonly string[] {
  const all = [folder];
  for (let at = folder; at !== '';) all.push((at = folderOf(at)));
  return all;
}

/** Returns whether a path is a folder or lies inside it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/**
 * The candidate that shares the most leading folders with a path. Ties go to the one nearest to the root, then the
 * first by name.
 */
export function nearest<Candidate extends string>(
  from: string,
  candidates: readonly Candidate[],
): Candidate | undefined {
  let best: Candidate | undefined;
  let bestShared = -1;
  let bestDepth = 0;
  for (const candidate of candidates) {
    const shared = sharedFolders(from, candidate);
    const depth = depthOf(candidate);
    if (shared < bestShared) continue;
    if (
      best !== undefined &&
      shared === bestShared &&
      (depth > bestDepth || (depth === bestDepth && candidate >= best))
    )
      continue;
    best = candidate;
    bestShared = shared;
    bestDepth = depth;
  }
  return best;
}

/** The number of leading folders that two paths share. */
function sharedFolders(a: string, b: string): number {
  let count = 0;
  for (let at = 0; at < a.length && a.charCodeAt(at) === b.charCodeAt(at); at += 1)
    if (a.charCodeAt(at) === SLASH) count += 1;
  return count;
}

function depthOf(path: string): number {
  let count = 0;
  for (let at = 0; at < path.length; at += 1) if (path.charCodeAt(at) === SLASH) count += 1;
  return count;
}

const SLASH = 0x2f;

/** Memoizes a function of a string. */
export function remembered<Result>(find: (key: string) => Result): (key: string) => Result {
  const known = new Map<string, Result>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as Result; // Stored under this key.
    const result = find(key);
    known.set(key, result);
    return result;
  };
}
