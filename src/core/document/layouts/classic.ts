import type { StabilityTier } from '../../tiers/tier';
import type { Block } from '../block';
import type { Layout } from '../layout';
import { byPlaces, type Places } from './places';

/** The tier of each block by its key. */
export type TiersByKey = ReadonlyMap<string, StabilityTier>;

const FILES: Readonly<Record<StabilityTier, string>> = {
  L0: '# Reference Files (Stable)\n\nThese files have not changed for a long time.',
  L1: '# Reference Files\n\nThese files have not changed for some time.',
  L2: '# Reference Files (L2)\n\nThese files have not changed lately.',
  L3: '# Reference Files (L3)\n\nThese files have not changed in the last turns.',
  active: '# Working Files\n\nThese files are new or have changed lately.',
};

const STRUCTURE = '# Repository Structure\n\nThe symbols of files that are not shown in full.';
const MORE_STRUCTURE = '# Repository Structure (continued)';

/** The classic tiers, most stable first, each under its own headings. `places` follow the tracker. */
export function classic(places: Places, tiers: TiersByKey): Layout {
  const tierOf = ({ key }: Block): StabilityTier => tiers.get(key) ?? 'active';
  const headingOf = (block: Block): string => {
    const tier = tierOf(block);
    switch (block.section) {
      case 'files':
        return FILES[tier];
      case 'symbolMap':
        return tier === 'L0' ? STRUCTURE : MORE_STRUCTURE;
      case 'discussion':
        return `# Discussion History${tier === 'active' ? '' : ` (${tier})`}`;
      default:
        return '';
    }
  };
  return {
    arrange: byPlaces(places),
    headingOf,
    groupOf: (block) => `${tierOf(block)} ${headingOf(block)}`,
    isStatic: (block) => block.section === 'instructions' || tierOf(block) !== 'active',
  };
}
