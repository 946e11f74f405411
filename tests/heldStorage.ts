import type { Storage } from '../src/app/ports/storage';
import { storageInMemory } from './storageInMemory';
import { deferred } from './workspaceInTests';

/** A storage whose updates wait, once `hold` is called, until `release`. */
export function heldStorage() {
  const inner = storageInMemory();
  let gate: ReturnType<typeof deferred<undefined>> | undefined;
  const updateAll: Storage['updateAll'] = async (changes) => {
    await gate?.promise;
    await inner.updateAll(changes);
  };
  const storage: Storage = {
    ...inner,
    updateAll,
    update: (key, change) => updateAll(new Map([[key, change]])),
  };
  return {
    storage,
    hold() {
      gate = deferred<undefined>();
    },
    release() {
      gate?.resolve(undefined);
      gate = undefined;
    },
  };
}
