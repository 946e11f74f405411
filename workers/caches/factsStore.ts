/** Stores facts between visits, by language and content hash, so that no content is parsed twice. */
import { promisifyRequest } from 'idb-keyval';
import { coalesce } from '../../src/core/async/coalesce';
import type { FileFacts } from '../../src/core/facts/fileFacts';
import { CACHES, expiredKeys, factsKey, factsOfKey } from '../../src/core/storage/caches';
import { keysInParts, openCache } from './cacheEntries';
import { openCacheStore } from './cacheStore';

export interface FactsStore {
  get(keys: readonly string[]): Promise<ReadonlyMap<string, FileFacts>>;
  /** Stored soon, in a batch. */
  put(key: string, facts: FileFacts): void;
}

/** Channel on which workers announce what they stored, so that no worker waits for the database to find nothing. */
const NEWS = 'strata-facts';

/** Milliseconds without new facts before writing, so that lookups in the meantime do not wait for writes. */
const QUIET = 400;
/** Limit on the UTF-16 units that wait to be written. */
const UNITS_WAITING = 16_000_000;

/** Milliseconds before pruning; by then the screen has everything it needs. */
const PRUNE_AFTER = 20_000;

export interface FactsStoreOptions {
  readonly pruneAfter?: number;
  /** Milliseconds since the epoch. */
  now?(): number;
}

/** Values are JSON: a string is cloned many times faster than a tree of small objects. */
export function createFactsStore({
  pruneAfter = PRUNE_AFTER,
  now = Date.now,
}: FactsStoreOptions = {}): FactsStore {
  const store = openCacheStore('facts');
  const news = new BroadcastChannel(NEWS);
  /** Keys by subject, as listed or as announced by this and other workers. */
  const stored = new Map<string, string>();
  let listing: Promise<void> | undefined;
  let waiting = new Map<string, string>();
  let units = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  news.addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => {
    learn(data);
  });

  function learn(keys: readonly IDBValidKey[]): void {
    for (const key of keys) {
      const of = factsOfKey(key);
      if (of !== undefined && typeof key === 'string') stored.set(of, key);
    }
  }

  async function list(): Promise<void> {
    const keys = await keysInParts((range, count) =>
      store.read<IDBValidKey[]>([], (entries) => promisifyRequest(entries.getAllKeys(range, count))),
    );
    learn(keys);
    // If this fails, the next visit removes the rest.
    setTimeout(() => void prune().catch(() => undefined), pruneAfter);
  }

  /** One worker is enough; the lock keeps the others out. */
  async function prune(): Promise<void> {
    await navigator.locks.request('strata-facts-prune', { ifAvailable: true }, async (lock) => {
      if (lock === null) return;
      const entries = openCache(CACHES.facts);
      await entries.remove(expiredKeys(CACHES.facts, await entries.keys(), now()));
    });
  }

  const write = coalesce(async () => {
    clearTimeout(timer);
    const batch = waiting;
    waiting = new Map();
    units = 0;
    if (batch.size === 0) return;
    const isStored = await store.write((entries) => {
      for (const [key, value] of batch) entries.put(value, key);
    });
    if (!isStored) return; // The next visit parses again.
    learn([...batch.keys()]);
    news.postMessage([...batch.keys()]);
  });

  return {
    async get(wanted) {
      if (wanted.length === 0) return new Map();
      await (listing ??= list());
      const known = wanted.flatMap((of) => {
        const key = stored.get(of);
        return key === undefined ? [] : [{ of, key }];
      });
      if (known.length === 0) return new Map();
      const values = await store.read<readonly unknown[]>([], (entries) =>
        Promise.all(known.map(({ key }) => promisifyRequest<unknown>(entries.get(key)))),
      );
      const found = known.map(({ of }, index) => [of, readFacts(values[index])] as const);
      return new Map(found.flatMap(([of, facts]) => (facts === undefined ? [] : [[of, facts]])));
    },
    put(key, facts) {
      const value = JSON.stringify(facts);
      waiting.set(factsKey(key, now()), value);
      units += value.length;
      clearTimeout(timer);
      if (units >= UNITS_WAITING) void write();
      else timer = setTimeout(() => void write(), QUIET);
    },
  };
}

/** Undefined if the value is foreign or damaged. */
function readFacts(value: unknown): FileFacts | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    const facts: unknown = JSON.parse(value);
    return isFacts(facts) ? facts : undefined;
  } catch {
    return undefined;
  }
}

function isFacts(value: unknown): value is FileFacts {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'symbols' in value &&
    Array.isArray(value.symbols) &&
    'cuts' in value &&
    Array.isArray(value.cuts) &&
    'references' in value
  );
}
