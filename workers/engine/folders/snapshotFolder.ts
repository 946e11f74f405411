/** A folder given once as File objects (`webkitdirectory`), where no live handle can be had. */
import type { SnapshotFile } from '../contract';
import type { FolderFile, FolderReader } from './folderReader';
import { readerOfFiles } from './memoryFolder';

/** Paths begin with the folder's own name, as `webkitRelativePath` gives them. */
export function readerOfSnapshot(name: string, files: readonly SnapshotFile[]): FolderReader {
  const prefix = `${name}/`;
  const rooted = files.every(({ path }) => path.startsWith(prefix));
  return readerOfFiles(
    files.map(({ path, file }) => {
      const listed = rooted ? path.slice(prefix.length) : path;
      // Presets and stored state read a backslash as a slash, so no path may contain one.
      return [listed.replaceAll('\\', '%5C'), folderFileOf(file)] as const;
    }),
  );
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
