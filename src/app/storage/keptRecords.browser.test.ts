import { expect, test } from 'vitest';
import { browserStorage } from '../../../tests/storageInMemory';
import { KeptRecords, type RecordKind } from './keptRecords.svelte';
import type { Storage } from '../ports/storage';

const WORDS: RecordKind<string> = {
  prefix: 'word/',
  label: 'word',
  toData: (value) => value,
  fromData: (data) =>
    typeof data === 'string' ? { kind: 'read', value: data } : { kind: 'refused', reason: 'is no word' },
};

async function open(storage: Storage): Promise<KeptRecords<string>> {
  const records = new KeptRecords(storage, WORDS, () => undefined);
  await records.load();
  return records;
}

test('two tabs that save 200 different records each keep all 400', async () => {
  const tab = browserStorage();
  const [one, other] = [await open(tab()), await open(tab())];
  const savings = Array.from({ length: 200 }, (_, at) => [
    one.save(`one ${at}`, 'a', undefined),
    other.save(`other ${at}`, 'b', undefined),
  ]);
  expect(new Set(await Promise.all(savings.flat()))).toEqual(new Set(['saved']));
  for (const records of [one, other, await open(tab())])
    await expect.poll(() => records.list.length).toBe(400);
});

test('a save over an unseen change is a conflict, and then shows that change', async () => {
  const tab = browserStorage();
  const [one, other] = [await open(tab()), await open(tab())];
  await one.save('a', 'first', undefined);
  await expect.poll(() => other.byName('a')?.revision).toBe(1);
  await one.save('a', 'second', 1);
  expect(await other.save('a', 'mine', 1)).toBe('conflict');
  expect(other.byName('a')).toEqual({ name: 'a', value: 'second', revision: 2 });
  expect(await other.save('a', 'mine', undefined)).toBe('conflict');
  expect(await other.save('a', 'mine', 2)).toBe('saved');
  await expect.poll(() => one.byName('a')?.value).toBe('mine');
});

test('a record that was removed in another tab is not restored unasked', async () => {
  const tab = browserStorage();
  const [one, other] = [await open(tab()), await open(tab())];
  await one.save('a', 'first', undefined);
  await expect.poll(() => other.byName('a')?.revision).toBe(1);
  await one.remove('a');
  expect(await other.save('a', 'mine', 1)).toBe('conflict');
  expect(other.byName('a')).toBeUndefined();
});

test('a record of a newer release stays unchanged', async () => {
  const storage = browserStorage()();
  await storage.set('word/a', { version: 2, revision: 1, words: ['a'] });
  const records = await open(storage);
  expect(records.list).toEqual([]);
  await expect(records.save('a', 'mine', undefined)).rejects.toThrow('newer version');
  expect(await storage.get('word/a')).toEqual({ version: 2, revision: 1, words: ['a'] });
});
