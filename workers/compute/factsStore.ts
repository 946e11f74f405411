/** Stores facts between visits in IndexedDB, by language and content hash, so that no content is parsed twice. */
import { createStore, delMany, getMany, keys, setMany } from 'idb-keyval';
import { coalesce } from '../../src/core/async/coalesce';
import { createAttempts } from './databaseTimeout';
import { deadKeys, evictedKeys, factsKey, placeOf } from './factsKeys';
import type { FileFacts } from '../../src/core/facts/fileFacts';

export interface FactsStore {
  get(keys: readonly string[]): Promise<ReadonlyMap<string, FileFacts>>;
  /** Stored soon, in a batch. */
  put(key: string, facts: FileFacts): void;
}

export const noFactsStore: FactsStore = {
  get: () => Promise.resolve(new Map()),
  put: () => undefined,
};

const NOTHING: ReadonlyMap<string, string> = new Map();

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
  const store = createStore('strata-facts', 'facts');
  const news = new BroadcastChannel(NEWS);
  const attempt = createAttempts();
  /** Keys by subject, as announced by this and other workers. */
  const heard = new Map<string, string>();
  let listing: Promise<ReadonlyMap<string, string>> | undefined;
  let waiting = new Map<string, string>();
  let units = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  news.addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => {
    hear(data);
  });

  function hear(stored: readonly string[]): void {
    for (const key of stored) {
      const of = placeOf(key)?.of;
      if (of !== undefined) heard.set(of, key);
    }
  }

  async function listStored(): Promise<ReadonlyMap<string, string>> {
    const all = await keys(store);
    setTimeout(() => void prune(), pruneAfter);
    const stored = new Map<string, string>();
    for (const key of all) {
      const of = placeOf(key)?.of;
      if (of !== undefined && typeof key === 'string') stored.set(of, key);
    }
    return stored;
  }

  /** One worker is enough; the lock keeps the others out. */
  async function prune(): Promise<void> {
    await navigator.locks.request('strata-facts-prune', { ifAvailable: true }, async (lock) => {
      if (lock === null) return;
      await attempt(undefined, async () => delMany(deadKeys(await keys(store), now()), store));
    });
  }

  /** If there is no room, deletes the oldest facts. */
  async function storeBatch(batch: [string, string][]): Promise<void> {
    try {
      await setMany(batch, store);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error;
      await delMany(evictedKeys(await keys(store)), store);
      await setMany(batch, store);
    }
  }

  function writeNow(): void {
    clearTimeout(timer);
    units = 0;
    void write();
  }

  const write = coalesce(async () => {
    if (waiting.size === 0) return;
    const batch = [...waiting];
    waiting = new Map();
    try {
      await storeBatch(batch);
      const stored = batch.map(([key]) => key);
      hear(stored);
      news.postMessage(stored);
    } catch {
      // No room, or no IndexedDB: the next visit parses again.
    }
  });

  return {
    async get(wanted) {
      const found = new Map<string, FileFacts>();
      if (wanted.length === 0) return found;
      // If storage is denied, nothing is known.
      const stored = await attempt(NOTHING, () => (listing ??= listStored()));
      const known = wanted.filter((key) => heard.has(key) || stored.has(key));
      if (known.length === 0) return found;
      const values = await attempt<readonly unknown[]>([], () =>
        getMany(
          known.map((key) => heard.get(key) ?? stored.get(key) ?? ''),
          store,
        ),
      );
      for (const [index, value] of values.entries()) {
        const key = known[index];
        const facts = readFacts(value);
        if (key !== undefined && facts !== undefined) found.set(key, facts);
      }
      return found;
    },
    put(key, facts) {
      const value = JSON.stringify(facts);
      waiting.set(factsKey(key, now()), value);
      units += value.length;
      clearTimeout(timer);
      if (units >= UNITS_WAITING) writeNow();
      else timer = setTimeout(writeNow, QUIET);
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
  return 'symbols' in value && Array.isArray(value.symbols) && 'cuts' in value && Array.isArray(value.cuts);
}
