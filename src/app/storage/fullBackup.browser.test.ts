import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachmentsInMemory } from '../../../tests/attachmentsInMemory';
import { storageInMemory } from '../../../tests/storageInMemory';
import { browserTabs } from '../../platform/tabs';
import { FullBackup } from './fullBackup';
import type { Storage } from '../ports/storage';
import { Recents } from './recents.svelte';

function recentsIn(storage: Storage): Recents {
  const folders = { isSame: (one: FileSystemHandle, other: FileSystemHandle) => one.isSameEntry(other) };
  const caches = { forget: () => Promise.resolve(), dropTexts: () => Promise.resolve() };
  return new Recents({ storage, notify: () => undefined, folders, caches, tabs: browserTabs });
}

function backupOf(
  storage: Storage,
  unstored: readonly (readonly [string, unknown])[] = [],
  { attachmentStore } = attachmentsInMemory(),
) {
  const recents = recentsIn(storage);
  const backup = new FullBackup({
    ...{ storage, recents, attachmentStore, outputs: { download: () => undefined } },
    unstored: () => Promise.resolve(unstored),
    now: () => '2026-01-02T03:04:05.678Z',
  });
  return { backup, recents };
}

async function restoreInto(
  storage: Storage,
  file: Blob,
  keepPresent = false,
  attached?: ReturnType<typeof attachmentsInMemory>,
): Promise<void> {
  const { backup, recents } = backupOf(storage, [], attached);
  await recents.load();
  const read = await backup.read(file);
  if (read.kind === 'refused') throw new Error(read.reason);
  await backup.restore(read.file, keepPresent);
}

test('a backup restores the same state in another browser, for any composition', async () => {
  const key = fc.oneof(
    fc.constant('settings'),
    fc.string({ maxLength: 12 }).map((name) => `preset/${name}`),
    fc.string({ maxLength: 12 }).map((name) => `persona/${name}`),
    fc.uuid().map((id) => `workspace/${id}`),
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(key, fc.jsonValue({ maxDepth: 4 })), async (values) => {
      const [here, there] = [storageInMemory(), storageInMemory()];
      for (const [name, value] of Object.entries(values)) await here.set(name, value);
      await restoreInto(there, await backupOf(here).backup.file());
      const taken = (await there.entries('')).filter(([name]) => name !== 'awaiting');
      // JSON has no -0.
      expect(JSON.stringify(taken)).toEqual(JSON.stringify(await here.entries('')));
    }),
    { numRuns: 100 },
  );
});

test('a folder is the same workspace elsewhere, once one of its name is opened there', async () => {
  const [here, there] = [storageInMemory(), storageInMemory()];
  const root = await navigator.storage.getDirectory();
  const folder = { kind: 'handle', name: 'app', handle: root, origin: 'picked' } as const;
  const one = backupOf(here);
  const { id } = await one.recents.remember(folder, 1);
  await here.set(`workspace/${id}`, 'composed');
  await restoreInto(there, await one.backup.file());
  const other = recentsIn(there);
  const another = await other.remember({ ...folder, name: 'another' }, 2);
  expect(another.id).not.toBe(id);
  another.leave();
  await other.forget(another.id);
  expect((await other.remember(folder, 3)).id).toBe(id);
  expect(await there.get(`workspace/${id}`)).toBe('composed');
  expect(other.awaiting).toEqual([]);
});

test.each([
  ['replaced where the user says so', { keepPresent: false, composed: 'mine', then: 'theirs' }],
  ['kept where the user says so', { keepPresent: true, composed: 'mine', then: 'mine' }],
  ['made where there is none', { keepPresent: true, composed: undefined, then: 'theirs' }],
])('the composition of a known folder with the same name is %s', async (_, example) => {
  const [here, there] = [storageInMemory(), storageInMemory()];
  const root = await navigator.storage.getDirectory();
  const folder = { kind: 'handle', name: 'app', handle: root, origin: 'picked' } as const;
  const [one, other] = [backupOf(here), backupOf(there)];
  const { id: theirs } = await one.recents.remember(folder, 1);
  await here.set(`workspace/${theirs}`, 'theirs');
  await here.set(`workspace/${theirs}/view`, 'their tree');
  await here.set('backup/strata.toml/1', { workspace: theirs, text: '' });
  const { id: mine } = await other.recents.remember(folder, 1);
  if (example.composed !== undefined) await there.set(`workspace/${mine}`, example.composed);
  const read = await other.backup.read(await one.backup.file());
  if (read.kind === 'refused') throw new Error(read.reason);
  expect([...read.present]).toEqual(example.composed === undefined ? [] : [`workspace/${mine}`]);
  await other.backup.restore(read.file, example.keepPresent);
  expect(await there.get(`workspace/${mine}`)).toBe(example.then);
  const isPlaced = example.then === 'theirs';
  expect(other.recents.awaiting).toHaveLength(isPlaced ? 0 : 1);
  expect(await there.get(`workspace/${mine}/view`)).toBe(isPlaced ? 'their tree' : undefined);
  const workspace = isPlaced ? mine : theirs;
  expect(await there.get('backup/strata.toml/1')).toEqual({ workspace, text: '' });
});

test('which of two folders of one name is meant, nothing decides but opening one', async () => {
  const [here, there] = [storageInMemory(), storageInMemory()];
  const root = await navigator.storage.getDirectory();
  const handleOf = (name: string) => root.getDirectoryHandle(name, { create: true });
  const folder = { kind: 'handle', name: 'app', origin: 'picked' } as const;
  const [one, other] = [backupOf(here), backupOf(there)];
  const { id } = await one.recents.remember({ ...folder, handle: await handleOf('a') }, 1);
  await here.set(`workspace/${id}`, 'theirs');
  for (const name of ['b', 'c']) await other.recents.remember({ ...folder, handle: await handleOf(name) }, 1);
  await restoreInto(there, await one.backup.file());
  expect(await there.get(`workspace/${id}`)).toBe('theirs');
});

test('a backup contains no API key and no state of the browser, and restores none', async () => {
  const storage = storageInMemory();
  await storage.set('endpoint', { address: 'http://localhost/v1', key: 'sk-secret' });
  await storage.set('set-aside/settings', 'broken');
  const { backup } = backupOf(storage);
  const text = await (await backup.file()).text();
  expect(text).not.toContain('sk-secret');
  const forged = text.replace('"values": []', '"values": [["endpoint", {"key": "theirs"}]]');
  expect(await backup.read(new Blob([forged]))).toEqual({
    kind: 'refused',
    reason: 'it contains an unknown entry, endpoint',
  });
});

test('a backup includes state that could not be stored', async () => {
  const storage = storageInMemory();
  await storage.set('workspace/a', 'old');
  const { backup } = backupOf(storage, [['workspace/a', 'new']]);
  expect(await backup.read(await backup.file())).toMatchObject({
    kind: 'file',
    file: { values: [['workspace/a', 'new']] },
    present: new Set(['workspace/a']),
  });
});

test('keeps existing values if the user chooses so', async () => {
  const [here, there] = [storageInMemory(), storageInMemory()];
  await here.set('preset/a', 'theirs');
  await here.set('preset/b', 'theirs');
  await there.set('preset/a', 'mine');
  const file = await backupOf(here).backup.file();
  await restoreInto(there, file, true);
  expect(await there.entries('preset/')).toEqual([
    ['preset/a', 'mine'],
    ['preset/b', 'theirs'],
  ]);
  await restoreInto(there, file);
  expect(await there.get('preset/a')).toBe('theirs');
});

test('tabs notice that a value was replaced', async () => {
  const [here, there] = [storageInMemory(), storageInMemory()];
  await here.set('preset/a', { version: 1, revision: 3, data: 'theirs' });
  await there.set('preset/a', { version: 1, revision: 3, data: 'mine' });
  await restoreInto(there, await backupOf(here).backup.file());
  expect(await there.get('preset/a')).toEqual({ version: 1, revision: 4, data: 'theirs' });
});

test('a backup brings the data of attachments, and is refused if some of it is missing or damaged', async () => {
  const [here, there] = [storageInMemory(), storageInMemory()];
  const [attachedHere, attachedThere] = [attachmentsInMemory(), attachmentsInMemory()];
  const blob = new Blob(['{"format":"strata-everything"}\n\0ä'], { type: 'text/plain' });
  const hash = await attachedHere.attachmentStore.put('a', blob);
  await attachedHere.attachmentStore.put('a', new Blob(['nothing refers to this']));
  await here.set('workspace/a/attachment/text-1.txt', {
    version: 1,
    hash,
    type: 'text/plain',
    bytes: blob.size,
  });
  await here.set('workspace/a/attachment/gone.txt', { version: 1, hash: 'gone' });
  const file = await backupOf(here, [], attachedHere).backup.file();
  const { backup } = backupOf(there, [], attachedThere);

  expect(await backup.read(file.slice(0, -1))).toEqual({ kind: 'refused', reason: 'it is incomplete' });
  const damaged = await backup.read(new Blob([file.slice(0, -1), '!']));
  if (damaged.kind === 'refused') throw new Error(damaged.reason);
  await expect(backup.restore(damaged.file, false)).rejects.toThrow('an attachment in the file is damaged');
  expect(await there.entries('')).toEqual([]);

  await restoreInto(there, file, false, attachedThere);
  expect(await there.entries('workspace/')).toEqual(await here.entries('workspace/'));
  const restored = await attachedThere.attachmentStore.all('a');
  expect(await restored.get(hash)?.text()).toBe(await blob.text());
  expect([...restored.keys()].filter((each) => each === hash)).toHaveLength(1);
});

test('values nested too deep for the stack are refused', async () => {
  const storage = storageInMemory();
  await storage.set('settings', { theme: 'dark' });
  const { backup } = backupOf(storage);
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const text = (await (await backup.file()).text()).replace(/\{\s*"theme": "dark"\s*\}/, deep);
  expect(text).toContain(deep);
  expect(await backup.read(new Blob([text]))).toEqual({
    kind: 'refused',
    reason: 'settings is nested too deeply',
  });
});

test.each(['', '{', '[]', '{"format":"strata-everything"}', 'null', '{"format":"another","values":[]}'])(
  '%j is refused',
  async (text) => {
    expect(await backupOf(storageInMemory()).backup.read(new Blob([text]))).toMatchObject({
      kind: 'refused',
    });
  },
);
