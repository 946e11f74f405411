/** All texts of the links between files. */
import { grouped, plural } from '../../shared/numbers';

type Direction = 'uses' | 'usedBy';

export const TEXT = {
  title: { uses: 'Uses', usedBy: 'Used by' },
  tab: (direction: Direction, files: number | undefined) =>
    files === undefined ? TEXT.title[direction] : `${TEXT.title[direction]} ${grouped(files)}`,
  add: { uses: 'Add what this needs…', usedBy: 'Add what uses this…' },
  label: { uses: 'Files that this file uses', usedBy: 'Files that use this file' },
  reading: 'Finding references…',
  none: {
    uses: 'This file uses no other file in the folder.',
    usedBy: 'No other file in the folder uses this file.',
  },
  noneSoFar: 'Nothing found so far. Not all files have been parsed.',
  how: 'Based on imports and names in code. Comments and strings do not count.',
  leftOut: 'This file is left out of the folder, so its references are not read.',
  failed: (reason: string) => `Couldn't find references: ${reason}`,
  partial: 'Not all files have been parsed, so some may be missing.',
  lines: (count: number) => (count === 0 ? 'imported' : plural(count, 'line')),
  summary: {
    uses: (files: number, lines: number) =>
      lines === 0
        ? plural(files, 'file')
        : `${plural(files, 'file')}, in ${plural(lines, 'line')} of this file`,
    usedBy: (files: number, lines: number) =>
      lines === 0 ? plural(files, 'file') : `${plural(files, 'file')}, ${plural(lines, 'line')}`,
  },

  dialog: {
    title: 'Add related files',
    direction: 'Add',
    uses: (file: string | undefined, files: number) =>
      file === undefined ? `what these ${grouped(files)} files need` : `what ${file} needs`,
    usedBy: (file: string | undefined, files: number) =>
      file === undefined ? `what uses these ${grouped(files)} files` : `what uses ${file}`,
    steps: 'Steps',
    one: 'one: directly',
    two: { uses: 'two: also what those need', usedBy: 'two: also what uses those' },
    asSkeletons: 'As skeletons',
    asSkeletonsTitle: 'Signatures and docs without bodies. You can change each file later.',
    finding: 'Finding files…',
    none: { uses: 'No files in the folder are used.', usedBy: 'No file in the folder uses this.' },
    allSelected: (files: number) =>
      files === 1
        ? 'The only file found is already selected.'
        : `All ${grouped(files)} files found are already selected.`,
    list: 'Files to add',
    keys: 'Space selects or deselects a file.',
    found: (chosen: number, files: number) =>
      chosen === files ? plural(files, 'file') : `${grouped(chosen)} of ${plural(files, 'file')}`,
    before: (files: number) => `${grouped(files)} more already selected`,
    all: 'Select all',
    noneOfThem: 'Select none',
    file: (path: string, tokens: string) => `${path}, ${tokens}`,
    cancel: 'Cancel',
    add: (files: number) => (files === 0 ? 'Add files' : `Add ${plural(files, 'file')}`),
  },
} as const;
