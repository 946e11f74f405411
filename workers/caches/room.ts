/** Evicts caches when the engine runs out of storage space. */
import { isQuota, withRoom, type RoomFor } from '../../src/core/storage/caches';
import { openCache } from './cacheEntries';

/** Runs a task that stores something, evicting caches if needed. Rejects like the task. */
export type StoreWithRoom = <T>(room: RoomFor, task: () => Promise<T>) => Promise<T>;

export interface Room {
  readonly store: StoreWithRoom;
  /** Called at most once with each value: caches were evicted, and something could not be stored even so. */
  listen(ontold: (isStored: boolean) => void): void;
}

export function createRoom(): Room {
  const told = new Set<boolean>();
  let tell: (isStored: boolean) => void = () => undefined;

  function tellOnce(isStored: boolean): void {
    if (told.has(isStored)) return;
    told.add(isStored);
    tell(isStored);
  }

  return {
    async store(room, task) {
      try {
        const { value, madeRoom } = await withRoom(task, room, openCache);
        if (madeRoom) tellOnce(true);
        return value;
      } catch (error) {
        if (isQuota(error)) tellOnce(false);
        throw error;
      }
    },
    listen(ontold) {
      tell = ontold;
    },
  };
}
