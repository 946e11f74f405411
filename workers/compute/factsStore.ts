/** Facts across visits: by language and content hash, in IndexedDB, so that no content is parsed twice. */
import { createStore, getMany, setMany } from 'idb-keyval';
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

/** Values are JSON: one string is cloned many times faster than a tree of small objects. */
export function createFactsStore(): FactsStore {
  const store = createStore('strata-facts', 'facts');
  let waiting = new Map<string, string>();
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    // What comes while one write is under way goes with the next.
    while (waiting.size > 0) {
      const batch = [...waiting];
      waiting = new Map();
      try {
        await setMany(batch, store);
      } catch {
        break; // No room, or no IndexedDB: the next visit parses again.
      }
    }
    writing = undefined;
  }

  return {
    async get(keys) {
      const found = new Map<string, FileFacts>();
      if (keys.length === 0) return found;
      try {
        const values: unknown[] = await getMany(keys.map(versioned), store);
        for (const [index, value] of values.entries()) {
          const key = keys[index];
          const facts = readFacts(value);
          if (key !== undefined && facts !== undefined) found.set(key, facts);
        }
      } catch {
        return found; // Storage is denied: nothing is known.
      }
      return found;
    },
    put(key, facts) {
      waiting.set(versioned(key), JSON.stringify(facts));
      writing ??= write();
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
