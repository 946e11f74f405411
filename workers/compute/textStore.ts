/** Texts that slices were made from, by the hash of their content, in IndexedDB: what is used least goes first. */
import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import * as v from 'valibot';
import type { OldTexts } from '../../src/core/slices/resolvedSlice';
import { createAttempts } from './databasePatience';

export interface TextStore {
  /** Those that are kept. Never rejects. */
  get(hashes: readonly string[]): Promise<OldTexts>;
  /** False when it was not stored: too large, or no room. */
  put(hash: string, text: string): Promise<boolean>;
}

export const noTextStore: TextStore = {
  get: () => Promise.resolve(new Map()),
  put: () => Promise.resolve(false),
};

export interface TextStoreOptions {
  readonly database: string;
  /** Bytes of all texts together, and of one. */
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

/** Milliseconds until another use is written down: each writes the text again. */
const USE_COUNTS_AFTER = 24 * 60 * 60 * 1000;

/** Hash, time of the last use, bytes: so that what goes first is known without reading a text. */
const keySchema = v.tuple([v.string(), v.number(), v.number()]);

export function createTextStore(options: Partial<TextStoreOptions> = {}): TextStore {
  const { database, capacity, largest, now } = { ...BROWSER_STORE, ...options };
  let store: UseStore | undefined;
  const attempt = createAttempts();
  const open = (): UseStore => (store ??= createStore(database, 'texts'));

  /** Takes away what was used least until the rest fits. */
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

/** At most: a text of Latin letters takes half of it. */
function bytesOf(text: string): number {
  return 2 * text.length;
}
