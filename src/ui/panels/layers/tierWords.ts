import type { Standing } from '../../../app/document/standings';
import type { StabilityTier } from '../../../core/tiers/tier';
import { plural } from '../../shared/numbers';

/** The tier's color, as a style. */
export function tierColor(tier: StabilityTier): string {
  return `var(--tier-${tier.toLowerCase()})`;
}

export function tierTitle({ tier, n }: Standing): string {
  return n === 0 ? `${tier}: new or changed` : `${tier}: unchanged for ${plural(n, 'copy', 'copies')}`;
}

/** What a change costs, because the chat has to read what it has already. */
export function sentAgainText(tokens: string): string {
  return `Sends ${tokens} again in the next full copy`;
}
