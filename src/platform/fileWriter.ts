import type { FileWriter, WriteResult } from '../app/ports/files';
import { hasSameBytes } from '../core/files/sameBytes';
import { baseName, parentPath, type RepoPath } from '../core/files/repoPath';
import { removeEmpty, writeFault, writeWhole } from './wholeFile';

export function createFileWriter(root: FileSystemDirectoryHandle): FileWriter {
  async function folderOf(path: RepoPath, create: boolean): Promise<FileSystemDirectoryHandle> {
    let folder = root;
    for (const name of parentPath(path)?.split('/') ?? [])
      folder = await folder.getDirectoryHandle(name, { create });
    return folder;
  }

  async function read(path: RepoPath): Promise<Blob | undefined> {
    try {
      const file = await (await folderOf(path, false)).getFileHandle(baseName(path));
      return await file.getFile();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
      throw error;
    }
  }

  const isNow = async (path: RepoPath, expected: Blob | undefined): Promise<boolean> =>
    hasSameBytes(await read(path), expected);

  async function put(path: RepoPath, before: Blob | undefined, after: Blob): Promise<WriteResult> {
    const folder = await folderOf(path, true);
    const name = baseName(path);
    try {
      const file = await folder.getFileHandle(name, { create: true });
      // `getFileHandle` created an empty file if there was none.
      const isWritten = await writeWhole(file, after, () => isNow(path, before ?? new Blob()));
      if (!isWritten && before === undefined) await removeEmpty(folder, name);
      return { kind: isWritten ? 'written' : 'changed' };
    } catch (error) {
      if (before === undefined) await removeEmpty(folder, name);
      throw error;
    }
  }

  return {
    read,
    async allow() {
      if ((await root.queryPermission({ mode: 'readwrite' })) === 'granted') return true;
      return (await root.requestPermission({ mode: 'readwrite' })) === 'granted';
    },
    async write(path, before, after) {
      try {
        if (!(await isNow(path, before))) return { kind: 'changed' };
        if (after !== undefined) return await put(path, before, after);
        if (before !== undefined) await (await folderOf(path, false)).removeEntry(baseName(path));
        return { kind: 'written' };
      } catch (error) {
        return { kind: 'failed', reason: writeFault(error) };
      }
    },
  };
}
