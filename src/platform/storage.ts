import { del, get, promisifyRequest, set, update } from 'idb-keyval';
import type { Storage } from '../app/ports';
import { isQuota, withRoom } from '../core/storage/caches';
import { openCache } from './caches';
import { openDatabase } from './database';

/** WebKit can leave `indexedDB.open` without an answer for ever (WebKit bug 226547). */
const OPEN_DEADLINE = 3_000;

const NEWS = 'strata-values';

export interface StorageEvents {
  /** A newer release has taken the database over: nothing more is saved here. */
  onsuperseded(): void;
  /** The browser gave no room for a value, so caches were emptied for it. */
  onmaderoom(): void;
}

/** The app's small values in IndexedDB; in memory where the browser gives none, so that the app still works. */
export function createStorage(events: StorageEvents): Storage {
  const store = openDatabase('strata', 'values', () => {
    events.onsuperseded();
  });
  const memory = new Map<string, unknown>();
  const durable = answersInTime(() => get('probe', store));
  const news = new BroadcastChannel(NEWS);

  async function write(key: string, task: () => Promise<void>): Promise<void> {
    if (await storedWithRoom(task)) events.onmaderoom();
    news.postMessage(key);
  }

  return {
    durable,
    async get(key) {
      return (await durable) ? get(key, store) : memory.get(key);
    },
    async set(key, value) {
      if (await durable) await write(key, () => set(key, value, store));
      else memory.set(key, value);
    },
    async update(key, change) {
      if (await durable) await write(key, () => update(key, change, store));
      else memory.set(key, change(memory.get(key)));
    },
    async remove(key) {
      if (await durable) await write(key, () => del(key, store));
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
      const listener = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') onchange(data);
      };
      news.addEventListener('message', listener);
      return () => {
        news.removeEventListener('message', listener);
      };
    },
  };
}

/** What the user has put together comes before all that only saves time. Whether that had to make room. */
async function storedWithRoom(task: () => Promise<void>): Promise<boolean> {
  try {
    return (await withRoom(task, { kind: 'own' }, openCache)).madeRoom;
  } catch (error) {
    if (!isQuota(error)) throw error;
    throw new Error('the browser has no room left for it', { cause: error });
  }
}

async function answersInTime(probe: () => Promise<unknown>): Promise<boolean> {
  const deadline = new Promise<boolean>((resolve) => {
    setTimeout(() => {
      resolve(false);
    }, OPEN_DEADLINE);
  });
  const answer = probe().then(
    () => true,
    () => false,
  );
  return Promise.race([answer, deadline]);
}

/** Browsers without an answer do not promise anything. */
async function asked(question: () => Promise<boolean>): Promise<boolean> {
  try {
    return await question();
  } catch {
    return false;
  }
}
