/** A live folder behind a FileSystemDirectoryHandle. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FolderPath } from '../../../src/core/ignore/ignoreFile';
import type { FolderChild, FolderFile, FolderReader } from './folderReader';
import { folderFileOf } from './snapshotFolder';

/** Limit on kept handles, because each costs memory in two processes. Files beyond it need another lookup. */
const FILE_HANDLES_KEPT = 20_000;
const FOLDER_HANDLES_KEPT = 4_096;
const SLICE = 1_000;

export function readerOfHandle(root: FileSystemDirectoryHandle): FolderReader {
  const fileHandles = new Map<RepoPath, FileSystemFileHandle>();
  const folderHandles = new Map<string, FileSystemDirectoryHandle>();
  /** Pending lookups, so that the files of a folder share one. */
  const askedFor = new Map<string, Promise<FileSystemDirectoryHandle>>();

  function folderHandle(path: string): Promise<FileSystemDirectoryHandle> {
    const known = path === '' ? root : folderHandles.get(path);
    if (known !== undefined) return Promise.resolve(known);
    let asked = askedFor.get(path);
    if (asked === undefined) {
      asked = askForFolder(path).finally(() => askedFor.delete(path));
      askedFor.set(path, asked);
    }
    return asked;
  }

  async function askForFolder(path: string): Promise<FileSystemDirectoryHandle> {
    const { folder, name } = splitPath(path);
    const parent = await folderHandle(folder);
    const handle = await parent.getDirectoryHandle(name);
    keepFolder(path, handle);
    return handle;
  }

  function keepFolder(path: string, handle: FileSystemDirectoryHandle): void {
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
        if (kind === 'directory') keepFolder(path, child);
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

    readBlob: (blob) => blob.arrayBuffer(),

    forgetListing() {
      fileHandles.clear();
      askedFor.clear(); // A lookup that never resolves is tried again.
    },

    async isAllowed() {
      // Folders in the origin private file system need no permission.
      const permission = (await (root as MaybeAskable).queryPermission?.({ mode: 'read' })) ?? 'granted';
      return permission === 'granted';
    },
  };
}

/** TypeScript's worker library lacks handle permissions. */
interface MaybeAskable {
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
}

function splitPath(path: string): { folder: string; name: string } {
  const slash = path.lastIndexOf('/');
  return { folder: slash === -1 ? '' : path.slice(0, slash), name: path.slice(slash + 1) };
}
