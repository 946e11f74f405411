import { clear, createStore, setMany } from 'idb-keyval';
import { expect, it } from 'vitest';
import { CACHES } from '../../src/core/storage/caches';
import { openCache } from './cacheEntries';

it('answers reads before all of many entries are removed', async () => {
  const facts = createStore(CACHES.facts.database, CACHES.facts.store);
  await clear(facts);
  const added = Array.from({ length: 1_200 }, (_, index): [string, string] => [
    `key ${String(index)}`,
    'facts',
  ]);
  await setMany(added, facts);
  const entries = openCache(CACHES.facts);
  const removing = entries.remove(added.map(([key]) => key));
  const left = await entries.keys();
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(added.length);
  await removing;
  expect(await entries.keys()).toEqual([]);
});
