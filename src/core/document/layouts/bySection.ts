import type { Layout } from '../layout';
import { sectionPosition } from '../sections/registry';

/** Sections in registry order. Files share one heading and keep their order, which is by path. */
export function bySection(filesHeading: string): Layout {
  return {
    compare: (one, other) => sectionPosition(one.section) - sectionPosition(other.section),
    headingOf: ({ source }) => (source.kind === 'file' ? filesHeading : ''),
  };
}
