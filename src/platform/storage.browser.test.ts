import { expect, test } from 'vitest';
import { KeptRecords, type RecordKind } from '../app/storage/keptRecords.svelte';
import type { Storage } from '../app/ports';
import { createStorage } from './storage';

const WORDS: RecordKind<string> = {
  prefix: `word ${crypto.randomUUID()}/`,
  toData: (value) => value,
  fromData: (data) => ({ kind: 'read', value: String(data) }),
};

/** Each has a connection and a channel of its own, as each tab has. */
function tab(): Storage {
  return createStorage({ onsuperseded: () => undefined, onmaderoom: () => undefined });
}

test('two tabs that save 200 different records each keep all 400 in the database', async () => {
  const [one, other] = [tab(), tab()].map((storage) => new KeptRecords(storage, WORDS, () => undefined));
  if (one === undefined || other === undefined) throw new Error('no tabs');
  const savings = Array.from({ length: 200 }, (_, at) => [
    one.save(`one ${at}`, 'a', undefined),
    other.save(`other ${at}`, 'b', undefined),
  ]);
  expect(new Set(await Promise.all(savings.flat()))).toEqual(new Set(['saved']));
  for (const records of [one, other]) await expect.poll(() => records.list.length).toBe(400);
  expect(await tab().entries(WORDS.prefix)).toHaveLength(400);
});

test('two tabs that change one value at once lose no change', async () => {
  const key = crypto.randomUUID();
  const tabs = [tab(), tab()];
  await Promise.all(
    Array.from({ length: 400 }, (_, at) => tabs[at % 2]?.update(key, (value) => Number(value ?? 0) + 1)),
  );
  expect(await tab().get(key)).toBe(400);
});

test('where the database never answers, everything works in memory', async () => {
  const { open } = indexedDB;
  indexedDB.open = () => new EventTarget() as IDBOpenDBRequest; // It says nothing, as WebKit's sometimes does.
  try {
    const storage = tab();
    expect(await storage.durable).toBe(false);
    await storage.set('b', 1);
    await storage.update('a', (value) => [value, 2]);
    expect(await storage.entries('')).toEqual([
      ['a', [undefined, 2]],
      ['b', 1],
    ]);
  } finally {
    indexedDB.open = open;
  }
});
