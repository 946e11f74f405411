import { createStore, promisifyRequest } from 'idb-keyval';
import type { AttachmentStore } from '../app/ports/storage';
import { answersInTime, storedWithRoom } from './database';

/** The part of the browser's quota that attachments may take, and bytes at most. */
const [SHARE, MOST] = [0.2, 2_000_000_000];

/** Bytes, in browsers that do not tell their quota. */
const UNKNOWN_QUOTA_LIMIT = 200_000_000;

type Key = readonly [workspaceId: string, hash: string, bytes: number];

/** Stores blobs in a database of their own, or in memory if the browser has none. The key has the size. */
export function createAttachmentStore(): AttachmentStore {
  const store = createStore('strata-attachments', 'blobs');
  const memory = new Map<string, { readonly key: Key; readonly blob: Blob }>();
  const durable = answersInTime(() => store('readonly', (blobs) => promisifyRequest(blobs.count())));

  async function keys(range?: IDBKeyRange): Promise<readonly Key[]> {
    if (!(await durable)) return Array.from(memory.values(), ({ key }) => key);
    // They are keys that `put` has made.
    return store('readonly', (blobs) =>
      promisifyRequest(blobs.getAllKeys(range)),
    ) as Promise<unknown> as Promise<readonly Key[]>;
  }

  async function room() {
    const used = (await keys()).reduce((sum, [, , bytes]) => sum + bytes, 0);
    const { quota } = await navigator.storage.estimate();
    return { used, limit: quota === undefined ? UNKNOWN_QUOTA_LIMIT : Math.min(quota * SHARE, MOST) };
  }

  return {
    room,
    async put(workspaceId, blob) {
      const hash = await hashOf(blob);
      const key: Key = [workspaceId, hash, blob.size];
      const { used, limit } = await room();
      const isThere = (await keys()).some((each) => each.join() === key.join());
      if (isThere) return hash;
      if (used + blob.size > limit) throw new Error('attachments have used up their share of the storage');
      if (await durable)
        await storedWithRoom(() =>
          store('readwrite', async (blobs) => {
            blobs.put(blob, [...key]);
            await promisifyRequest(blobs.transaction);
          }),
        );
      else memory.set(key.join(), { key, blob });
      return hash;
    },
    async all(workspaceId) {
      const found = new Map<string, Blob>();
      try {
        const range = keysOf(workspaceId);
        if (await durable) {
          const [known, blobs] = await store('readonly', (entries) =>
            Promise.all([
              promisifyRequest(entries.getAllKeys(range)),
              promisifyRequest(entries.getAll(range)),
            ]),
          );
          for (const [at, key] of known.entries()) {
            const blob: unknown = blobs[at];
            if (Array.isArray(key) && blob instanceof Blob) found.set(String(key[1]), blob);
          }
        } else
          for (const { key, blob } of memory.values()) if (key[0] === workspaceId) found.set(key[1], blob);
      } catch {
        return found; // References then say that their data is gone.
      }
      return found;
    },
    async keep(workspaceId, hashes) {
      const others = (await keys(keysOf(workspaceId))).filter(
        ([id, hash]) => id === workspaceId && !hashes.has(hash),
      );
      if (others.length === 0) return;
      if (await durable)
        await store('readwrite', async (blobs) => {
          for (const key of others) blobs.delete([...key]);
          await promisifyRequest(blobs.transaction);
        });
      else for (const key of others) memory.delete(key.join());
    },
  };
}

/** Arrays sort after strings and numbers. */
function keysOf(workspaceId: string): IDBKeyRange {
  return IDBKeyRange.bound([workspaceId], [workspaceId, []]);
}

async function hashOf(blob: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
