import type { ConversationReader } from '../src/app/ports/conversations';
import type { AttachmentStore } from '../src/app/ports/storage';
import { createConversationsApi } from '../workers/conversations/conversationsApi';

interface InMemory {
  readonly attachmentStore: AttachmentStore;
  readonly startReader: () => ConversationReader;
}

/** Stores up to `limit` bytes, and reads conversations in this thread. */
export function attachmentsInMemory(limit = Infinity): InMemory {
  const blobs = new Map<string, Map<string, Blob>>();
  const of = (id: string) => blobs.get(id) ?? new Map<string, Blob>();
  const used = () =>
    [...blobs.values()].flatMap((each) => [...each.values()]).reduce((sum, { size }) => sum + size, 0);
  return {
    attachmentStore: {
      async put(id, blob) {
        if (used() + blob.size > limit) throw new Error('there is no room');
        const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
        const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(
          '',
        );
        blobs.set(id, new Map([...of(id), [hash, blob]]));
        return hash;
      },
      all: (id) => Promise.resolve(new Map(of(id))),
      keep(id, hashes) {
        blobs.set(id, new Map([...of(id)].filter(([hash]) => hashes.has(hash))));
        return Promise.resolve();
      },
      room: () => Promise.resolve({ used: used(), limit }),
    },
    startReader: () => ({ ...createConversationsApi(), dispose: () => undefined }),
  };
}
