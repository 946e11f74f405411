import { del, get, promisifyRequest } from 'idb-keyval';
import type { Storage } from '../app/ports/storage';
import { changeAll } from './changeAll';
import { answersInTime, openDatabase, storedWithRoom } from './database';

/** Channel whose messages are lists of keys. */
const NEWS = 'strata-written';

export interface StorageEvents {
  /** A newer release has taken over the database, so this tab no longer saves. */
  onsuperseded(): void;
  /** Caches were evicted to make space for a value. */
  onmaderoom(): void;
}

/** Stores the app's small values in IndexedDB, or in memory if the browser has none, so that the app still works. */
export function createStorage(events: StorageEvents): Storage {
  const store = openDatabase('strata', 'values', () => {
    events.onsuperseded();
  });
  const memory = new Map<string, unknown>();
  const durable = answersInTime(() => get('probe', store));
  const news = new BroadcastChannel(NEWS);

  /** The task resolves to the keys it has written. */
  async function write(task: () => Promise<readonly string[]>): Promise<void> {
    const { value: keys, madeRoom } = await storedWithRoom(task);
    if (madeRoom) events.onmaderoom();
    if (keys.length > 0) news.postMessage(keys);
  }

  async function updateAll(changes: ReadonlyMap<string, (value: unknown) => unknown>): Promise<void> {
    if (await durable) await write(() => store('readwrite', (objects) => changeAll(objects, changes)));
    else for (const [key, value] of changed(memory, changes)) keep(memory, key, value);
  }

  return {
    durable,
    async get(key) {
      return (await durable) ? get(key, store) : memory.get(key);
    },
    update: (key, change) => updateAll(new Map([[key, change]])),
    updateAll,
    async remove(key) {
      if (await durable) await write(() => del(key, store).then(() => [key]));
      else memory.delete(key);
    },
    async entries(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      if (await durable) {
        return store('readonly', async (objects) => {
          const [keys, values] = await Promise.all([
            promisifyRequest(objects.getAllKeys(range)),
            promisifyRequest<unknown[]>(objects.getAll(range)),
          ]);
          return keys.map((key, index) => [String(key), values[index]] as const);
        });
      }
      return [...memory].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
    },
    isPersisted: () => asked(() => navigator.storage.persisted()),
    persist: () => asked(() => navigator.storage.persist()),
    watch(onchange) {
      const listener = ({ data }: MessageEvent<readonly string[]>) => {
        onchange(data);
      };
      news.addEventListener('message', listener);
      return () => {
        news.removeEventListener('message', listener);
      };
    },
  };
}

/** Computes all values before the first is written. */
function changed(
  values: ReadonlyMap<string, unknown>,
  changes: ReadonlyMap<string, (value: unknown) => unknown>,
): (readonly [key: string, value: unknown])[] {
  return [...changes].map(([key, change]) => [key, change(values.get(key))]);
}

function keep(values: Map<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) values.delete(key);
  else values.set(key, value);
}

/** Resolves to false in browsers without this API. */
async function asked(question: () => Promise<boolean>): Promise<boolean> {
  try {
    return await question();
  } catch {
    return false;
  }
}
