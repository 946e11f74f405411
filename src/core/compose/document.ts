import { compareRepoPaths } from '../files/repoPath';
import { SEPARATOR, type BlockMeasure, type BlockRef } from './block';
import { isStaticSection, SECTION_ORDER, type FilesHeading, type SectionId } from './sections';

/** `static` is what precedes discussion and task, `rest` is what follows it. */
export type Part = 'whole' | 'static' | 'rest';

/** What ends a document: it takes the place of the last block's separator. */
export const DOCUMENT_END = '\n';

/** A block as far as joining needs it; `body` has neither lead nor separator. */
export interface ComposedBlock {
  readonly ref: BlockRef;
  readonly body: string;
}

/** Sections in their order, files among them by path. The order blocks came in never matters. */
export function orderBlocks(refs: readonly BlockRef[]): readonly BlockRef[] {
  return refs.toSorted(compareBlocks);
}

export function sectionOf(ref: BlockRef): SectionId {
  return ref.kind === 'file' ? 'files' : ref.section;
}

/** What stands in front of a block's body and belongs to it: of the first file the files' heading, else nothing. */
export function blockLead(previous: SectionId | undefined, ref: BlockRef, heading: FilesHeading): string {
  return isFirstFile(previous, ref) ? filesLead(heading) : '';
}

export function filesLead(heading: FilesHeading): string {
  return `${heading}\n\n`;
}

/** The blocks of one part, in their order. */
export function partOf(refs: readonly BlockRef[], part: Part): readonly BlockRef[] {
  if (part === 'whole') return refs;
  return refs.filter((ref) => isStaticSection(sectionOf(ref)) === (part === 'static'));
}

/**
 * The document of blocks that are in order; an empty one where there are none. The static part without its final LF
 * is a prefix of the whole.
 */
export function joinBlocks(blocks: readonly ComposedBlock[], heading: FilesHeading = '## Files'): string {
  const pieces: string[] = [];
  let previous: SectionId | undefined;
  for (const [index, { ref, body }] of blocks.entries()) {
    pieces.push(
      blockLead(previous, ref, heading),
      body,
      index < blocks.length - 1 ? SEPARATOR : DOCUMENT_END,
    );
    previous = sectionOf(ref);
  }
  return pieces.join('');
}

/** A block of a document, measured. */
export interface MeasuredBlock {
  readonly ref: BlockRef;
  readonly measure: BlockMeasure;
}

/**
 * Tokens of each block as it stands in the document, lead and separator included. Their sum is the count of the whole
 * text exactly: every block begins with `#` and ends with LF, where the pretokenizer always splits.
 * `filesLeadTokens` is the count of the files' lead.
 */
export function tokensByBlock(blocks: readonly MeasuredBlock[], filesLeadTokens: number): readonly number[] {
  return blocks.map(({ ref, measure }, index) => {
    const before = blocks[index - 1];
    const lead = isFirstFile(before && sectionOf(before.ref), ref) ? filesLeadTokens : 0;
    return lead + (index < blocks.length - 1 ? measure.tokens : measure.tokensAsLast);
  });
}

export function documentTokens(blocks: readonly MeasuredBlock[], filesLeadTokens: number): number {
  return tokensByBlock(blocks, filesLeadTokens).reduce((sum, tokens) => sum + tokens, 0);
}

function isFirstFile(previous: SectionId | undefined, ref: BlockRef): boolean {
  return ref.kind === 'file' && previous !== 'files';
}

function compareBlocks(a: BlockRef, b: BlockRef): number {
  if (a.kind === 'file' && b.kind === 'file') return compareRepoPaths(a.path, b.path);
  return SECTION_ORDER.indexOf(sectionOf(a)) - SECTION_ORDER.indexOf(sectionOf(b));
}
