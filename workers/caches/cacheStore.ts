/** Opens a cache in IndexedDB. Losing an entry costs time, never a result, so no call rejects. */
import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import { CACHES, expiredKeys, type Cache, type CacheName } from '../../src/core/storage/caches';
import { createAttempts } from './databaseTimeout';
import { createRoom, type Room } from './room';

export interface CacheStore {
  /** Returns `fallback` if the database fails or times out. After a timeout, the database is not used again. */
  read<T>(fallback: T, task: (entries: IDBObjectStore) => Promise<T>): Promise<T>;
  /** Writes in one transaction, making room if needed. Returns false if nothing was stored. */
  write(task: (entries: IDBObjectStore) => unknown, written?: Written): Promise<boolean>;
  /** Deletes entries beyond the cache's limits, inside a `write`. `now` is in milliseconds since the epoch. */
  removeExpired(entries: IDBObjectStore, now: number): Promise<void>;
}

/** Milliseconds. A write waits for the writes of other workers. */
const WRITE_TIMEOUT = 60_000;

interface Written {
  readonly workspaceId?: string;
  /** A model wrote it, so every cache may be evicted for it. */
  readonly byModel?: boolean;
}

export interface CacheStoreOptions {
  readonly room?: Pick<Room, 'store'>;
  /** Milliseconds to wait for a read. */
  readonly timeout?: number;
  /** Replaced in tests. */
  readonly cache?: Cache;
}

export function openCacheStore(
  name: CacheName,
  { room = createRoom(), timeout, cache = CACHES[name] }: CacheStoreOptions = {},
): CacheStore {
  const attempt = createAttempts(timeout);
  let store: UseStore | undefined;
  const open = (): UseStore => (store ??= createStore(cache.database, cache.store));

  return {
    read: (fallback, task) => attempt(fallback, () => open()('readonly', task)),
    write: (task, { workspaceId, byModel = false } = {}) =>
      attempt(
        false,
        () =>
          room.store({ kind: byModel ? 'model' : name, workspaceId }, () =>
            open()('readwrite', async (entries) => {
              await task(entries);
              await promisifyRequest(entries.transaction);
              return true;
            }),
          ),
        WRITE_TIMEOUT,
      ),
    async removeExpired(entries, now) {
      const keys = await promisifyRequest(entries.getAllKeys());
      for (const key of expiredKeys(cache, keys, now)) entries.delete(key);
    },
  };
}

/** The range of array keys that begin with these parts. Arrays sort after numbers and strings, so an empty one ends it. */
export function keysBelow(...parts: IDBValidKey[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []]);
}
