import { createStore, promisifyRequest } from 'idb-keyval';
import type { SummaryShelf } from '../app/ports/summaries';
import { CACHES } from '../core/storage/caches';

/** Keys to process before yielding to the page. */
const KEYS_AT_ONCE = 2_000;

/** All summaries that the workers have stored. The last part of each key is the size of its entry in bytes. */
export const browserSummaries: SummaryShelf = {
  size: () => open('readonly', bytesIn),
  clear: () =>
    open('readwrite', async (entries) => {
      const bytes = await bytesIn(entries);
      entries.clear();
      await promisifyRequest(entries.transaction);
      return bytes;
    }),
};

async function open(
  mode: IDBTransactionMode,
  task: (entries: IDBObjectStore) => Promise<number>,
): Promise<number> {
  try {
    return await createStore(CACHES.summaries.database, CACHES.summaries.store)(mode, task);
  } catch {
    return 0; // Without a database, there are no stored summaries.
  }
}

async function bytesIn(entries: IDBObjectStore): Promise<number> {
  let bytes = 0;
  let after: IDBKeyRange | undefined;
  for (;;) {
    const keys = await promisifyRequest(entries.getAllKeys(after, KEYS_AT_ONCE));
    for (const key of keys) {
      const size = Array.isArray(key) ? key.at(-1) : undefined;
      if (typeof size === 'number') bytes += size;
    }
    const last = keys.at(-1);
    if (last === undefined || keys.length < KEYS_AT_ONCE) return bytes;
    after = IDBKeyRange.lowerBound(last, true);
  }
}
