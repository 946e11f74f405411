import { FILES_HEADINGS, MORE_STRUCTURE_HEADING, STRUCTURE_HEADING } from '../../tiers/headings';
import type { StabilityTier } from '../../tiers/tier';
import type { Block } from '../block';
import type { Layout } from '../layout';
import { sectionById } from '../sections/registry';
import { byPlaces, type Places } from './places';

/** The tier of each block by its key. */
export type TiersByKey = ReadonlyMap<string, StabilityTier>;

/** The classic tiers, most stable first, each under its own headings. `places` follow the tracker. */
export function classic(places: Places, tiers: TiersByKey): Layout {
  const tierOf = ({ key }: Block): StabilityTier => tiers.get(key) ?? 'active';
  const headingOf = (block: Block): string => {
    const tier = tierOf(block);
    switch (block.section) {
      case 'files':
        return FILES_HEADINGS[tier];
      case 'symbolMap':
        return tier === 'L0' ? STRUCTURE_HEADING : MORE_STRUCTURE_HEADING;
      case 'discussion':
        return `# Discussion History${tier === 'active' ? '' : ` (${tier})`}`;
      case 'urls':
        return sectionById('urls').heading ?? '';
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
