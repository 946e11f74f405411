/** Stores the bodies of blocks that were handed over, once for each hash. The least recently used are deleted first. */
import { promisifyRequest } from 'idb-keyval';
import { CACHES } from '../../src/core/storage/caches';
import { keysBelow, openCacheStore, type CacheStore } from './cacheStore';
import type { Room } from './room';

export interface BlockStore {
  /** Returns false if not all are stored, because they are too large or there is no room. */
  put(bodies: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Promise<boolean>;
  /** The hashes that are stored. Never rejects. */
  has(hashes: Iterable<string>): Promise<ReadonlySet<string>>;
  /** The bodies that are stored. Never rejects. */
  get(hashes: Iterable<string>): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>>;
}

export interface BlockStoreOptions {
  readonly room?: Pick<Room, 'store'>;
  readonly store?: CacheStore;
  /** Bytes of all bodies. */
  readonly limit?: number;
  /** Milliseconds since the epoch. */
  now?(): number;
}

/** Milliseconds until another use is recorded: recording rewrites the body. */
const USE_COUNTS_AFTER = 60 * 60 * 1000;

export function createBlockStore({
  room,
  store = openCacheStore('blocks', room && { room }),
  limit = CACHES.blocks.limits.bytes,
  now = Date.now,
}: BlockStoreOptions = {}): BlockStore {
  return {
    put(bodies) {
      let bytes = 0;
      for (const body of bodies.values()) bytes += body.byteLength;
      if (bytes > limit) return Promise.resolve(false);
      return store.write(async (entries) => {
        const used = await lastUses(entries);
        for (const [hash, body] of bodies) {
          const usedAt = used.get(hash);
          if (usedAt !== undefined) {
            if (now() - usedAt <= USE_COUNTS_AFTER) continue;
            entries.delete(keysBelow(hash));
          }
          entries.put(body, [hash, now(), body.byteLength]);
        }
        await store.removeExpired(entries, now());
      });
    },

    async has(hashes) {
      const stored = await store.read<ReadonlyMap<string, number>>(new Map(), lastUses);
      return new Set([...hashes].filter((hash) => stored.has(hash)));
    },

    async get(hashes) {
      const found = new Map<string, Uint8Array<ArrayBuffer>>();
      await store.read(undefined, (entries) =>
        Promise.all(
          Array.from(new Set(hashes), async (hash) => {
            const [body] = await promisifyRequest<unknown[]>(entries.getAll(keysBelow(hash), 1));
            // Bodies are written with a buffer of their own.
            if (body instanceof Uint8Array) found.set(hash, body as Uint8Array<ArrayBuffer>);
          }),
        ),
      );
      return found;
    },
  };
}

/** When each body was last used, by hash. */
async function lastUses(entries: IDBObjectStore): Promise<ReadonlyMap<string, number>> {
  const keys = await promisifyRequest(entries.getAllKeys());
  return new Map(
    keys.flatMap((key) => {
      const use = CACHES.blocks.useOf(key);
      return use === undefined || !Array.isArray(key) ? [] : [[String(key[0]), use.usedAt]];
    }),
  );
}
