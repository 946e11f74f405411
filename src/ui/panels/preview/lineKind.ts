import type { BlockSource } from '../../../core/document/block';

export type LineKind = 'heading' | 'fence' | 'plain';

/** Classifies a body line for styling. In a file block only the frame counts, because its code is not markdown. */
export function lineKind(
  source: BlockSource,
  at: { readonly line: number; readonly lines: number },
  text: string,
): LineKind {
  if (source.kind === 'file' && at.line > 2 && at.line < at.lines - 1) return 'plain';
  if (/^(`{3,}|~{3,})/.test(text)) return 'fence';
  if (/^#{1,6} /.test(text) && (source.kind === 'text' || at.line === 0)) return 'heading';
  return 'plain';
}
