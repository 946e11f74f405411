import { expect, test } from 'vitest';
import { browserStorage, storageInMemory } from '../../../tests/storageInMemory';
import { browserTabs } from '../../platform/tabs';
import type { FolderCaches, Storage } from '../ports/storage';
import { Recents } from './recents.svelte';

const nothingKept: FolderCaches = { forget: () => Promise.resolve(), dropTexts: () => Promise.resolve() };

function recentsIn(storage: Storage, caches = nothingKept): Recents {
  const folders = { isSame: (one: FileSystemHandle, other: FileSystemHandle) => one.isSameEntry(other) };
  return new Recents({ storage, notify: () => undefined, folders, caches, tabs: browserTabs });
}

async function folderNamed(name: string) {
  const root = await navigator.storage.getDirectory();
  const handle = await root.getDirectoryHandle(name, { create: true });
  return { kind: 'handle', name, handle, origin: 'picked' } as const;
}

test('a folder that another tab has opened meanwhile is the same workspace here', async () => {
  const storage = storageInMemory();
  const folder = await folderNamed('app');
  const [here, there] = [recentsIn(storage), recentsIn(storage)];
  await Promise.all([here.load(), there.load()]);
  const { id } = await there.remember(folder, 1);
  expect((await here.remember(folder, 2)).id).toBe(id);
  expect(here.list).toHaveLength(1);
});

test('a folder that two tabs open at the same moment is one workspace', async () => {
  const tab = browserStorage();
  const folder = await folderNamed('app');
  const [one, other] = await Promise.all([
    recentsIn(tab()).remember(folder, 1),
    recentsIn(tab()).remember(folder, 1),
  ]);
  expect(other.id).toBe(one.id);
});

test('an open folder is listed again after the list was cleared', async () => {
  const tab = browserStorage();
  const [here, there] = [recentsIn(tab()), recentsIn(tab())];
  const folder = await folderNamed('app');
  const { id } = await here.remember(folder, 1);
  await here.keep(id, folder, 2);
  expect(here.list).toMatchObject([{ id, openedAt: 1 }]);
  await tab().remove('recents');
  await here.keep(id, folder, 3);
  expect((await there.remember(folder, 4)).id).toBe(id);
});

test('unreadable entries are set aside, and the others are loaded', async () => {
  const storage = storageInMemory();
  const { id } = await recentsIn(storage).remember(await folderNamed('app'), 1);
  const { list } = (await storage.get('recents')) as { readonly list: readonly unknown[] };
  await storage.set('recents', { version: 1, list: [{ id: 'older' }, ...list] });
  const recents = recentsIn(storage);
  await recents.load();
  expect(recents.list).toMatchObject([{ id }]);
  await recents.remember(await folderNamed('other'), 2);
  expect(recents.list).toHaveLength(2);
  expect(await storage.get('set-aside/recents')).toMatchObject([{ id: 'older' }, { id }]);
});

test('remembers the newest folders and those open in a tab', async () => {
  const tab = browserStorage();
  const [here, there] = [recentsIn(tab()), recentsIn(tab())];
  const storage = tab();
  const open = await there.remember(await folderNamed('open elsewhere'), 0);
  await storage.set(`workspace/${open.id}`, 'composed');
  for (let at = 1; at <= 13; at += 1) (await here.remember(await folderNamed(`folder ${at}`), at)).leave();
  expect(here.list.map(({ name }) => name)).toEqual([
    ...Array.from({ length: 12 }, (_, at) => `folder ${13 - at}`),
    'open elsewhere',
  ]);
  expect(await storage.get(`workspace/${open.id}`)).toBe('composed');
  open.leave();
  (await here.remember(await folderNamed('folder 14'), 14)).leave();
  expect(here.list.some(({ id }) => id === open.id)).toBe(false);
  expect(await storage.get(`workspace/${open.id}`)).toBeUndefined();
});

test('forgetting a folder removes its composition and caches', async () => {
  const storage = storageInMemory();
  const forgotten: string[] = [];
  const dropped: ReadonlySet<string>[] = [];
  const recents = recentsIn(storage, {
    forget: (workspaceId) => Promise.resolve(void forgotten.push(workspaceId)),
    dropTexts: (hashes) => Promise.resolve(void dropped.push(hashes)),
  });
  const [own, shared, other] = ['1', '2', '3'].map((digit) => digit.repeat(64));
  const { id, leave } = await recents.remember(await folderNamed('app'), 1);
  for (const part of ['', '/view', '/held', '/attachment/image-1.png'])
    await storage.set(`workspace/${id}${part}`, 'stored');
  await storage.set(`turn/${id}/1`, { hashes: `${own}${shared}${other}` });
  await storage.set('turn/another/1', { hashes: shared });
  await storage.set('preset/kept', { files: [{ hash: other }] });
  expect(await recents.forget(id)).toBe(false);
  expect(await storage.entries('workspace/')).toHaveLength(4);
  leave();
  expect(await recents.forget(id)).toBe(true);
  expect((await storage.entries('')).map(([key]) => key)).not.toContainEqual(expect.stringContaining(id));
  expect(forgotten).toEqual([id]);
  expect(dropped).toEqual([new Set([own])]);
});

test('a workspace with a folder is not assigned to another folder of the same name', async () => {
  const tab = browserStorage();
  const [here, there] = [recentsIn(tab()), recentsIn(tab())];
  await here.load();
  const known = await there.remember(await folderNamed('app'), 1);
  const file = [{ id: known.id, name: 'elsewhere' }];
  await tab().update(...here.toAwait(file)); // This tab has not loaded the folder yet.
  const other = await here.remember(await folderNamed('elsewhere'), 2);
  expect(other.id).not.toBe(known.id);
  expect(here.list).toHaveLength(2);
});

test('each folder of a restored backup is awaited once', async () => {
  const storage = storageInMemory();
  const recents = recentsIn(storage);
  const many = (size: number) => Array.from({ length: size }, (_, at) => ({ id: `id ${at}`, name: 'app' }));
  await storage.update(...recents.toAwait([...many(3), ...many(3)]));
  await storage.update(...recents.toAwait(many(2)));
  await recents.load();
  expect(recents.awaiting.map(({ id }) => id)).toEqual(['id 0', 'id 1', 'id 2']);
});
