import type { StabilityTier } from './tier';

/** The number of cached tiers without a block. L0 is not counted, because the instructions are in it. */
export function emptyTiers(items: readonly { readonly tier: StabilityTier }[]): number {
  return WRAPPED_TIERS.filter((tier) => !items.some((item) => item.tier === tier)).length;
}

/** The tiers whose blocks are a message of the user. */
export const WRAPPED_TIERS = ['L1', 'L2', 'L3'] as const satisfies readonly StabilityTier[];
