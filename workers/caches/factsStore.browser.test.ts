import { clear, createStore, keys, set, setMany } from 'idb-keyval';
import { beforeEach, expect, it, vi } from 'vitest';
import { NO_REFERENCES } from '../../src/core/facts/references';
import type { FileFacts } from '../../src/core/facts/fileFacts';
import { factsKey } from '../../src/core/storage/caches';
import { createFactsStore } from './factsStore';

const store = createStore('strata-facts', 'facts');
const NOW = Date.parse('2026-03-31T12:00:00Z');
const now = (): number => NOW;
// Only the parts of facts that the store reads.
const facts = { symbols: [], cuts: [], imports: [], references: NO_REFERENCES } as unknown as FileFacts;

beforeEach(() => clear(store));

it('gives back what another worker has stored, in an earlier month too', async () => {
  const json = JSON.stringify(facts);
  await set(factsKey('python/old', Date.parse('2026-01-01')), json, store);
  createFactsStore({ now }).put('python/new', facts);
  await vi.waitFor(async () => expect(await keys(store)).toHaveLength(2));
  const found = await createFactsStore({ now }).get(['python/old', 'python/new', 'python/none']);
  expect([...found.keys()]).toEqual(['python/old', 'python/new']);
});

it('finds facts among those of many files', async () => {
  const json = JSON.stringify(facts);
  const subjects = Array.from({ length: 4_100 }, (_, index) => `python/${String(index)}`);
  await setMany(
    subjects.map((of) => [factsKey(of, NOW), json]),
    store,
  );
  expect([...(await createFactsStore({ now }).get(subjects)).keys()]).toEqual(subjects);
});

it('takes away what nobody needs when the screen is full', async () => {
  const needed = factsKey('python/a', NOW);
  await set(needed, JSON.stringify(facts), store);
  await set('0/python/b', 'of another version', store);
  await set(factsKey('python/c', Date.parse('2024-01-01')), 'very old', store);
  await createFactsStore({ now, pruneAfter: 0 }).get(['python/a']);
  await vi.waitFor(async () => expect(await keys(store)).toEqual([needed]));
});

it('makes room where there is none, with the oldest', async () => {
  const old = factsKey('python/old', Date.parse('2026-01-01'));
  await set(old, JSON.stringify(facts), store);
  await set(factsKey('python/late', NOW), JSON.stringify(facts), store);
  // Browsers free deleted data later, so a real quota would prove nothing.
  const full = (): never => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  // Evicting views and references doesn't free enough space.
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  put.mockImplementationOnce(full).mockImplementationOnce(full).mockImplementationOnce(full);
  createFactsStore({ now }).put('python/new', facts);
  const expected = [factsKey('python/late', NOW), factsKey('python/new', NOW)];
  await vi.waitFor(async () => expect(await keys(store)).toEqual(expected));
});
