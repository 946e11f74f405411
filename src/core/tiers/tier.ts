/** Stability tiers: how long a part of the document has been unchanged. */

/** Most stable first. */
export const STABILITY_TIERS = ['L0', 'L1', 'L2', 'L3', 'active'] as const;

export type StabilityTier = (typeof STABILITY_TIERS)[number];

/** Turns unchanged: `entry` on entering a tier, `leave` when an item may move up. */
export const TIER_TURNS: Readonly<Record<StabilityTier, { readonly entry: number; readonly leave: number }>> =
  {
    L0: { entry: 12, leave: Infinity },
    L1: { entry: 9, leave: 12 },
    L2: { entry: 6, leave: 9 },
    L3: { entry: 3, leave: 6 },
    active: { entry: 0, leave: 3 },
  };

export const TIER_KINDS = ['legend', 'symbol', 'file', 'other', 'history'] as const;

/** A part of the document that is followed from turn to turn. */
export interface TierItem {
  /** Never changes: `file:PATH`, `symbol:PATH`, `history:ID`, or another block. */
  readonly key: string;
  readonly kind: (typeof TIER_KINDS)[number];
  /** Differs whenever the shown content does. */
  readonly hash: string;
  readonly tokens: number;
}

export interface Move {
  readonly key: string;
  readonly from: StabilityTier;
  readonly to: StabilityTier;
}

export interface TierProgress {
  /** Undefined in the most stable tier. */
  readonly next: StabilityTier | undefined;
  /** Turns unchanged that it takes. */
  readonly threshold: number;
  /** From 0 to 1. */
  readonly progress: number;
}

/** How far an item of a tier is on its way to the next one. */
export function progressOf({ tier, n }: { readonly tier: StabilityTier; readonly n: number }): TierProgress {
  const { entry, leave } = TIER_TURNS[tier];
  const next = STABILITY_TIERS[STABILITY_TIERS.indexOf(tier) - 1];
  const progress = next === undefined ? 1 : Math.min(1, Math.max(0, (n - entry) / (leave - entry)));
  return { next, threshold: leave, progress };
}

/** The tier of an item that has been unchanged for this many turns. */
export function tierOfTurns(turns: number): StabilityTier {
  return STABILITY_TIERS.find((tier) => turns >= TIER_TURNS[tier].entry) ?? 'active';
}

/** Whether a move leads to a more stable tier. */
export function isPromotion({ from, to }: Move): boolean {
  return STABILITY_TIERS.indexOf(to) < STABILITY_TIERS.indexOf(from);
}
