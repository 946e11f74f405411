import { expect, test } from 'vitest';
import type { Folders, Storage } from './ports';
import { Recents } from './recents.svelte';

/** Two tabs of one browser share it. */
function sharedStorage(): Storage {
  const values = new Map<string, unknown>();
  return {
    get: (key) => Promise.resolve(values.get(key)),
    set: (key, value) => Promise.resolve(void values.set(key, value)),
    update: (key, change) => Promise.resolve(void values.set(key, change(values.get(key)))),
    remove: (key) => Promise.resolve(void values.delete(key)),
    durable: Promise.resolve(true),
  };
}

const folders: Pick<Folders, 'isSame'> = { isSame: (one, other) => Promise.resolve(one === other) };

test('a folder that another tab has opened meanwhile is the same workspace here', async () => {
  const storage = sharedStorage();
  const root = await navigator.storage.getDirectory();
  const folder = { kind: 'handle', name: 'app', handle: root, origin: 'picked' } as const;
  const here = new Recents(storage, folders);
  const there = new Recents(storage, folders);
  await Promise.all([here.load(), there.load()]);
  const id = await there.remember(folder, 1);
  expect(await here.remember(folder, 2)).toBe(id);
  expect(here.list).toHaveLength(1);
});

test('a folder that is forgotten takes along what was composed there', async () => {
  const storage = sharedStorage();
  const root = await navigator.storage.getDirectory();
  const recents = new Recents(storage, folders);
  const id = await recents.remember({ kind: 'handle', name: 'app', handle: root, origin: 'picked' }, 1);
  for (const key of [`workspace/${id}`, `workspace/${id}/view`]) await storage.set(key, 'stored');
  await recents.forget(id);
  expect(await storage.get(`workspace/${id}`)).toBeUndefined();
  expect(await storage.get(`workspace/${id}/view`)).toBeUndefined();
});
