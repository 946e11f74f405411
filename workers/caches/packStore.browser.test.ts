import { clear, createStore, keys, set } from 'idb-keyval';
import { expect, test } from 'vitest';
import { CACHES } from '../../src/core/storage/caches';
import { browserShelf, type PackShelf } from './packStore';
import { createRoom } from './room';

const entries = createStore(CACHES.references.database, CACHES.references.store);
const shelfOf = (version: number): PackShelf =>
  browserShelf({ cache: 'references', version, workspaceId: 'here', room: createRoom() });

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
