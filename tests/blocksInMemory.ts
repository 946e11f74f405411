import type { BlockStore } from '../workers/caches/blockStore';

/** A store of blocks without limits. */
export function blocksInMemory(): BlockStore & { readonly bodies: Map<string, Uint8Array<ArrayBuffer>> } {
  const bodies = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    bodies,
    put(added) {
      for (const [hash, body] of added) bodies.set(hash, body);
      return Promise.resolve(true);
    },
    has: (hashes) => Promise.resolve(new Set([...hashes].filter((hash) => bodies.has(hash)))),
    get: (hashes) =>
      Promise.resolve(
        new Map(
          [...new Set(hashes)].flatMap((hash) => {
            const body = bodies.get(hash);
            return body === undefined ? [] : [[hash, body] as const];
          }),
        ),
      ),
  };
}
