import { expect, test } from 'vitest';
import type { OpenedFolder } from '../app/ports/folders';
import { createFolderFiles } from './folderFiles';

const NAME = 'strata.toml';
const files = createFolderFiles();

async function emptyFolder(): Promise<FileSystemDirectoryHandle> {
  const storage = await navigator.storage.getDirectory();
  return storage.getDirectoryHandle(`test-${crypto.randomUUID()}`, { create: true });
}

function opened(handle: FileSystemDirectoryHandle): OpenedFolder {
  return { kind: 'handle', name: handle.name, handle, origin: 'picked' };
}

async function put(
  folder: FileSystemDirectoryHandle,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<void> {
  const stream = await (await folder.getFileHandle(NAME, { create: true })).createWritable();
  await stream.write(content);
  await stream.close();
}

async function read(folder: FileSystemDirectoryHandle) {
  return files.read(opened(folder), NAME);
}

/** The same folder, in which `meddle` runs while the new text is written. */
function meddled(folder: FileSystemDirectoryHandle, meddle: () => Promise<void>): FileSystemDirectoryHandle {
  const bound = <T extends object>(target: T, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, name);
    return typeof value === 'function' ? (value.bind(target) as unknown) : value;
  };
  return new Proxy(folder, {
    get(target, name) {
      if (name !== 'getFileHandle') return bound(target, name);
      return async (...asked: Parameters<FileSystemDirectoryHandle['getFileHandle']>) => {
        const file = await target.getFileHandle(...asked);
        const create = file.createWritable.bind(file);
        file.createWritable = async (options) => {
          const stream = await create(options);
          const write = stream.write.bind(stream);
          stream.write = async (data) => {
            await write(data);
            await meddle();
          };
          return stream;
        };
        return file;
      };
    },
  });
}

test('a file is read with its mark, or it is told why not', async () => {
  const folder = await emptyFolder();
  expect(await read(folder)).toEqual({ kind: 'absent' });
  await put(folder, '\ufeffa = 1\r\n');
  expect(await read(folder)).toEqual({ kind: 'text', text: '\ufeffa = 1\r\n' });
  await put(folder, new Uint8Array([0x61, 0xff]));
  expect(await read(folder)).toEqual({ kind: 'failed', reason: 'it is not UTF-8 text' });
  await put(folder, 'x'.repeat(1_000_001));
  expect(await read(folder)).toEqual({ kind: 'failed', reason: 'it is larger than 1 MB' });
});

test('one in a folder that is not on the disk is read as well', async () => {
  const ready = { files: [], expanded: [], instructions: '', task: '', fileTree: 'off' } as const;
  const memory = (path: string): OpenedFolder => ({
    ...{ kind: 'memory', name: 'sample', ready },
    files: [{ path, text: 'a = 1\n' }],
  });
  expect(await files.read(memory(NAME), NAME)).toEqual({ kind: 'text', text: 'a = 1\n' });
  expect(await files.read(memory(`inner/${NAME}`), NAME)).toEqual({ kind: 'absent' });
});

test('a file is made, and takes the place of what was there', async () => {
  const folder = await emptyFolder();
  expect(await files.replace(folder, NAME, undefined, 'a = 1\n')).toEqual({ kind: 'written' });
  expect(await files.replace(folder, NAME, 'a = 1\n', 'a = 2\n')).toEqual({ kind: 'written' });
  expect(await read(folder)).toEqual({ kind: 'text', text: 'a = 2\n' });
});

test('a file that is another one by now stays', async () => {
  const folder = await emptyFolder();
  await put(folder, 'theirs\n');
  for (const before of [undefined, '', 'theirs', '\ufefftheirs\n'])
    expect(await files.replace(folder, NAME, before, 'ours\n')).toEqual({ kind: 'changed' });
  expect(await read(folder)).toEqual({ kind: 'text', text: 'theirs\n' });
});

test('no file and an empty one are not the same', async () => {
  const folder = await emptyFolder();
  expect(await files.replace(folder, NAME, '', 'ours\n')).toEqual({ kind: 'changed' });
  expect(await read(folder)).toEqual({ kind: 'absent' });
  await put(folder, '');
  expect(await files.replace(folder, NAME, undefined, 'ours\n')).toEqual({ kind: 'changed' });
  expect(await read(folder)).toEqual({ kind: 'text', text: '' });
});

test.each([undefined, 'old\n'])(
  'a file that changes during the write is not replaced (before: %j)',
  async (before) => {
    const folder = await emptyFolder();
    if (before !== undefined) await put(folder, before);
    const busy = meddled(folder, () => put(folder, 'theirs\n'));
    expect(await files.replace(busy, NAME, before, 'ours\n')).toEqual({ kind: 'changed' });
    expect(await read(folder)).toEqual({ kind: 'text', text: 'theirs\n' });
  },
);

test.each([
  ['NotAllowedError', 'allow it when asked'],
  ['NoModificationAllowedError', 'read-only, or another program is using it'],
  ['QuotaExceededError', 'the disk is full'],
  ['NotFoundError', 'the folder no longer exists'],
  ['InvalidStateError', 'the words of the browser'],
])('a write that ends in %s says why, and leaves the folder as it was', async (name, reason) => {
  const folder = await emptyFolder();
  const failing = meddled(folder, () => Promise.reject(new DOMException('the words of the browser.', name)));
  const expected = { kind: 'failed', reason: expect.stringMatching(new RegExp(`${reason}(?:.*[^.])?$`)) };
  expect(await files.replace(failing, NAME, undefined, 'ours\n')).toEqual(expected);
  expect(await read(folder)).toEqual({ kind: 'absent' });
  await put(folder, 'theirs\n');
  expect(await files.replace(failing, NAME, 'theirs\n', 'ours\n')).toEqual(expected);
  expect(await read(folder)).toEqual({ kind: 'text', text: 'theirs\n' });
});

test('a folder that never answers is given up, when it is read and when it is written to', async () => {
  const silent = {
    name: 'silent',
    getFileHandle: () => new Promise(() => undefined),
  } as unknown as FileSystemDirectoryHandle;
  const impatient = createFolderFiles(10);
  const failed = { kind: 'failed', reason: 'no answer within 0.01 s' };
  expect(await impatient.read(opened(silent), NAME)).toEqual(failed);
  expect(await impatient.replace(silent, NAME, 'a = 1\n', 'a = 2\n')).toEqual(failed);
});
