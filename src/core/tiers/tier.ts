/** Stability tiers: how long a part of the document has been unchanged. */

/** Most stable first. */
export const STABILITY_TIERS = ['L0', 'L1', 'L2', 'L3', 'active'] as const;

export type StabilityTier = (typeof STABILITY_TIERS)[number];

/** Turns unchanged with which an item enters a tier, and those with which it may leave for the next more stable one. */
export const TIER_TURNS: Readonly<Record<StabilityTier, { readonly entry: number; readonly leave: number }>> =
  {
    L0: { entry: 12, leave: Infinity },
    L1: { entry: 9, leave: 12 },
    L2: { entry: 6, leave: 9 },
    L3: { entry: 3, leave: 6 },
    active: { entry: 0, leave: 3 },
  };

/** A part of the document that is followed from turn to turn. */
export interface TierItem {
  /** Never changes: `file:PATH`, `symbol:PATH`, `history:ID`, or another block. */
  readonly key: string;
  readonly kind: 'symbol' | 'file' | 'history' | 'other';
  /** Differs whenever the shown content does. */
  readonly hash: string;
  readonly tokens: number;
}

/** The tier of an item that has been unchanged for this many turns. */
export function tierOfTurns(turns: number): StabilityTier {
  return STABILITY_TIERS.find((tier) => turns >= TIER_TURNS[tier].entry) ?? 'active';
}
