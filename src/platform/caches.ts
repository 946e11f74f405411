import { createStore, delMany, keys } from 'idb-keyval';
import type { FolderCaches } from '../app/ports';
import { forgetFolder, type Cache, type CacheEntries } from '../core/storage/caches';

export const browserCaches: FolderCaches = {
  forget: (workspaceId) => forgetFolder(workspaceId, openCache),
};

export function openCache({ database, store }: Cache): CacheEntries {
  const entries = createStore(database, store);
  return {
    keys: () => keys(entries),
    // They are keys of this store, as they were read.
    remove: (given) => delMany([...given] as IDBValidKey[], entries),
  };
}
