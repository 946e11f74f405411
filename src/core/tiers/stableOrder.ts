/**
 * "Most stable first": an order of blocks that keeps the longest possible unchanged prefix from turn to turn, for a provider's cache
 * and for a reader.
 */
import { compareUtf8 } from '../compareUtf8';
import { ageOf, type Layers } from './layers';
import type { TierItem } from './tier';

export interface ArrangedBlocks<T> {
  readonly items: readonly T[];
  /** The first place that may differ from the last turn's document. */
  readonly kept: number;
}

/**
 * Arranges the blocks of the next turn. Keeps the last turn's order up to the first block that is gone or has changed, or a message
 * that does not follow as spoken. The rest is sent again anyway, so it is sorted: large and long unchanged blocks first.
 *
 * @param items without instructions and task; messages as spoken
 */
export function arrangeBlocks<T extends TierItem>(last: Layers, items: readonly T[]): ArrangedBlocks<T> {
  const kept = keptItems(last, items);
  const stays = new Set(kept);
  const places = new Map(last.printed.map((key, place) => [key, place]));
  const units = unitsOf(
    items.filter((item) => !stays.has(item)),
    (item) => ({ place: places.get(item.key) ?? Infinity, age: ageOf(last, item) + 1 }),
  );
  return { items: [...kept, ...units.flatMap((unit) => unit.items)], kept: kept.length };
}

/** The beginning of the last order that can stay. Its messages must be the first ones spoken, so that none comes too late. */
function keptItems<T extends TierItem>({ printed, seen }: Layers, items: readonly T[]): readonly T[] {
  const byKey = new Map(items.map((item) => [item.key, item]));
  const spoken = items.filter(({ kind }) => kind === 'history');
  const kept: T[] = [];
  let messages = 0;
  for (const key of printed) {
    const item = byKey.get(key);
    if (item === undefined || item.hash !== seen.get(key)?.hash) break;
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
    items: some,
    key: some[0]?.key ?? '',
    bits: bitLength(weight),
    place: some.reduce((first, item) => Math.min(first, standingOf(item).place), Infinity),
  });
  const alone = (item: T): Unit<T> => unit([item], item.tokens * standingOf(item).age);
  const messages = items.filter(({ kind }) => kind === 'history');
  const map = items.filter(({ kind }) => kind === 'symbol');
  const isAlone = ({ kind }: T): boolean =>
    kind === 'file' || kind === 'other' || (kind === 'legend' && map.length === 0);
  const units = items.filter(isAlone).map(alone);
  if (map.length > 0) {
    const sorted = map
      .map(alone)
      .sort(byWeight)
      .flatMap(({ items: [one] }) => one ?? []);
    const tokens = map.reduce((sum, item) => sum + item.tokens, 0);
    const weight = tokens / map.reduce((sum, item) => sum + 1 / standingOf(item).age, 0);
    const legend = items.filter(({ kind }) => kind === 'legend');
    units.push({ ...unit(sorted, weight), items: [...legend, ...sorted] });
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
