/** All texts of "Go to file", the command palette and "Select files by pattern". */
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
  files: {
    title: 'Go to file',
    list: 'Files',
    placeholder: 'File name or path; add #L10-20 to make a slice',
    noMatch: 'No file matches.',
  },
  commands: {
    title: 'Commands',
    list: 'Commands',
    placeholder: 'Command',
    noMatch: 'No command matches.',
  },
  selected: 'selected',
  slice: (lines: string) => `slice ${lines}`,
  more: (count: number) => `${grouped(count)} more. Type to narrow the list.`,
  prompt: 'Type part of a name or path.',

  pattern: {
    title: 'Select files by pattern',
    label: 'Pattern',
    scope: (files: number) =>
      `Searches ${plural(files, 'file')}. Files that are left out match only by their full path.`,
    noMatch: 'No file matches. A pattern without a slash matches the root folder only; try **/*.ts.',
    deselect: 'Deselect files',
    select: 'Select files',
  },
} as const;
