/** All texts of "Go to file", the command palette and "Select files by pattern". */
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
  files: {
    title: 'Go to file',
    list: 'Files',
    placeholder: 'File name or path',
    noMatch: 'No file matches.',
    prompt: 'Type part of a name or path.',
    select: 'selects the file',
  },
  commands: {
    title: 'Commands',
    list: 'Commands',
    placeholder: 'Command',
    noMatch: 'No command matches.',
    prompt: 'Type part of a name.',
    select: '',
  },
  symbols: {
    title: 'Go to symbol',
    list: 'Symbols',
    placeholder: 'Symbol name or path',
    noMatch: 'No symbol matches.',
    prompt: 'Type part of a name or path, such as Store.get.',
    select: 'selects only the symbol',
  },
  noSymbols: 'No file in this folder has symbols.',
  selected: 'selected',
  slice: (lines: string) => `slice ${lines}`,
  place: (file: string, line: number) => `${file}:${line}`,
  more: (count: number) => `${grouped(count)} more. Type to narrow the list.`,
  /** Explains what else can be typed. */
  prefixes: ({ commands, symbols }: Readonly<Record<'commands' | 'symbols', string>>) => [
    { typed: commands, finds: 'commands' },
    { typed: symbols, finds: 'symbols' },
    { typed: 'file#L10-20', finds: 'slices lines' },
    { typed: 'file@name', finds: 'symbols of a file' },
  ],
  selectKeys: 'Shift+Enter',

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
