import type { Standing } from '../../../app/document/standings';
import type { StabilityTier } from '../../../core/tiers/tier';
import type { TokenText } from '../../../core/tokens/tokenText';
import { plural } from '../../shared/numbers';

/** The tier's color, as a style. */
export function tierColor(tier: StabilityTier): string {
  return `var(--tier-${tier.toLowerCase()})`;
}

export function tierTitle({ tier, n, isClassic }: Standing): string {
  if (isClassic === true) return `${tier} of the classic tiers, at ${n}`;
  return n === 0 ? `${tier}: new or changed` : `${tier}: unchanged for ${plural(n, 'copy', 'copies')}`;
}

/** Says how many tokens of the seen part a change sends again; empty for none. */
export function sentAgainText(
  change: 'Another mode' | 'Compressing' | 'Deselecting',
  counted: number,
  tokens: TokenText,
): string {
  return counted === 0 ? '' : `${change} sends ${tokens.long(counted)} again in the next full copy.`;
}
