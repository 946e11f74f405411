import { clear, createStore, keys, set } from 'idb-keyval';
import { afterEach, expect, test, vi } from 'vitest';
import { CACHES } from '../../src/core/storage/caches';
import { browserShelf, type PackShelf } from './packStore';
import { createRoom } from './room';

const entries = createStore(CACHES.references.database, CACHES.references.store);
const shelfOf = (version: number): PackShelf =>
  browserShelf({ cache: 'references', version, workspaceId: 'here', room: createRoom() });

afterEach(() => vi.restoreAllMocks());

test('passes on all packs of a large folder, a few at a time, and removes those of another version', async () => {
  await clear(entries);
  const packs = new Map(Array.from({ length: 100 }, (_, number) => [number, `pack ${number}`]));
  await shelfOf(1).save(packs);
  for (const key of [
    ['here', '', 0, 7],
    ['there', '', 0, 7],
  ])
    await set(key, 'of before', entries);

  const passed: ReadonlyMap<number, unknown>[] = [];
  const take = (some: ReadonlyMap<number, unknown>): Promise<unknown> => Promise.resolve(passed.push(some));
  expect(await shelfOf(1).load(take)).toBe(true);
  expect(new Map(passed.flatMap((some) => [...some]))).toEqual(packs);
  expect(Math.max(...passed.map(({ size }) => size))).toBeLessThan(10);
  expect(await keys(entries)).toHaveLength(101);
});

/** Chromium keeps large values in files of their own. When one is lost, reading it aborts the transaction. */
function loseValue(lost: number): void {
  const read = IDBObjectStore.prototype.get;
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    const request = read.call(this, key);
    if (Array.isArray(key) && key[3] === lost) this.transaction.abort();
    return request;
  });
}

test.each([1, 20])('passes on all of %i packs but the one that the browser cannot read', async (count) => {
  await clear(entries);
  const packs = new Map(Array.from({ length: count }, (_, number) => [number, `pack ${number}`]));
  await shelfOf(1).save(packs);
  loseValue(count - 1);
  const passed: ReadonlyMap<number, unknown>[] = [];
  expect(await shelfOf(1).load((some) => Promise.resolve(passed.push(some)))).toBe(true);
  expect(new Map(passed.flatMap((some) => [...some]))).toEqual(packs.set(count - 1, undefined as never));
});
