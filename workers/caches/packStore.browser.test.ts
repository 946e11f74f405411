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

/** Chromium keeps large values in files of their own. If one is lost, reading it aborts the transaction. */
function failToRead(isLost: (pack: number) => boolean): void {
  const read = IDBObjectStore.prototype.get;
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    if (isLost(Number(Array.isArray(key) ? key[3] : undefined)))
      queueMicrotask(() => {
        this.transaction.abort();
      });
    return read.call(this, key);
  });
}

test.each([
  [1, 0],
  [20, 3],
])('passes on all of %i packs when the browser has lost number %i', async (count, lost) => {
  await clear(entries);
  const packs = new Map<number, unknown>(Array.from({ length: count }, (_, at) => [at, `pack ${at}`]));
  await shelfOf(1).save(packs);
  failToRead((pack) => pack === lost);
  const passed: ReadonlyMap<number, unknown>[] = [];
  expect(await shelfOf(1).load((some) => Promise.resolve(passed.push(some)))).toBe(true);
  packs.set(lost, undefined);
  expect(new Map(passed.flatMap((some) => [...some]))).toEqual(packs);
});

test('passes on nothing when the database fails', async () => {
  await clear(entries);
  await shelfOf(1).save(new Map([[0, 'pack']]));
  failToRead(() => true);
  const list = IDBObjectStore.prototype.getAllKeys;
  vi.spyOn(IDBObjectStore.prototype, 'getAllKeys')
    .mockImplementation(() => {
      throw new DOMException('closed', 'InvalidStateError');
    })
    .mockImplementationOnce(function (this: IDBObjectStore, range) {
      return list.call(this, range);
    });
  const passed: unknown[] = [];
  expect(await shelfOf(1).load((some) => Promise.resolve(passed.push(some)))).toBe(false);
  expect(passed).toEqual([]);
});
