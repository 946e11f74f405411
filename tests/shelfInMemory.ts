import type { PackShelf } from '../workers/caches/packStore';

/** Keeps packs in memory, as the browser keeps them in its database. */
export function shelfInMemory(): PackShelf & { readonly packs: Map<number, unknown>; saves: number } {
  const packs = new Map<number, unknown>();
  return {
    packs,
    saves: 0,
    async load(take) {
      for (const pack of structuredClone(packs)) await take(new Map([pack]));
      return true;
    },
    save(changed) {
      this.saves += 1;
      for (const [number, pack] of structuredClone(changed))
        if (pack === undefined) packs.delete(number);
        else packs.set(number, pack);
      return Promise.resolve(true);
    },
  };
}
