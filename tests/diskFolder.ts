/** A folder on disk as Chromium shows it: without links. */
import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderReader } from '../workers/engine/folders/folderReader';

export function readerOfDisk(root: string): FolderReader {
  return {
    async *list(folder) {
      const children = await notFound(() => readdir(join(root, folder), { withFileTypes: true }));
      yield children.flatMap((child) => {
        if (child.isSymbolicLink()) return [];
        return { name: child.name, kind: child.isDirectory() ? ('folder' as const) : ('file' as const) };
      });
    },
    async file(path) {
      const stats = await notFound(() => lstat(join(root, path)));
      if (!stats.isFile()) throw new DOMException('not a file', 'TypeMismatchError');
      return {
        size: stats.size,
        modified: Math.floor(stats.mtimeMs),
        async read(start = 0, end = stats.size) {
          await using file = await notFound(() => open(join(root, path), constants.O_RDONLY));
          const bytes = new Uint8Array(Math.max(0, Math.min(end, stats.size) - start));
          await file.read(bytes, 0, bytes.length, start);
          return bytes.buffer;
        },
      };
    },
    forgetListing: () => undefined,
    isAllowed: () => Promise.resolve(true),
  };
}

async function notFound<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new DOMException(String(error), 'NotFoundError');
  }
}
