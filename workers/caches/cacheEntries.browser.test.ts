import { clear, createStore, setMany } from 'idb-keyval';
import { beforeEach, expect, it } from 'vitest';
import { CACHES } from '../../src/core/storage/caches';
import { openCache } from './cacheEntries';

const facts = createStore(CACHES.facts.database, CACHES.facts.store);
const added = Array.from({ length: 4_100 }, (_, index): [string, string] => [
  `key ${String(index)}`,
  'facts',
]);

beforeEach(async () => {
  await clear(facts);
  await setMany(added, facts);
});

it('lists all of many keys', async () => {
  expect(await openCache(CACHES.facts).keys()).toEqual(added.map(([key]) => key).toSorted());
});

it('answers reads while many entries are being removed', async () => {
  const entries = openCache(CACHES.facts);
  const removing = entries.remove(added.map(([key]) => key));
  const left = await entries.keys();
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(added.length);
  await removing;
  expect(await entries.keys()).toEqual([]);
});
