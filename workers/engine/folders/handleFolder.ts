/** A live folder behind a FileSystemDirectoryHandle. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FolderPath } from '../../../src/core/ignore/ignoreFile';
import type { FolderChild, FolderFile, FolderReader } from './folderReader';
import { folderFileOf } from './snapshotFolder';

/** A handle costs memory in two processes: those of the first files listed save a call each, the rest are asked for again. */
const FILE_HANDLES_KEPT = 20_000;
const FOLDER_HANDLES_KEPT = 4_096;
const SLICE = 1_000;

export function readerOfHandle(root: FileSystemDirectoryHandle): FolderReader {
  const fileHandles = new Map<RepoPath, FileSystemFileHandle>();
  const folderHandles = new Map<string, Promise<FileSystemDirectoryHandle>>();

  function folderHandle(path: string): Promise<FileSystemDirectoryHandle> {
    if (path === '') return Promise.resolve(root);
    const kept = folderHandles.get(path);
    if (kept !== undefined) return kept;
    const { folder, name } = splitPath(path);
    const asked = folderHandle(folder).then((parent) => parent.getDirectoryHandle(name));
    keepFolder(path, asked);
    asked.catch(() => folderHandles.delete(path));
    return asked;
  }

  function keepFolder(path: string, handle: Promise<FileSystemDirectoryHandle>): void {
    folderHandles.set(path, handle);
    if (folderHandles.size <= FOLDER_HANDLES_KEPT) return;
    const [oldest] = folderHandles.keys();
    if (oldest !== undefined) folderHandles.delete(oldest);
  }

  return {
    async *list(folder: FolderPath) {
      let slice: FolderChild[] = [];
      const handle = await folderHandle(folder);
      for await (const child of handle.values()) {
        const { name, kind } = child;
        const path = folder === '' ? name : `${folder}/${name}`;
        if (kind === 'directory') keepFolder(path, Promise.resolve(child));
        else if (fileHandles.size < FILE_HANDLES_KEPT) fileHandles.set(path as RepoPath, child); // only a key here
        slice.push({ name, kind: kind === 'directory' ? 'folder' : 'file' });
        if (slice.length >= SLICE) {
          yield slice;
          slice = [];
        }
      }
      if (slice.length > 0) yield slice;
    },

    async file(path: RepoPath): Promise<FolderFile> {
      const listed = fileHandles.get(path);
      fileHandles.delete(path);
      if (listed !== undefined) return folderFileOf(await listed.getFile());
      const { folder, name } = splitPath(path);
      const handle = await (await folderHandle(folder)).getFileHandle(name);
      return folderFileOf(await handle.getFile());
    },

    forgetListing() {
      fileHandles.clear();
    },

    async isAllowed() {
      // A folder of the origin's private file system has no permission to ask for.
      const permission = (await (root as MaybeAskable).queryPermission?.({ mode: 'read' })) ?? 'granted';
      return permission === 'granted';
    },
  };
}

/** The compiler's worker library does not know permissions of handles. */
interface MaybeAskable {
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
}

function splitPath(path: string): { folder: string; name: string } {
  const slash = path.lastIndexOf('/');
  return { folder: slash === -1 ? '' : path.slice(0, slash), name: path.slice(slash + 1) };
}
