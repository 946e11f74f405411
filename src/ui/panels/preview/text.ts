/** All texts of the preview. */
import type { SectionId } from '../../../core/document/sections/registry';
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
  secret: {
    open: 'This line contains a secret. A copy asks what to do with it.',
    decided: 'This line contains a secret that a copy doesn’t ask about.',
  },
  document: 'Document',
  empty: 'Nothing to copy yet.',
  emptyHint: 'Select files or write a task to see a preview of the copied text.',
  wrap: 'Wrap code',
  wrapTitle: (keys: string) => `Wrap long lines of code, too (${keys})`,
  foldAll: 'Fold all',
  unfoldAll: 'Unfold all',
  fold: 'Fold',
  unfold: 'Unfold',
  linesOf: (title: string) => `Lines of ${title}`,
  all: (section: SectionId) => `all ${nounOf(section)}s`,
  lineFailed: (line: number, reason: string) => `Couldn't show line ${grouped(line)}: ${reason}`,
  cut: (characters: number) => `… ${plural(characters, 'more character')}`,
  folded: (lines: number, tokens: string) => `… ${plural(lines, 'line')} · ${tokens}`,
  foldedBlocks: (section: SectionId, blocks: number, lines: number, tokens: string) =>
    `… ${plural(blocks, nounOf(section))} · ${plural(lines, 'line')} · ${tokens}`,
  find: {
    region: 'Preview',
    placeholder: 'Find',
    label: 'Find in document',
    previous: 'Previous match',
    previousTitle: 'Previous match (Shift+Enter)',
    next: 'Next match',
    nextTitle: 'Next match (Enter, F3)',
    none: 'No matches',
    place: (current: number, total: number, more: boolean) =>
      `${grouped(current)} of ${grouped(total)}${more ? '+' : ''}`,
    failed: (reason: string) => `Search failed: ${reason}`,
  },
} as const;

/** A block of a section that has several. */
function nounOf(section: SectionId): string {
  return section === 'discussion' ? 'message' : 'file';
}
