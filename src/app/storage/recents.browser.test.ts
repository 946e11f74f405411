import { expect, test } from 'vitest';
import { storageInMemory } from '../../../tests/storageInMemory';
import type { Folders } from '../ports';
import { Recents } from './recents.svelte';

const nothingKept = { forget: () => Promise.resolve() };
const folders: Pick<Folders, 'isSame'> = { isSame: (one, other) => one.isSameEntry(other) };

test('a folder that another tab has opened meanwhile is the same workspace here', async () => {
  const storage = storageInMemory();
  const root = await navigator.storage.getDirectory();
  const folder = { kind: 'handle', name: 'app', handle: root, origin: 'picked' } as const;
  const here = new Recents(storage, folders, nothingKept);
  const there = new Recents(storage, folders, nothingKept);
  await Promise.all([here.load(), there.load()]);
  const id = await there.remember(folder, 1);
  expect(await here.remember(folder, 2)).toBe(id);
  expect(here.list).toHaveLength(1);
});

test('a folder that is forgotten takes along what was composed there, and what was kept of it', async () => {
  const storage = storageInMemory();
  const root = await navigator.storage.getDirectory();
  const forgotten: string[] = [];
  const recents = new Recents(storage, folders, {
    forget: (workspaceId) => Promise.resolve(void forgotten.push(workspaceId)),
  });
  const id = await recents.remember({ kind: 'handle', name: 'app', handle: root, origin: 'picked' }, 1);
  for (const part of ['', '/view', '/held']) await storage.set(`workspace/${id}${part}`, 'stored');
  await recents.forget(id);
  expect(await storage.entries('workspace/')).toEqual([]);
  expect(forgotten).toEqual([id]);
});

test('folders of a file that is taken over are awaited once each, however many there are', async () => {
  const recents = new Recents(storageInMemory(), folders, nothingKept);
  const many = (size: number) => Array.from({ length: size }, (_, at) => ({ id: `id ${at}`, name: 'app' }));
  await recents.await([...many(3), ...many(3)]);
  await recents.await(many(2));
  expect(recents.awaiting.map(({ id }) => id)).toEqual(['id 0', 'id 1', 'id 2']);
});
