/**
 * "Most stable first": an order of blocks that keeps the longest possible unchanged prefix from turn to turn, for a provider's cache
 * and for a reader.
 */
import { compareUtf8 } from '../compareUtf8';
import { tierOfTurns, type StabilityTier, type TierItem } from './tier';

/** The order that the last turn has left. */
export interface StableOrder {
  readonly turn: number;
  /** All blocks as printed. */
  readonly order: readonly Pick<TierItem, 'key' | 'hash'>[];
  /** By key: since which turn the block has had its hash. */
  readonly seen: ReadonlyMap<string, Seen>;
}

interface Seen {
  readonly hash: string;
  readonly since: number;
}

export interface ArrangedBlocks<T> {
  readonly items: readonly T[];
  /** The first place that may differ from the last turn's document. */
  readonly kept: number;
  /** The order to keep if this is handed over. */
  readonly next: StableOrder;
}

export const NO_ORDER: StableOrder = { turn: -1, order: [], seen: new Map() };

/**
 * Arranges the blocks of the next turn. Keeps the last turn's order up to the first block that is gone or has changed, or a message
 * that does not follow as spoken. The rest is sent again anyway, so it is sorted: large and long unchanged blocks first.
 *
 * @param items without instructions and task; messages as spoken
 */
export function arrangeBlocks<T extends TierItem>(last: StableOrder, items: readonly T[]): ArrangedBlocks<T> {
  const turn = last.turn + 1;
  const seen = new Map(items.map(({ key, hash }) => [key, seenNow(last, { key, hash }, turn)]));
  const kept = keptItems(last, items);
  const stays = new Set(kept);
  const places = new Map(last.order.map(({ key }, place) => [key, place]));
  const units = unitsOf(
    items.filter((item) => !stays.has(item)),
    ({ key }) => ({
      place: places.get(key) ?? Infinity,
      age: turn - (seen.get(key)?.since ?? turn) + 1,
    }),
  );
  const arranged = [...kept, ...units.flatMap((unit) => unit.items)];
  const order = arranged.map(({ key, hash }) => ({ key, hash }));
  return { items: arranged, kept: kept.length, next: { turn, order, seen } };
}

/** Turns for which the block has not changed; 0 for an unknown one. */
export function turnsUnchanged({ turn, seen }: StableOrder, key: string): number {
  return turn - (seen.get(key)?.since ?? turn);
}

export function tierOfBlock(order: StableOrder, key: string): StabilityTier {
  return tierOfTurns(turnsUnchanged(order, key));
}

function seenNow({ seen }: StableOrder, { key, hash }: Pick<TierItem, 'key' | 'hash'>, turn: number): Seen {
  const before = seen.get(key);
  return before?.hash === hash ? before : { hash, since: turn };
}

/** The beginning of the last order that can stay. Its messages must be the first ones spoken, so that none comes too late. */
function keptItems<T extends TierItem>({ order }: StableOrder, items: readonly T[]): readonly T[] {
  const byKey = new Map(items.map((item) => [item.key, item]));
  const spoken = items.filter(({ kind }) => kind === 'history');
  const kept: T[] = [];
  let messages = 0;
  for (const { key, hash } of order) {
    const item = byKey.get(key);
    if (item?.hash !== hash) break;
    if (item.kind === 'history' && item !== spoken[messages++]) break;
    kept.push(item);
  }
  return kept;
}

/** Items that stay together. */
interface Unit<T> {
  readonly items: readonly T[];
  /** Bit length of the integer part of the weight. */
  readonly bits: number;
  readonly place: number;
  readonly key: string;
}

interface Standing {
  /** In the last turn's order; infinite for a new item. */
  readonly place: number;
  /** Turns for which it has had its content, this one included. */
  readonly age: number;
}

function unitsOf<T extends TierItem>(
  items: readonly T[],
  standingOf: (item: T) => Standing,
): readonly Unit<T>[] {
  const unit = (some: readonly T[], weight: number): Unit<T> => ({
    ...{ items: some, key: some[0]?.key ?? '', bits: bitLength(weight) },
    place: some.reduce((first, item) => Math.min(first, standingOf(item).place), Infinity),
  });
  const alone = (item: T): Unit<T> => unit([item], item.tokens * standingOf(item).age);
  const messages = items.filter(({ kind }) => kind === 'history');
  const map = items.filter(({ kind }) => kind === 'symbol');
  const others = items.filter(({ kind }) => kind !== 'history' && kind !== 'symbol');
  const units = others.map(alone);
  if (map.length > 0) {
    const sorted = map
      .map(alone)
      .sort(byWeight)
      .flatMap(({ items: [one] }) => one ?? []);
    const tokens = map.reduce((sum, item) => sum + item.tokens, 0);
    units.push(unit(sorted, tokens / map.reduce((sum, item) => sum + 1 / standingOf(item).age, 0)));
  }
  units.sort(byWeight);
  return messages.length > 0 ? [unit(messages, 0), ...units] : units;
}

function byWeight(one: Unit<unknown>, other: Unit<unknown>): number {
  if (one.bits !== other.bits) return other.bits - one.bits;
  return one.place === other.place ? compareUtf8(one.key, other.key) : one.place - other.place;
}

function bitLength(weight: number): number {
  // Sums of reciprocals are a little off.
  const whole = Math.floor(weight * (1 + 1e-9));
  return whole === 0 ? 0 : whole.toString(2).length;
}
