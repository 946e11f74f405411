import type { Block } from '../../../core/document/block';
import { sectionById } from '../../../core/document/sections/registry';

export type LineKind = 'heading' | 'fence' | 'plain';

/** Classifies a body line for styling. In a fenced block only the frame counts, because its text is not Markdown. */
export function lineKind(
  { section, source }: Pick<Block, 'section' | 'source'>,
  at: { readonly line: number; readonly lines: number },
  text: string,
): LineKind {
  const isFenced = source.kind === 'file' || sectionById(section).isFenced === true;
  if (isFenced && at.line > 2 && at.line < at.lines - 1) return 'plain';
  if (/^(`{3,}|~{3,})/.test(text)) return 'fence';
  if (/^#{1,6} /.test(text) && (!isFenced || at.line === 0)) return 'heading';
  return 'plain';
}
