import { createStore, keys } from 'idb-keyval';
import { describe, expect, test } from 'vitest';
import { CACHES } from '../../src/core/storage/caches';
import { createBlockStore } from './blockStore';
import { openCacheStore } from './cacheStore';

const HOUR = 60 * 60 * 1000;
let databases = 0;

/** A separate store with room for three bodies of ten bytes, and a stopped clock. */
function newStore() {
  const cache = { ...CACHES.blocks, database: `blocks ${(databases += 1)}`, limits: { bytes: 30 } };
  let time = 0;
  return {
    store: createBlockStore({ store: openCacheStore('blocks', { cache }), limit: 30, now: () => time }),
    wait: (milliseconds: number) => void (time += milliseconds),
    raw: createStore(cache.database, cache.store),
  };
}

const bodies = (...names: readonly string[]): ReadonlyMap<string, Uint8Array<ArrayBuffer>> =>
  new Map(names.map((name) => [name, new TextEncoder().encode(name.repeat(10))]));
const names = ['a', 'b', 'c', 'd'];

describe('the store of blocks', () => {
  test('keeps a body once, and gives it back', async () => {
    const { store, raw, wait } = newStore();
    expect(await store.put(bodies('a', 'b'))).toBe(true);
    wait(1);
    expect(await store.put(bodies('b', 'c'))).toBe(true);
    expect(await keys(raw)).toEqual([
      ['a', 0, 10],
      ['b', 0, 10],
      ['c', 1, 10],
    ]);
    expect(await store.has(names)).toEqual(new Set(['a', 'b', 'c']));
    expect(await store.get(['c', 'd', 'a', 'a'])).toEqual(bodies('c', 'a'));
  });

  test('lets go first what was used least', async () => {
    const { store, wait } = newStore();
    await store.put(bodies('a', 'b', 'c'));
    wait(2 * HOUR);
    await store.put(bodies('a', 'd'));
    const kept = await store.has(names);
    expect(kept.size).toBe(3);
    expect([kept.has('a'), kept.has('d')]).toEqual([true, true]);
  });

  test('refuses bodies that would take more than all room', async () => {
    const { store } = newStore();
    await store.put(bodies('a'));
    expect(await store.put(bodies(...names))).toBe(false);
    expect(await store.has(names)).toEqual(new Set(['a']));
  });
});
