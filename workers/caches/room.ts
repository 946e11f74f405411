/** Room for what the engine stores, where the browser gives no more. */
import {
  isQuota,
  withRoom,
  type Cache,
  type CacheEntries,
  type RoomFor,
} from '../../src/core/storage/caches';
import { openCache } from './cacheEntries';

/** Runs a task that stores something, and makes room for it where there is none; rejects as the task does. */
export type StoreWithRoom = <T>(room: RoomFor, task: () => Promise<T>) => Promise<T>;

export interface Room {
  readonly store: StoreWithRoom;
  /** Is told once of each: that caches were emptied, and that there was no room all the same. */
  listen(ontold: (isStored: boolean) => void): void;
}

export function createRoom(open: (cache: Cache) => CacheEntries = openCache): Room {
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
        const { value, madeRoom } = await withRoom(task, room, open);
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
