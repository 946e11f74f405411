import * as v from 'valibot';
import { expect, test } from 'vitest';
import { storageInMemory } from '../../../tests/storageInMemory';
import { loadValue, readStored, versionOf, type StoredForm } from './storedValue';

/** Version 1 has one name, version 2 a list of names, and version 3 says that they name files. */
const form: StoredForm<v.GenericSchema> = {
  schema: v.object({ files: v.array(v.string()) }),
  upgrades: [({ name }) => ({ names: [name] }), ({ names }) => ({ files: names })],
};

test.each([
  ['of version 1', { version: 1, name: 'a' }],
  ['that does not name its version', { name: 'a' }],
  ['of version 2', { version: 2, names: ['a'] }],
  ['of the newest version', { version: 3, files: ['a'] }],
])('a value %s is read', async (_, stored) => {
  expect(versionOf(form)).toBe(3);
  const storage = storageInMemory();
  await storage.set('key', stored);
  expect(await loadValue(storage, 'key', form)).toEqual({ kind: 'found', value: { files: ['a'] } });
  expect(await storage.entries('set-aside/')).toEqual([]);
});

test('a value of a newer version is left alone', async () => {
  const storage = storageInMemory();
  await storage.set('key', { version: 4, paths: {} });
  expect(await loadValue(storage, 'key', form)).toEqual({ kind: 'newer' });
  expect(await storage.entries('')).toEqual([['key', { version: 4, paths: {} }]]);
});

test.each([
  [undefined],
  ['text'],
  [{ version: 0, name: 'a' }],
  [{ version: 'b' }],
  [{ version: 2, name: 'a' }],
])('%j cannot be read', (stored) => {
  expect(readStored(stored, form)).toMatchObject({ kind: 'unreadable' });
});

test('an unreadable value is set aside', async () => {
  const storage = storageInMemory();
  await storage.set('key', { version: 3, files: 1 });
  expect(await loadValue(storage, 'key', form)).toMatchObject({ kind: 'set-aside' });
  expect(await storage.entries('set-aside/')).toEqual([['set-aside/key', { version: 3, files: 1 }]]);
});
