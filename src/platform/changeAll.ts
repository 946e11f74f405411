import { promisifyRequest } from 'idb-keyval';

/** Values to change before yielding to the page. */
const AT_ONCE = 100;

/**
 * Changes values by key in one transaction: either all change or none. A value that a change returns unchanged is not written;
 * undefined removes it. Resolves to the keys written, once they are stored.
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
    await ending.catch(() => undefined); // Reported below.
    throw transaction.error ?? error;
  }
  await ending;
  return written;
}

/** Reads the whole range of the (ascending) keys, because single reads take many times longer. */
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
    return; // The transaction has already ended.
  }
}

/** Waits for the end of the transaction: `transaction.error` is not set yet when a request fails. */
function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onabort = () => {
      reject(transaction.error ?? new Error('the transaction was aborted'));
    };
  });
}
