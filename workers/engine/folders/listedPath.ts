/**
 * Paths as listed by the browser. Unlike in paths written by people, a name is always one segment: `%2e%2e` and `c:` are
 * ordinary files.
 */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FolderPath } from '../../../src/core/ignore/ignoreFile';

/** The path of a child; undefined for invalid names. Names that are not Unicode arrive empty, see listChildren.ts. */
export function childPath(folder: FolderPath, name: string): RepoPath | undefined {
  if (!isSegment(name)) return undefined;
  return (folder === '' ? name : `${folder}/${name}`) as RepoPath; // segments joined by slashes
}

export function asListedPath(text: string): RepoPath | undefined {
  return text.split('/').every(isSegment) ? (text as RepoPath) : undefined;
}

export function folderOf(path: RepoPath): FolderPath {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) as FolderPath; // whole segments, or nothing
}

/** The folders above a path, outermost first, without the root. */
export function foldersAbove(path: RepoPath): readonly RepoPath[] {
  const folders: RepoPath[] = [];
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    folders.push(path.slice(0, slash) as RepoPath); // whole segments
  }
  return folders;
}

function isSegment(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[\\/\0]/.test(name);
}
