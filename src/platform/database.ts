import type { UseStore } from 'idb-keyval';

/** The database belongs to a newer release, which another tab has loaded: nothing can be read or written here any more. */
export class Superseded extends Error {
  constructor() {
    super('a newer version of Strata is open in another tab; reload this one');
    this.name = 'Superseded';
  }
}

/**
 * A store for idb-keyval's functions. Unlike its own, it stands in nobody's way: when another tab wants another version of
 * the database it closes its connection, and `onSuperseded` is told. A connection that the browser has closed, as it does
 * when the user clears the site's data, is opened again.
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
      // Without a version it is being deleted, which is the user's right: the next call makes it anew.
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
      opened = undefined; // Closed, and its event is still on the way.
      objects = (await connect()).transaction(store, mode).objectStore(store);
    }
    return task(objects);
  };
}

function open(name: string, store: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('the database cannot be opened'));
    };
  });
}
