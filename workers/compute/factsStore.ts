/** Facts across visits: by language and content hash, in IndexedDB, so that no content is parsed twice. */
import { createStore, getMany, keys, setMany } from 'idb-keyval';
import { createAttempts } from './databasePatience';
import { FACTS_VERSION, type FileFacts } from '../../src/core/facts/fileFacts';

export interface FactsStore {
  get(keys: readonly string[]): Promise<ReadonlyMap<string, FileFacts>>;
  /** Stored soon, with others. */
  put(key: string, facts: FileFacts): void;
}

export const noFactsStore: FactsStore = {
  get: () => Promise.resolve(new Map()),
  put: () => undefined,
};

const NOTHING: ReadonlySet<string> = new Set();

/** Workers tell each other what they have stored, so that nobody waits for the database to say that it has not. */
const NEWS = 'strata-facts';

/** Milliseconds without anything new after which it is written: what is looked up meanwhile has not to wait for it. */
const QUIET = 400;
/** UTF-16 units that may wait for that. */
const UNITS_WAITING = 16_000_000;

/** Values are JSON: one string is cloned many times faster than a tree of small objects. */
export function createFactsStore(): FactsStore {
  const store = createStore('strata-facts', 'facts');
  const news = new BroadcastChannel(NEWS);
  const attempt = createAttempts();
  const heard = new Set<string>();
  let listing: Promise<ReadonlySet<string>> | undefined;
  let waiting = new Map<string, string>();
  let units = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> | undefined;

  news.addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => {
    for (const key of data) heard.add(key);
  });

  async function listStored(): Promise<ReadonlySet<string>> {
    const stored = new Set(heard);
    for (const key of await keys(store)) if (typeof key === 'string') stored.add(key);
    return stored;
  }

  function writeNow(): void {
    clearTimeout(timer);
    units = 0;
    writing ??= write();
  }

  async function write(): Promise<void> {
    // What comes while one write is under way goes with the next.
    while (waiting.size > 0) {
      const batch = [...waiting];
      waiting = new Map();
      try {
        await setMany(batch, store);
        const stored = batch.map(([key]) => key);
        for (const key of stored) heard.add(key);
        news.postMessage(stored);
      } catch {
        break; // No room, or no IndexedDB: the next visit parses again.
      }
    }
    writing = undefined;
  }

  return {
    async get(wanted) {
      const found = new Map<string, FileFacts>();
      // Where storage is denied nothing is known.
      const stored = await attempt(NOTHING, () => (listing ??= listStored()));
      const known = wanted.filter((key) => stored.has(versioned(key)) || heard.has(versioned(key)));
      if (known.length === 0) return found;
      const values = await attempt<readonly unknown[]>([], () => getMany(known.map(versioned), store));
      for (const [index, value] of values.entries()) {
        const key = known[index];
        const facts = readFacts(value);
        if (key !== undefined && facts !== undefined) found.set(key, facts);
      }
      return found;
    },
    put(key, facts) {
      const value = JSON.stringify(facts);
      waiting.set(versioned(key), value);
      units += value.length;
      clearTimeout(timer);
      if (units >= UNITS_WAITING) writeNow();
      else timer = setTimeout(writeNow, QUIET);
    },
  };
}

function versioned(key: string): string {
  return `${FACTS_VERSION}/${key}`;
}

/** Undefined for a value that is not ours, or damaged. */
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
