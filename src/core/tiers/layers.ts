/** The state after the steps of a discussion: how long each block has been unchanged, and the order of the last document. */
import { isPromotion, tierOfTurns, type Move, type StabilityTier, type TierItem } from './tier';
import { NEW_TRACKER, type Tracker } from './tracker';

export interface Layers {
  /** The number of turns so far. */
  readonly turn: number;
  /** Everything that the last document had, by key. */
  readonly seen: ReadonlyMap<string, Seen>;
  /** The keys of its blocks in printed order, without instructions and task; empty to arrange all blocks again. */
  readonly printed: readonly string[];
  /** Steps only in turns by the classic tiers. */
  readonly tracker: Tracker;
}

export interface Seen {
  readonly hash: string;
  /** The turn since which it has had this hash. */
  readonly since: number;
}

export type Hashed = Pick<TierItem, 'key' | 'hash'>;

export const NO_LAYERS: Layers = { turn: 0, seen: new Map(), printed: [], tracker: NEW_TRACKER };

/** Whether these are the contents of the last turn, so that handing them over is not a new turn. */
export function isSameTurnAgain({ seen }: Layers, items: readonly Hashed[]): boolean {
  return items.length === seen.size && items.every(({ key, hash }) => seen.get(key)?.hash === hash);
}

/** The turns for which an item will have been unchanged in the next turn; 0 if it is new or has changed. */
export function ageOf({ turn, seen }: Layers, { key, hash }: Hashed): number {
  const before = seen.get(key);
  return before?.hash === hash ? turn + 1 - before.since : 0;
}

/** The same for a document that may be the last turn's. */
export function turnsUnchanged(layers: Layers, item: Hashed, isAgain: boolean): number {
  return Math.max(0, ageOf(layers, item) - (isAgain ? 1 : 0));
}

/** The state after handing over a document. `items` are all that it has, and `printed` the keys of its blocks in order. */
export function afterTurn(
  last: Layers,
  items: readonly Hashed[],
  { printed, tracker = last.tracker }: Pick<Layers, 'printed'> & Partial<Pick<Layers, 'tracker'>>,
): Layers {
  const turn = last.turn + 1;
  const seen = new Map(
    items.map(({ key, hash }) => {
      const before = last.seen.get(key);
      return [key, before?.hash === hash ? before : { hash, since: turn }];
    }),
  );
  return { turn, seen, printed, tracker };
}

/** Moves between tiers, and the keys that are gone. */
export interface LayerMoves {
  readonly promotions: readonly Move[];
  readonly demotions: readonly Move[];
  readonly dropped: readonly string[];
}

export const NO_MOVES: LayerMoves = { promotions: [], demotions: [], dropped: [] };

export function tierIn({ turn, seen }: Layers, key: string): StabilityTier {
  return tierOfTurns(turn - (seen.get(key)?.since ?? turn));
}

/** `keys` are those to report on. */
export function movesBetween(before: Layers, after: Layers, keys: Iterable<string>): LayerMoves {
  const moves: Move[] = [];
  const dropped: string[] = [];
  for (const key of keys) {
    if (!before.seen.has(key)) continue;
    if (!after.seen.has(key)) dropped.push(key);
    const [from, to] = [tierIn(before, key), tierIn(after, key)];
    if (after.seen.has(key) && from !== to) moves.push({ key, from, to });
  }
  return {
    promotions: moves.filter(isPromotion),
    demotions: moves.filter((move) => !isPromotion(move)),
    dropped,
  };
}
