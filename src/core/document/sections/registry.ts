import { beads } from './beads';
import { discussion } from './discussion';
import { documents } from './documents';
import { fileTree } from './fileTree';
import { files } from './files';
import { gitChanges } from './gitChanges';
import { gitLog } from './gitLog';
import { instructions } from './instructions';
import { screenshots } from './screenshots';
import type { Section } from './section';
import { symbolMap } from './symbolMap';
import { task } from './task';
import { urls } from './urls';

/** In document order. Sections that change least come first, so that models can reuse cached prefixes. */
const REGISTERED = [
  instructions,
  fileTree,
  symbolMap,
  files,
  documents,
  urls,
  screenshots,
  beads,
  gitChanges,
  gitLog,
  discussion,
  task,
] as const satisfies readonly Section[];

export type SectionId = (typeof REGISTERED)[number]['id'];

export const SECTIONS: readonly (Section & { readonly id: SectionId })[] = REGISTERED;

const positions = new Map(SECTIONS.map(({ id }, at) => [id, at]));

export function sectionPosition(id: SectionId): number {
  return positions.get(id) as number; // every id is registered
}

export function sectionById(id: SectionId): Section {
  return SECTIONS[sectionPosition(id)] as Section; // every id is registered
}
