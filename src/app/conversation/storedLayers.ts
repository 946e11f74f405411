/** Stores the layers of a turn as columns. Texts of one column are one string, separated by NUL, which none contains: cloning many strings takes long. */
import * as v from 'valibot';
import { STABILITY_TIERS, TIER_KINDS } from '../../core/tiers/tier';
import type { Layers } from '../../core/tiers/layers';
import type { TrackedItem } from '../../core/tiers/tracker';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const counts = v.array(count);

export const storedLayers = v.object({
  turn: count,
  ...{ keys: v.string(), hashes: v.string(), since: counts },
  /** Places in `keys`. */
  printed: counts,
  tracker: v.object({
    turn: count,
    ...{ keys: v.string(), hashes: v.string(), kinds: counts, tokens: counts },
    ...{ tiers: counts, n: counts, firstTurns: counts, tierTurns: counts },
  }),
});

const tier = v.picklist(STABILITY_TIERS);
const moves = v.array(v.object({ key: v.string(), from: tier, to: tier }));

export const storedMoves = v.object({ promotions: moves, demotions: moves, dropped: v.array(v.string()) });

type StoredLayers = v.InferOutput<typeof storedLayers>;

export function joined<T>(items: readonly T[], textOf: (item: T) => string): string {
  return items.map(textOf).join('\0');
}

export function split(text: string): readonly string[] {
  return text === '' ? [] : text.split('\0');
}

export function layersToStore({ turn, seen, printed, tracker }: Layers): StoredLayers {
  const entries = [...seen];
  const places = new Map(entries.map(([key], at) => [key, at]));
  const { items } = tracker;
  return {
    turn,
    keys: joined(entries, ([key]) => key),
    hashes: joined(entries, ([, { hash }]) => hash),
    since: entries.map(([, { since }]) => since),
    printed: printed.flatMap((key) => places.get(key) ?? []),
    tracker: {
      turn: tracker.turn,
      keys: joined(items, ({ key }) => key),
      hashes: joined(items, ({ hash }) => hash),
      kinds: items.map(({ kind }) => TIER_KINDS.indexOf(kind)),
      tokens: items.map(({ tokens }) => tokens),
      tiers: items.map(({ tier }) => STABILITY_TIERS.indexOf(tier)),
      n: items.map(({ n }) => n),
      firstTurns: items.map(({ firstTurn }) => firstTurn),
      tierTurns: items.map(({ tierTurn }) => tierTurn),
    },
  };
}

/** Undefined if columns have different lengths. */
export function layersFromStore(stored: StoredLayers): Layers | undefined {
  const { turn, since, printed, tracker } = stored;
  const [keys, hashes] = [split(stored.keys), split(stored.hashes)];
  const items = trackedItems(tracker);
  if (keys.length !== since.length || hashes.length !== since.length || items === undefined) return undefined;
  return {
    turn,
    seen: new Map(keys.map((key, at) => [key, { hash: hashes[at] ?? '', since: since[at] ?? turn }])),
    printed: printed.flatMap((at) => keys[at] ?? []),
    tracker: { turn: tracker.turn, items },
  };
}

function trackedItems(stored: StoredLayers['tracker']): readonly TrackedItem[] | undefined {
  const { kinds, tokens, tiers, n, firstTurns, tierTurns } = stored;
  const [keys, hashes] = [split(stored.keys), split(stored.hashes)];
  const columns = [hashes, kinds, tokens, tiers, n, firstTurns, tierTurns];
  if (columns.some((column) => column.length !== keys.length)) return undefined;
  return keys.map((key, at) => ({
    ...{ key, hash: hashes[at] ?? '', tokens: tokens[at] ?? 0, n: n[at] ?? 0 },
    kind: TIER_KINDS[kinds[at] ?? 0] ?? 'other',
    tier: STABILITY_TIERS[tiers[at] ?? 0] ?? 'active',
    firstTurn: firstTurns[at] ?? 0,
    tierTurn: tierTurns[at] ?? 0,
  }));
}
