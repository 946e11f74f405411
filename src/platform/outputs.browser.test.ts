import { expect, test } from 'vitest';
import { browserOutputs } from './outputs';

async function emptyFolder(): Promise<FileSystemDirectoryHandle> {
  const storage = await navigator.storage.getDirectory();
  return storage.getDirectoryHandle(`test-${crypto.randomUUID()}`, { create: true });
}

/** The same folder, in which files can be created but not written, as on a full disk. */
function fullDisk(folder: FileSystemDirectoryHandle): FileSystemDirectoryHandle {
  return new Proxy(folder, {
    get(target, name) {
      if (name === 'getFileHandle')
        return async (...asked: Parameters<FileSystemDirectoryHandle['getFileHandle']>) => {
          const file = await target.getFileHandle(...asked);
          file.createWritable = () => Promise.reject(new DOMException('disk full', 'QuotaExceededError'));
          return file;
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

test('a file that cannot be written leaves nothing behind', async () => {
  const folder = await emptyFolder();
  const written = await browserOutputs.writeNew(fullDisk(folder), 'context_001.md', new Blob(['text']));
  expect(written).toEqual({ kind: 'failed', reason: 'disk full' });
  expect(await browserOutputs.namesIn(folder)).toEqual([]);
});

test('a file that is there is never touched', async () => {
  const folder = await emptyFolder();
  await browserOutputs.writeNew(folder, 'context_001.md', new Blob(['first']));
  const again = await browserOutputs.writeNew(folder, 'context_001.md', new Blob(['second']));
  expect(again).toMatchObject({ kind: 'failed' });
  const file = await (await folder.getFileHandle('context_001.md')).getFile();
  expect(await file.text()).toBe('first');
});
