import type { UseStore } from 'idb-keyval';
import { isQuota, withRoom } from '../core/storage/caches';
import { openCache } from '../../workers/caches/cacheEntries';

/** Milliseconds. `indexedDB.open` may never respond in WebKit (WebKit bug 226547). */
const OPEN_DEADLINE = 3_000;

/** Thrown once another tab has upgraded the database for a newer release. This tab can no longer use it. */
export class Superseded extends Error {
  constructor() {
    super('a newer version of Strata is open in another tab; reload this one');
    this.name = 'Superseded';
  }
}

/**
 * A store for idb-keyval's functions. Unlike the library's own, it never blocks other tabs: when one upgrades the database, it
 * closes its connection and calls `onSuperseded`. Reopens a connection that the browser has closed, for example because the
 * user cleared the site's data.
 */
export function openDatabase(name: string, store: string, onSuperseded: () => void): UseStore {
  let opened: Promise<IDBDatabase> | undefined;
  let superseded = false;

  function connect(): Promise<IDBDatabase> {
    return (opened ??= open(name, store).then(follow, (error: unknown) => {
      opened = undefined;
      throw error;
    }));
  }

  function follow(database: IDBDatabase): IDBDatabase {
    database.onclose = () => {
      opened = undefined;
    };
    database.onversionchange = ({ newVersion }) => {
      database.close();
      opened = undefined;
      // No version means the user deletes the database; the next call creates it again.
      if (newVersion === null || superseded) return;
      superseded = true;
      onSuperseded();
    };
    return database;
  }

  return async (mode, task) => {
    if (superseded) throw new Superseded();
    const database = await connect();
    let objects: IDBObjectStore;
    try {
      objects = database.transaction(store, mode).objectStore(store);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      opened = undefined; // Closed, but the event has not arrived yet.
      objects = (await connect()).transaction(store, mode).objectStore(store);
    }
    return task(objects);
  };
}

/** Evicts caches if needed, because user data is more important. */
export async function storedWithRoom<T>(task: () => Promise<T>): ReturnType<typeof withRoom<T>> {
  try {
    return await withRoom(task, { kind: 'own' }, openCache);
  } catch (error) {
    if (!isQuota(error)) throw error;
    throw new Error('the browser has no space left', { cause: error });
  }
}

/** False if the database fails or does not respond. */
export async function answersInTime(probe: () => Promise<unknown>): Promise<boolean> {
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

/**
 * Raised when earlier releases cannot read what is stored, so that their open tabs stop using it. 2: the list of folders
 * has a version.
 */
const VERSION = 2;

function open(name: string, store: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, VERSION);
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store);
    };
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('the database cannot be opened'));
    };
  });
}
