import { createStore, del, get, set, update } from 'idb-keyval';
import type { Storage } from '../app/ports';

/** WebKit can leave `indexedDB.open` without an answer for ever (WebKit bug 226547). */
const OPEN_DEADLINE = 3_000;

/** The app's small values in IndexedDB; in memory where the browser gives none, so that the app still works. */
export function createStorage(): Storage {
  const store = createStore('strata', 'values');
  const memory = new Map<string, unknown>();
  const durable = answersInTime(() => get('probe', store));

  return {
    durable,
    async get(key) {
      return (await durable) ? get(key, store) : memory.get(key);
    },
    async set(key, value) {
      if (await durable) await set(key, value, store);
      else memory.set(key, value);
    },
    async update(key, change) {
      if (await durable) await update(key, change, store);
      else memory.set(key, change(memory.get(key)));
    },
    async remove(key) {
      if (await durable) await del(key, store);
      else memory.delete(key);
    },
  };
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
