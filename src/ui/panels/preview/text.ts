/** All texts of the preview. */
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
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
  allFiles: 'all files',
  lineFailed: (line: number, reason: string) => `Couldn't show line ${grouped(line)}: ${reason}`,
  cut: (characters: number) => `… ${plural(characters, 'more character')}`,
  folded: (lines: number, tokens: string) => `… ${plural(lines, 'line')} · ${tokens}`,
  foldedFiles: (files: number, lines: number, tokens: string) =>
    `… ${plural(files, 'file')} · ${plural(lines, 'line')} · ${tokens}`,
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
