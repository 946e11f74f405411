/**
 * The classic tiers, as in AC-DC: an item that stays unchanged moves up step by step from the active tier to L0, and only when a
 * tier's text changes anyway.
 */
import { firstPlaces, type FirstTurn } from './firstPlaces';
import {
  isPromotion,
  STABILITY_TIERS,
  TIER_KINDS,
  TIER_TURNS,
  type Move,
  type StabilityTier,
  type TierItem,
} from './tier';

export interface TrackedItem extends TierItem {
  readonly tier: StabilityTier;
  /** Turns unchanged. Kept when its tier moves down, so it may exceed what lets it leave that tier. */
  readonly n: number;
  /** The turn of first sight, and the turn of entry into the current tier. */
  readonly firstTurn: number;
  readonly tierTurn: number;
}

export interface Tracker {
  readonly turn: number;
  /** In printed order. */
  readonly items: readonly TrackedItem[];
}

export interface TrackerStep {
  readonly tracker: Tracker;
  /** Items that are now in a more stable tier, and in a less stable one. */
  readonly promotions: readonly Move[];
  readonly demotions: readonly Move[];
  /** Keys that the document no longer has. */
  readonly dropped: readonly string[];
}

export interface StepOptions extends FirstTurn {
  /** Keys of items that an applied reply has written. */
  readonly touched?: ReadonlySet<string>;
}

export const NEW_TRACKER: Tracker = { turn: 0, items: [] };

/**
 * Takes one turn. The caller does so only for a document that differs from the last one. `items`: symbols and files by key, messages as spoken; all hashes and tokens as they are shown now.
 */
export function stepTracker(tracker: Tracker, items: readonly TierItem[], options: StepOptions): TrackerStep {
  const turn = tracker.turn + 1;
  const keys = new Set(items.map(({ key }) => key));
  const gone = tracker.items.filter(({ key }) => !keys.has(key));
  const moving =
    tracker.items.length === 0
      ? firstPlaces(items, options).map(({ item, ...place }) => asMoving(item, place, undefined))
      : steppedItems(tracker, items, gone, options);
  const stepped = moving.map((one) => asTracked(one, turn));
  const moves = moving.flatMap(({ item: { key }, old, tier }): readonly Move[] =>
    old === undefined || old.tier === tier ? [] : [{ key, from: old.tier, to: tier }],
  );
  return {
    tracker: { turn, items: inPrintedOrder(stepped) },
    promotions: moves.filter(isPromotion),
    demotions: moves.filter((move) => !isPromotion(move)),
    dropped: gone.map(({ key }) => key),
  };
}

/** An item during a step. */
interface Moving {
  readonly item: TierItem;
  /** Undefined for an item that is new. */
  readonly old: TrackedItem | undefined;
  tier: StabilityTier;
  n: number;
  /** It has come to its tier in this step, and moves no further. */
  hasMoved: boolean;
  hasAged: boolean;
}

function asMoving(
  item: TierItem,
  { tier, n }: Pick<TrackedItem, 'tier' | 'n'>,
  old: TrackedItem | undefined,
): Moving {
  return { item, old, tier, n, hasMoved: false, hasAged: false };
}

/** Fields are named one by one, because spreading 10,000 items takes as long as the rest of the step. */
function asTracked({ item: { key, kind, hash, tokens }, old, tier, n }: Moving, turn: number): TrackedItem {
  const firstTurn = old?.firstTurn ?? turn;
  const tierTurn = old?.tier === tier ? old.tierTurn : turn;
  return { key, kind, hash, tokens, tier, n, firstTurn, tierTurn };
}

function steppedItems(
  tracker: Tracker,
  items: readonly TierItem[],
  gone: readonly TrackedItem[],
  options: StepOptions,
): readonly Moving[] {
  const before = new Map(tracker.items.map((item) => [item.key, item]));
  const broken = new Set<StabilityTier>(gone.map(({ tier }) => tier));
  const interrupted = interruptedMessages(tracker, items);
  const moving = items.map((item): Moving => {
    const old = before.get(item.key);
    const isSame =
      old?.hash === item.hash && options.touched?.has(item.key) !== true && !interrupted.has(item.key);
    const mustLeave = options.target === 0 && item.kind === 'history' && old?.tier !== 'active';
    if (old !== undefined && isSame && !mustLeave) return unchanged(item, old);
    if (old !== undefined) broken.add(old.tier);
    const fresh = asMoving(item, FRESH, old);
    const isTouched = options.touched?.has(item.key) === true;
    return old === undefined && item.kind === 'symbol' && !isTouched ? enter(fresh, 'L3') : fresh;
  });
  if (moving.some(({ hasMoved }) => hasMoved)) broken.add('L3');
  if (options.target > 0) graduate(moving, broken, options.target);
  cascade(moving, broken, options.target);
  if (options.target > 0) refill(moving, options.target);
  return moving;
}

const FRESH = { tier: 'active', n: TIER_TURNS.active.entry } as const;

function unchanged(item: TierItem, old: TrackedItem): Moving {
  const same = asMoving(item, old, old);
  if (old.tier !== 'active') return same;
  const { leave } = TIER_TURNS.active;
  if (old.n >= leave && item.kind !== 'history') return enter(same, 'L3');
  return { ...same, n: Math.min(leave, old.n + 1) };
}

function enter(one: Moving, tier: StabilityTier): Moving {
  return Object.assign(one, { tier, n: TIER_TURNS[tier].entry, hasMoved: true });
}

/** The message that was inserted, changed, or moved, and all after it. Only the new ones if messages were added at the end. */
function interruptedMessages(tracker: Tracker, items: readonly TierItem[]): ReadonlySet<string> {
  const now = items.filter(({ kind }) => kind === 'history');
  const keys = new Set(now.map(({ key }) => key));
  const spoken = tracker.items.filter(({ kind, key }) => kind === 'history' && keys.has(key));
  const first = now.findIndex(({ key, hash }, at) => spoken[at]?.key !== key || spoken[at].hash !== hash);
  return new Set(first < 0 ? [] : now.slice(first).map(({ key }) => key));
}

/** Moves active messages to L3: all if its text changes anyway, else those before the newest ones that stay below the target. */
function graduate(moving: readonly Moving[], broken: Set<StabilityTier>, target: number): void {
  const active = moving.filter(({ item, tier }) => item.kind === 'history' && tier === 'active');
  const leaving = broken.has('L3') ? active : active.slice(0, active.length - newestBelow(active, target));
  for (const one of leaving) enter(one, 'L3');
  if (leaving.length > 0) broken.add('L3');
}

/** How many of the newest messages have at most the target's tokens. All, if they have not reached it yet. */
function newestBelow(messages: readonly Moving[], target: number): number {
  if (tokensIn(messages) < target) return messages.length;
  let room = target;
  const tooMany = messages.toReversed().findIndex(({ item }) => (room -= item.tokens) < 0);
  return tooMany < 0 ? messages.length : tooMany;
}

/** Lets items age and move up in every tier whose text changes in this step, or above which one does. */
function cascade(moving: readonly Moving[], broken: Set<StabilityTier>, target: number): void {
  for (let hasPromoted = true; hasPromoted;) {
    hasPromoted = false;
    for (const tier of CACHED.toReversed()) {
      const above = tierAbove(tier);
      const isAboveBroken = above !== undefined && broken.has(above);
      if (!broken.has(tier) && !isAboveBroken) continue;
      const { leave } = TIER_TURNS[tier];
      const canLeave = isAboveBroken || !moving.some((other) => other.tier === above);
      for (const one of pastGate(moving, tier, target)) {
        if (!one.hasAged) one.n = Math.max(one.n, Math.min(leave, one.n + 1));
        one.hasAged = true;
        if (above === undefined || one.n < leave || !canLeave) continue;
        enter(one, above);
        broken.add(tier).add(above);
        hasPromoted = true;
      }
    }
  }
}

/** The items of a tier that may age: those after the least stable ones that make up the target. */
function pastGate(moving: readonly Moving[], tier: StabilityTier, target: number): readonly Moving[] {
  const inTier = moving.filter((one) => one.tier === tier);
  const files = inTier.filter(({ item }) => item.kind !== 'history');
  const messages = inTier.filter(({ item }) => item.kind === 'history');
  const byKind = [
    ...files.sort((one, other) => byPlace(placeOf(one), placeOf(other))),
    ...messages.toReversed(),
  ];
  byKind.sort((one, other) => one.n - other.n || Number(other.hasMoved) - Number(one.hasMoved));
  let sum = 0;
  return byKind.filter(({ item, hasMoved }) => {
    const isPast = sum >= target;
    sum += item.tokens;
    return isPast && !hasMoved;
  });
}

/** Moves tiers that are too small to be cached one tier down. */
function refill(moving: readonly Moving[], target: number): void {
  for (const tier of CACHED) {
    const inTier = moving.filter((one) => one.tier === tier);
    if (tokensIn(inTier) >= target) continue;
    const below = STABILITY_TIERS[rankOf(tier) + 1] ?? 'active';
    for (const one of inTier) {
      one.tier = below;
      if (below === 'active') one.n = Math.min(TIER_TURNS.active.leave, one.n);
    }
  }
}

type Place = Pick<TrackedItem, 'kind' | 'firstTurn' | 'tierTurn'>;

const LATEST = Number.MAX_SAFE_INTEGER;

function placeOf({ item: { kind }, old }: Moving): Place {
  return { kind, firstTurn: old?.firstTurn ?? LATEST, tierTurn: old?.tierTurn ?? LATEST };
}

/**
 * Symbols, files, then messages; of the first two, those that have been in the tier for longer first. Sorting is stable, so those of
 * one turn stay in the order of their keys, and messages as spoken.
 */
function byPlace(one: Place, other: Place): number {
  if (one.kind !== other.kind) return TIER_KINDS.indexOf(one.kind) - TIER_KINDS.indexOf(other.kind);
  if (one.kind === 'history') return 0;
  return one.tierTurn === other.tierTurn ? one.firstTurn - other.firstTurn : one.tierTurn - other.tierTurn;
}

function inPrintedOrder(items: readonly TrackedItem[]): readonly TrackedItem[] {
  return items.toSorted((one, other) => rankOf(one.tier) - rankOf(other.tier) || byPlace(one, other));
}

const CACHED = STABILITY_TIERS.filter((tier) => tier !== 'active');

function tierAbove(tier: StabilityTier): StabilityTier | undefined {
  return STABILITY_TIERS[rankOf(tier) - 1];
}

const RANKS: Readonly<Record<StabilityTier, number>> = { L0: 0, L1: 1, L2: 2, L3: 3, active: 4 };

function rankOf(tier: StabilityTier): number {
  return RANKS[tier];
}

function tokensIn(moving: readonly Moving[]): number {
  return moving.reduce((sum, { item }) => sum + item.tokens, 0);
}
