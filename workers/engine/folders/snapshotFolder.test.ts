import { expect, it } from 'vitest';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FolderChild } from './folderReader';
import { readerOfSnapshot } from './snapshotFolder';

it('lists a name with a backslash as one escaped name', async () => {
  const reader = readerOfSnapshot('project', [
    { path: 'project/b\\c.txt', file: new File(['text'], 'b\\c.txt') },
    { path: 'project/d\\e/f.txt', file: new File([''], 'f.txt') },
  ]);
  const children: FolderChild[] = [];
  for await (const slice of reader.list('')) children.push(...slice);
  expect(children).toEqual([
    { name: 'b%5Cc.txt', kind: 'file' },
    { name: 'd%5Ce', kind: 'folder' },
  ]);
  const file = await reader.file('b%5Cc.txt' as RepoPath);
  expect(new TextDecoder().decode(await file.read())).toBe('text');
});

it('keeps names apart that differ only in how a backslash is written', async () => {
  const names = ['a\\b', 'a%5Cb', 'a%255Cb', 'a%25'];
  const reader = readerOfSnapshot(
    'project',
    names.map((name) => ({ path: `project/${name}`, file: new File([name], name) })),
  );
  const read = async (path: string) =>
    new TextDecoder().decode(await (await reader.file(path as RepoPath)).read());
  expect(await Promise.all(['a%5Cb', 'a%255Cb', 'a%25255Cb', 'a%25'].map(read))).toEqual(names);
});
