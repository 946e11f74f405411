import { createStore, delMany, keys } from 'idb-keyval';
import type { Cache, CacheEntries } from '../../src/core/storage/caches';

const opened = new Map<string, CacheEntries>();

/** Opens the entries of a cache, to make room or to forget a folder. */
export function openCache({ database, store }: Cache): CacheEntries {
  const name = `${database}/${store}`;
  const known = opened.get(name);
  if (known !== undefined) return known;
  const source = createStore(database, store);
  const entries: CacheEntries = {
    keys: () => keys(source),
    // They are keys that this store returned.
    remove: (given) => delMany([...given] as IDBValidKey[], source),
  };
  opened.set(name, entries);
  return entries;
}
