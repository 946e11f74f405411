/** A folder as File objects (`webkitdirectory`), for browsers without live handles. */
import type { SnapshotFile } from '../contract';
import type { FolderFile, FolderReader } from './folderReader';
import { readerOfFiles } from './memoryFolder';

/** Paths begin with the folder's name, as in `webkitRelativePath`. */
export function readerOfSnapshot(name: string, files: readonly SnapshotFile[]): FolderReader {
  const prefix = `${name}/`;
  const rooted = files.every(({ path }) => path.startsWith(prefix));
  const listed = files.map(({ path, file }) => ({ path: rooted ? path.slice(prefix.length) : path, file }));
  const hasBackslash = listed.some(({ path }) => path.includes('\\'));
  // Files are not read together: Firefox does not notice changes, and one file's bytes could pass for another's.
  return readerOfFiles(
    listed.map(({ path, file }) => [hasBackslash ? withoutBackslash(path) : path, folderFileOf(file)]),
  );
}

/**
 * Escapes backslashes, because presets and stored state read them as slashes. Paths stay distinct: the percent sign of an
 * existing `%5C` is escaped, too.
 */
function withoutBackslash(path: string): string {
  return path.replaceAll(/%(?=(?:25)*5C)/g, '%25').replaceAll('\\', '%5C');
}

/** Wraps a File. Reads its size lazily and once, because the browser gets it from the disk. */
export function folderFileOf(file: File): FolderFile {
  return {
    get size() {
      return file.size;
    },
    get modified() {
      return file.lastModified;
    },
    blob: file,
    read: (start = 0, end = Infinity) =>
      (start === 0 && end === Infinity ? file : file.slice(start, end)).arrayBuffer(),
  };
}
