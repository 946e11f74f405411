import type { Layout } from '../layout';
import { sectionPosition } from '../sections/registry';

/** Sections in their order; files under one heading, in the order they come in, which is that of their paths. */
export function bySection(filesHeading: string): Layout {
  return {
    compare: (one, other) => sectionPosition(one.section) - sectionPosition(other.section),
    headingOf: ({ source }) => (source.kind === 'file' ? filesHeading : ''),
  };
}
