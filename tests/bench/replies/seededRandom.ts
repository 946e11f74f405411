import { createHash } from 'node:crypto';

/** Pseudo-random choices, the same for the same seed. */
export interface Random {
  /** A whole number from 0, below the limit. */
  readonly below: (limit: number) => number;
  /** Undefined for an empty list. */
  readonly pick: <Item>(items: readonly Item[]) => Item | undefined;
  readonly shuffled: <Item>(items: readonly Item[]) => readonly Item[];
}

export function seededRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE() % 2147483647 || 1;
  const below = (limit: number): number => {
    state = (state * 48271) % 2147483647;
    return Math.floor((state / 2147483647) * limit);
  };
  return {
    below,
    pick: (items) => items[below(items.length)],
    shuffled(items) {
      const result = [...items];
      for (let at = result.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [result[at], result[other]] = [result[other] as never, result[at] as never];
      }
      return result;
    },
  };
}
