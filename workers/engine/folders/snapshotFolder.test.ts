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
