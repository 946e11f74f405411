import * as v from 'valibot';
import { expect, test } from 'vitest';
import { storageInMemory } from '../../../tests/storageInMemory';
import { loadValue, readStored, type NamedForm } from './storedValue';

/** Version 1 has one name, version 2 a list of names, and version 3 says that they name files. */
const form: NamedForm<v.GenericSchema> = {
  label: 'the names',
  schema: v.object({ files: v.array(v.string()) }),
  upgrades: [({ name }) => ({ names: [name] }), ({ names }) => ({ files: names })],
};

test.each([
  ['of version 1', { version: 1, name: 'a' }],
  ['that does not name its version', { name: 'a' }],
  ['of version 2', { version: 2, names: ['a'] }],
  ['of the newest version', { version: 3, files: ['a'] }],
])('a value %s is read', async (_, stored) => {
  const storage = storageInMemory();
  await storage.set('key', stored);
  expect(await loadValue({ storage, notify: () => undefined }, 'key', form)).toEqual({ files: ['a'] });
  expect(await storage.entries('set-aside/')).toEqual([]);
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

test('an unreadable value is not set aside if another tab has replaced it by then', async () => {
  const storage = storageInMemory();
  await storage.set('key', { version: 3, files: ['a'] });
  const outdated = { ...storage, get: () => Promise.resolve('garbage') };
  expect(await loadValue({ storage: outdated, notify: () => undefined }, 'key', form)).toBeUndefined();
  expect(await storage.get('key')).toEqual({ version: 3, files: ['a'] });
});
