import { createStore, keys, set } from 'idb-keyval';
import { describe, expect, test } from 'vitest';
import { CACHES } from '../../src/core/storage/caches';
import { openCacheStore } from './cacheStore';
import { createTextStore } from './textStore';

const DAY = 24 * 60 * 60 * 1000;
let databases = 0;

/** A separate store with room for three texts of ten characters, and a stopped clock. */
function newStore() {
  const cache = { ...CACHES.texts, database: `texts ${(databases += 1)}`, limits: { bytes: 60 } };
  let time = 0;
  return {
    store: createTextStore({ store: openCacheStore('texts', { cache }), maxBytes: 40, now: () => time }),
    wait: (milliseconds: number) => void (time += milliseconds),
    raw: createStore(cache.database, cache.store),
  };
}

const ten = (letter: string): string => letter.repeat(10);

describe('the store of old texts', () => {
  test('finds what was put, and nothing else', async () => {
    const { store } = newStore();
    expect(await store.put(new Map([['a', ten('a')]]))).toBe(true);
    expect(await store.put(new Map([['b', '']]))).toBe(true);
    expect([...(await store.get(['b', 'c', 'a', 'a']))]).toEqual([
      ['b', ''],
      ['a', ten('a')],
    ]);
    expect(await store.put(new Map([['a', ten('A')]]))).toBe(true);
    expect((await store.get(['a'])).get('a')).toBe(ten('A'));
  });

  test('lets go first what was used least', async () => {
    const { store, wait } = newStore();
    for (const name of ['a', 'b', 'c']) {
      await store.put(new Map([[name, ten(name)]]));
      wait(1);
    }
    wait(2 * DAY);
    await store.get(['a']);
    await store.put(new Map([['d', ten('d')]]));
    expect([...(await store.get(['a', 'b', 'c', 'd'])).keys()]).toEqual(['a', 'c', 'd']);
  });

  test('refuses a text that would take the room of all others', async () => {
    const { store } = newStore();
    await store.put(new Map([['a', ten('a')]]));
    expect(await store.put(new Map([['large', 'x'.repeat(21)]]))).toBe(false);
    const both = new Map([
      ['large', 'x'.repeat(21)],
      ['b', ten('b')],
    ]);
    expect(await store.put(both)).toBe(true);
    expect([...(await store.get(['a', 'large', 'b'])).keys()]).toEqual(['a', 'b']);
  });

  test('passes over what is not ours', async () => {
    const { store, raw } = newStore();
    await set(['a', 1, 'many'], { not: 'a text' }, raw);
    await set('b', 'no hash', raw);
    expect(await store.get(['a', 'b'])).toEqual(new Map());
    await store.put(new Map([['a', ten('a')]]));
    expect((await store.get(['a'])).get('a')).toBe(ten('a'));
    expect((await keys(raw)).length).toBe(2);
  });
});
