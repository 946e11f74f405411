import { createStore, delMany, promisifyRequest } from 'idb-keyval';
import type { Cache, CacheEntries } from '../../src/core/storage/caches';

/**
 * Keys per answer, and keys deleted per transaction. In Chromium, no database of the app answers in the meantime. On a busy
 * machine, listing 73,000 keys at once takes 4 s, and deleting 500 entries 1.5 s.
 */
const KEYS_LISTED = 2_000;
const KEYS_REMOVED = 100;

const opened = new Map<string, CacheEntries>();

/** Opens the entries of a cache, to make room, to remove expired entries, or to forget a folder. */
export function openCache({ database, store }: Cache): CacheEntries {
  const name = `${database}/${store}`;
  const known = opened.get(name);
  if (known !== undefined) return known;
  const source = createStore(database, store);
  const entries: CacheEntries = {
    keys: () =>
      keysInParts((range, count) =>
        source('readonly', (stored) => promisifyRequest(stored.getAllKeys(range, count))),
      ),
    async remove(given) {
      for (let at = 0; at < given.length; at += KEYS_REMOVED) {
        // They are keys that this store returned.
        await delMany(given.slice(at, at + KEYS_REMOVED) as IDBValidKey[], source);
      }
    },
  };
  opened.set(name, entries);
  return entries;
}

/** Lists all keys with a function that returns the first keys of a range, or none if the database fails. */
export async function keysInParts(
  list: (range: IDBKeyRange | null, count: number) => Promise<readonly IDBValidKey[]>,
): Promise<readonly IDBValidKey[]> {
  const all: IDBValidKey[] = [];
  for (;;) {
    const last = all.at(-1);
    const some = await list(last === undefined ? null : IDBKeyRange.lowerBound(last, true), KEYS_LISTED);
    all.push(...some);
    if (some.length < KEYS_LISTED) return all;
  }
}
