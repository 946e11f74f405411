/** Stores the texts that slices were created from, by content hash. The least recently used are deleted first. */
import { promisifyRequest } from 'idb-keyval';
import { CACHES } from '../../src/core/storage/caches';
import type { OldTexts } from '../../src/core/slices/resolvedSlice';
import { keysBelow, openCacheStore, type CacheStore } from './cacheStore';

export interface TextStore {
  /** The texts that are stored. Never rejects. */
  get(hashes: readonly string[]): Promise<OldTexts>;
  /**
   * Stores texts by hash in one transaction, except those that are too large. Returns false if none is stored, because all
   * are too large or there is no room.
   */
  put(texts: OldTexts): Promise<boolean>;
}

export interface TextStoreOptions {
  readonly store?: CacheStore;
  /** Bytes of one text. */
  readonly maxBytes?: number;
  now?(): number;
}

const MAX_BYTES = 8_000_000;

/** Milliseconds until another use is recorded: recording rewrites the text. */
const USE_COUNTS_AFTER = 24 * 60 * 60 * 1000;

export function createTextStore({
  store = openCacheStore('texts'),
  maxBytes = MAX_BYTES,
  now = Date.now,
}: TextStoreOptions = {}): TextStore {
  /** The key says when the text was last used, and its size. */
  function putAll(texts: IDBObjectStore, added: OldTexts): void {
    for (const [hash, text] of added) {
      texts.delete(keysBelow(hash));
      texts.put(text, [hash, now(), bytesOf(text)]);
    }
  }

  return {
    async get(hashes) {
      const found = new Map<string, string>();
      const worn = new Map<string, string>();
      if (hashes.length === 0) return found;
      await store.read(undefined, async (texts) => {
        for (const hash of new Set(hashes)) {
          const [[key], [text]] = await Promise.all([
            promisifyRequest(texts.getAllKeys(keysBelow(hash), 1)),
            promisifyRequest<unknown[]>(texts.getAll(keysBelow(hash), 1)),
          ]);
          if (typeof text !== 'string') continue;
          found.set(hash, text);
          const usedAt = CACHES.texts.useOf(key)?.usedAt ?? 0;
          if (now() - usedAt > USE_COUNTS_AFTER) worn.set(hash, text);
        }
      });
      if (worn.size > 0) await store.write((texts) => putAll(texts, worn));
      return found;
    },

    put(added) {
      const small = new Map([...added].filter(([, text]) => bytesOf(text) <= maxBytes));
      if (small.size === 0) return Promise.resolve(false);
      return store.write(async (texts) => {
        putAll(texts, small);
        await store.removeExpired(texts, now());
      });
    },
  };
}

/** An upper bound: a Latin-1 text takes half of it. */
function bytesOf(text: string): number {
  return 2 * text.length;
}
