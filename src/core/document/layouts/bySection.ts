import { compareRepoPaths } from '../../files/repoPath';
import type { Block } from '../block';
import type { Layout } from '../layout';
import { sectionPosition } from '../sections/registry';

/** Sections in their order; the files of one section under one heading, by path. */
export function bySection(filesHeading: string): Layout {
  return { compare, headingOf: ({ source }) => (source.kind === 'file' ? filesHeading : '') };
}

function compare(one: Block, other: Block): number {
  if (one.source.kind === 'file' && other.source.kind === 'file')
    return compareRepoPaths(one.source.path, other.source.path);
  return sectionPosition(one.section) - sectionPosition(other.section);
}
