import { createStore, delMany, keys } from 'idb-keyval';
import type { Cache, CacheEntries } from '../../src/core/storage/caches';

/** Keys per transaction. Until a transaction ends, all databases of the app wait: 26,000 keys take 8 s, 500 take 0.2 s. */
const KEYS_AT_ONCE = 500;

const opened = new Map<string, CacheEntries>();

/** Opens the entries of a cache, to make room, to remove expired entries, or to forget a folder. */
export function openCache({ database, store }: Cache): CacheEntries {
  const name = `${database}/${store}`;
  const known = opened.get(name);
  if (known !== undefined) return known;
  const source = createStore(database, store);
  const entries: CacheEntries = {
    keys: () => keys(source),
    async remove(given) {
      for (let at = 0; at < given.length; at += KEYS_AT_ONCE) {
        // They are keys that this store returned.
        await delMany(given.slice(at, at + KEYS_AT_ONCE) as IDBValidKey[], source);
      }
    },
  };
  opened.set(name, entries);
  return entries;
}
