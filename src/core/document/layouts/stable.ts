import { SYMBOL_MAP_HEADING } from '../sections/symbolMap';
import type { Layout } from '../layout';
import { bySection } from './bySection';
import { byPlaces, type Places } from './places';

/**
 * Most stable first: blocks of all sections in the order that `arrangeBlocks` has found, between the instructions and the task. No
 * heading tells how stable a block is, because it would change the text above blocks that stay.
 */
export function stable(filesHeading: string, places: Places): Layout {
  const { headingOf } = bySection(filesHeading);
  return {
    arrange: byPlaces(places),
    headingOf: (block) => (block.section === 'symbolMap' ? SYMBOL_MAP_HEADING : headingOf(block)),
    isStatic: undefined,
  };
}
