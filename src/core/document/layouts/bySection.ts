import type { Layout } from '../layout';
import { sectionById, sectionPosition } from '../sections/registry';

/** Sections in registry order. The blocks of a section share one heading and keep their order; that of files is by path. */
export function bySection(filesHeading: string): Layout {
  return {
    arrange: (blocks) =>
      blocks.toSorted((one, other) => sectionPosition(one.section) - sectionPosition(other.section)),
    headingOf: ({ section }) => (section === 'files' ? filesHeading : (sectionById(section).heading ?? '')),
    isStatic: ({ section }) => sectionById(section).isStatic,
  };
}
