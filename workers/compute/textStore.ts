/**
 * Stores the texts that slices were created from, by content hash, in IndexedDB. The least recently used are deleted
 * first.
 */
import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import * as v from 'valibot';
import type { OldTexts } from '../../src/core/slices/resolvedSlice';
import { createAttempts } from './databaseTimeout';

export interface TextStore {
  /** The texts that are stored. Never rejects. */
  get(hashes: readonly string[]): Promise<OldTexts>;
  /** Returns false if it was not stored because it is too large or there is no room. */
  put(hash: string, text: string): Promise<boolean>;
}

export const noTextStore: TextStore = {
  get: () => Promise.resolve(new Map()),
  put: () => Promise.resolve(false),
};

export interface TextStoreOptions {
  readonly database: string;
  /** In bytes: for all texts together, and for one. */
  readonly capacity: number;
  readonly largest: number;
  now(): number;
}

const BROWSER_STORE: TextStoreOptions = {
  database: 'strata-texts',
  capacity: 64_000_000,
  largest: 8_000_000,
  now: () => Date.now(),
};

/** Milliseconds until another use is recorded: recording rewrites the text. */
const USE_COUNTS_AFTER = 24 * 60 * 60 * 1000;

/** Hash, time of last use, bytes: enough to choose what to delete without reading a text. */
const keySchema = v.tuple([v.string(), v.number(), v.number()]);

/** Creates a store. Without IndexedDB, it keeps nothing. */
export function createTextStore(options: Partial<TextStoreOptions> = {}): TextStore {
  const { database, capacity, largest, now } = { ...BROWSER_STORE, ...options };
  let store: UseStore | undefined;
  const attempt = createAttempts();
  const open = (): UseStore => (store ??= createStore(database, 'texts'));

  /** Deletes the least recently used texts until the rest fit. */
  async function makeRoom(texts: IDBObjectStore): Promise<void> {
    const keys = await promisifyRequest(texts.getAllKeys());
    const kept = keys.flatMap((key) => {
      const parsed = v.safeParse(keySchema, key);
      return parsed.success ? [{ key, used: parsed.output[1], bytes: parsed.output[2] }] : [];
    });
    let bytes = kept.reduce((sum, each) => sum + each.bytes, 0);
    for (const { key, bytes: freed } of kept.toSorted((a, b) => a.used - b.used)) {
      if (bytes <= capacity) break;
      texts.delete(key);
      bytes -= freed;
    }
  }

  function write(texts: IDBObjectStore, hash: string, text: string): void {
    texts.delete(of(hash));
    texts.put(text, [hash, now(), bytesOf(text)]);
  }

  return {
    get(hashes) {
      if (hashes.length === 0) return Promise.resolve(new Map());
      return attempt<OldTexts>(new Map(), async () => {
        const found = new Map<string, string>();
        const worn: string[] = [];
        await open()('readonly', async (texts) => {
          for (const hash of new Set(hashes)) {
            const [[key], [text]] = await Promise.all([
              promisifyRequest(texts.getAllKeys(of(hash), 1)),
              promisifyRequest<unknown[]>(texts.getAll(of(hash), 1)),
            ]);
            if (typeof text !== 'string') continue;
            found.set(hash, text);
            const parsed = v.safeParse(keySchema, key);
            if (!parsed.success || now() - parsed.output[1] > USE_COUNTS_AFTER) worn.push(hash);
          }
        });
        if (worn.length > 0) {
          await open()('readwrite', (texts) => {
            for (const hash of worn) write(texts, hash, found.get(hash) ?? '');
            return promisifyRequest(texts.transaction);
          });
        }
        return found;
      });
    },

    put(hash, text) {
      if (bytesOf(text) > largest) return Promise.resolve(false);
      return attempt(false, () =>
        open()('readwrite', async (texts) => {
          write(texts, hash, text);
          await makeRoom(texts);
          await promisifyRequest(texts.transaction);
          return true;
        }),
      );
    },
  };
}

/** All keys of a hash: arrays sort after numbers. */
function of(hash: string): IDBKeyRange {
  return IDBKeyRange.bound([hash], [hash, []]);
}

/** An upper bound: a Latin-1 text takes half of it. */
function bytesOf(text: string): number {
  return 2 * text.length;
}
