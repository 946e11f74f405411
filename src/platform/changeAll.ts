import { promisifyRequest } from 'idb-keyval';

/** Values looked at before the page has its turn again. */
const AT_ONCE = 100;

/**
 * Changes values by their keys, all in the store's one transaction: where anything fails, nothing of it is there. What a
 * change gives back as it was is not written, and undefined removes the value. Resolves to the keys of what was, once it is stored.
 */
export async function changeAll(
  objects: IDBObjectStore,
  changes: ReadonlyMap<string, (value: unknown) => unknown>,
): Promise<readonly string[]> {
  const { transaction } = objects;
  const ending = endOf(transaction);
  const written: string[] = [];

  try {
    const keys = [...changes.keys()].sort();
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const some = keys.slice(at, at + AT_ONCE);
      const stored = await storedAmong(objects, some);
      for (const key of some) {
        const value = changes.get(key)?.(stored.get(key));
        if (value === stored.get(key)) continue;
        if (value === undefined) objects.delete(key);
        else objects.put(value, key);
        written.push(key);
      }
    }
  } catch (error) {
    abort(transaction);
    await ending.catch(() => undefined); // The reason follows.
    throw transaction.error ?? error;
  }
  await ending;
  return written;
}

/** What is stored under keys that ascend, and between them: to ask for each alone takes many times longer. */
async function storedAmong(
  objects: IDBObjectStore,
  keys: readonly string[],
): Promise<ReadonlyMap<IDBValidKey, unknown>> {
  const range = IDBKeyRange.bound(keys[0], keys.at(-1));
  const [found, values] = await Promise.all([
    promisifyRequest(objects.getAllKeys(range)),
    promisifyRequest<unknown[]>(objects.getAll(range)),
  ]);
  return new Map(found.map((key, index) => [key, values[index]]));
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    return; // The database has done it already.
  }
}

/** A request that fails tells the transaction before the transaction knows why: only its end does. */
function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onabort = () => {
      reject(transaction.error ?? new Error('the transaction was given up'));
    };
  });
}
