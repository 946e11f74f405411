import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FolderPath } from '../../../src/core/ignore/ignoreFile';
import { readerOfHandle } from './handleFolder';

let root: FileSystemDirectoryHandle;

beforeEach(async () => {
  const storage = await navigator.storage.getDirectory();
  root = await storage.getDirectoryHandle(crypto.randomUUID(), { create: true });
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await (await navigator.storage.getDirectory()).removeEntry(root.name, { recursive: true });
});

async function write(folder: FileSystemDirectoryHandle, name: string, text: string): Promise<void> {
  const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await file.write(text);
  await file.close();
}

async function listed(reader: ReturnType<typeof readerOfHandle>, folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const slice of reader.list(folder as FolderPath)) names.push(...slice.map(({ name }) => name));
  return names.sort();
}

const textOf = async (reader: ReturnType<typeof readerOfHandle>, path: string) =>
  new TextDecoder().decode(await (await reader.file(path as RepoPath)).read());

it('asks for few files of a folder by name when many are looked up at once', async () => {
  const sub = await root.getDirectoryHandle('sub', { create: true });
  const names = Array.from({ length: 60 }, (_, at) => `${at}.txt`);
  for (const name of names) await write(sub, name, name);
  const reader = readerOfHandle(root);
  expect(await listed(reader, 'sub')).toHaveLength(60);
  const byName = vi.spyOn(FileSystemDirectoryHandle.prototype, 'getFileHandle');
  const readAll = () => Promise.all(names.map((name) => textOf(reader, `sub/${name}`)));
  expect(await readAll()).toEqual(names);
  expect(byName).not.toHaveBeenCalled();
  for (let time = 1; time <= 3; time += 1) {
    expect(await readAll()).toEqual(names);
    expect(byName.mock.calls.length).toBeLessThanOrEqual(time * 4);
  }
});

it('finds what the folder has at that moment, whatever was listed before', async () => {
  const names = Array.from({ length: 9 }, (_, at) => `${at}.txt`);
  for (const name of names) await write(root, name, 'old');
  const reader = readerOfHandle(root);
  const lookUp = (name: string) => textOf(reader, name).catch((error: unknown) => (error as Error).name);
  for (let time = 1; time <= 3; time += 1) {
    const all = await Promise.all([...names, 'absent.txt', 'folder/absent.txt'].map(lookUp));
    expect(all).toEqual([...names.map(() => 'old'), 'NotFoundError', 'NotFoundError']);
  }
  await listed(reader, ''); // has the handles of all files now
  await root.removeEntry('2.txt');
  await write(root, '4.txt', 'new');
  await write(root, 'late.txt', 'late');
  expect(await Promise.all(['2.txt', '4.txt', '5.txt', 'late.txt'].map(lookUp))).toEqual([
    ...['NotFoundError', 'new', 'old', 'late'],
  ]);
});

it('looks files up by name if the list of their folder does not come, and lists it no more', async () => {
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await write(root, name, name);
  const reader = readerOfHandle(root);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const values = vi.spyOn(FileSystemDirectoryHandle.prototype, 'values').mockReturnValue({
    [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
  } as never);
  for (let time = 1; time <= 3; time += 1) {
    const texts = Promise.all(['a.txt', 'b.txt', 'c.txt'].map((path) => textOf(reader, path)));
    await vi.waitFor(() => {
      expect(values).toHaveBeenCalledOnce();
    });
    vi.advanceTimersByTime(1_000);
    expect(await texts).toEqual(['a.txt', 'b.txt', 'c.txt']);
  }
  expect(values).toHaveBeenCalledOnce();
});
