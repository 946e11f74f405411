/** A folder given once as File objects (`webkitdirectory`), where no live handle can be had. */
import type { SnapshotFile } from '../contract';
import type { FolderFile, FolderReader } from './folderReader';
import { readerOfFiles } from './memoryFolder';

/** Paths begin with the folder's own name, as `webkitRelativePath` gives them. */
export function readerOfSnapshot(name: string, files: readonly SnapshotFile[]): FolderReader {
  const prefix = `${name}/`;
  const rooted = files.every(({ path }) => path.startsWith(prefix));
  const listed = files.map(({ path }) => (rooted ? path.slice(prefix.length) : path));
  const hasBackslash = listed.some((path) => path.includes('\\'));
  return readerOfFiles(
    files.map(({ file }, at) => {
      const path = listed[at] ?? '';
      return [hasBackslash ? withoutBackslash(path) : path, folderFileOf(file)] as const;
    }),
  );
}

/**
 * Presets and stored state read a backslash as a slash, so no path may contain one. Different paths stay different: a
 * `%5C` that is there already gets its percent sign escaped.
 */
function withoutBackslash(path: string): string {
  return path.replaceAll(/%(?=(?:25)*5C)/g, '%25').replaceAll('\\', '%5C');
}

/** A File as a file of a folder; its size is asked for once, late, since the browser looks at the disk for it. */
export function folderFileOf(file: File): FolderFile {
  return {
    get size() {
      return file.size;
    },
    get modified() {
      return file.lastModified;
    },
    read: () => file.arrayBuffer(),
  };
}
