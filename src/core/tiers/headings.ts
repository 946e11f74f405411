/** The headings of the classic tiers, each with a line of introduction. */
import type { StabilityTier } from './tier';

export const FILES_HEADINGS: Readonly<Record<StabilityTier, string>> = {
  L0: '# Reference Files (Stable)\n\nThese files have not changed for a long time.',
  L1: '# Reference Files\n\nThese files have not changed for some time.',
  L2: '# Reference Files (L2)\n\nThese files have not changed recently.',
  L3: '# Reference Files (L3)\n\nThese files have not changed for the last few turns.',
  active: '# Working Files\n\nThese files are new or have changed recently.',
};

export const STRUCTURE_HEADING = '# Repository Structure\n\nThe symbols of files that are not shown in full.';

export const MORE_STRUCTURE_HEADING = '# Repository Structure (continued)';

export const TREE_HEADING = '# Repository Files\n\nThe names of the files in this repository.';
