import { expect, test } from 'vitest';
import { KeptRecords, type RecordKind } from '../app/storage/keptRecords.svelte';
import type { Storage } from '../app/ports/storage';
import { createStorage } from './storage';

const WORDS: RecordKind<string> = {
  label: 'word',
  prefix: `word ${crypto.randomUUID()}/`,
  toData: (value) => value,
  fromData: (data) => ({ kind: 'read', value: String(data) }),
};

/** Each has its own connection and channel, like each tab. */
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

test('if one of several values cannot be stored, none is changed', async () => {
  const prefix = crypto.randomUUID();
  const keys = Array.from({ length: 2_000 }, (_, at) => `${prefix} ${String(at).padStart(4, '0')}`);
  await tab().update(keys[0] ?? '', () => 'as it was');
  const changing = tab().updateAll(
    // Functions cannot be stored.
    new Map(keys.map((key, at) => [key, () => (at === 1_500 ? () => undefined : 'changed')])),
  );
  await expect(changing).rejects.toThrow('could not be cloned');
  expect(await tab().entries(prefix)).toEqual([[keys[0], 'as it was']]);
});

test('other tabs get one message about values changed together, without unchanged ones', async () => {
  const prefix = crypto.randomUUID();
  const keys = [`${prefix} a`, `${prefix} b`, `${prefix} c`];
  const [here, there] = [tab(), tab()];
  await here.update(keys[1] ?? '', () => 'as it was');
  const heard: (readonly string[])[] = [];
  there.watch((written) => {
    if (written.some((key) => key.startsWith(prefix))) heard.push(written);
  });
  await here.updateAll(new Map(keys.map((key) => [key, (value) => value ?? 'new'])));
  await here.remove(keys[0] ?? '');
  await expect.poll(() => heard).toEqual([[keys[1]], [keys[0], keys[2]], [keys[0]]]);
});

test('a value that changes to undefined is removed in the same transaction', async () => {
  const prefix = crypto.randomUUID();
  await tab().update(`${prefix} old`, () => 'value');
  await tab().updateAll(
    new Map<string, () => unknown>([
      [`${prefix} new`, () => 'value'],
      [`${prefix} old`, () => undefined],
    ]),
  );
  expect(await tab().entries(prefix)).toEqual([[`${prefix} new`, 'value']]);
});

test('if the database never responds, everything works in memory', async () => {
  const { open } = indexedDB;
  indexedDB.open = () => new EventTarget() as IDBOpenDBRequest; // Never responds, as can happen in WebKit.
  try {
    const storage = tab();
    expect(await storage.durable).toBe(false);
    await storage.update('b', () => 1);
    await storage.update('a', (value) => [value, 2]);
    const failing = new Map([
      ['b', () => 2],
      ['c', () => expect.fail('is not to be')],
    ]);
    await expect(storage.updateAll(failing)).rejects.toThrow('is not to be');
    expect(await storage.entries('')).toEqual([
      ['a', [undefined, 2]],
      ['b', 1],
    ]);
    await storage.update('a', () => undefined);
    expect(await storage.entries('')).toEqual([['b', 1]]);
  } finally {
    indexedDB.open = open;
  }
});
