/** Texts of the likely files. */
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
  title: 'Likely files',
  list: 'Likely files for the task',
  waiting: 'The list appears once all files are read.',
  ranking: 'Ranking files for the task…',
  stopped: 'Only parsed files are listed.',
  none: 'No file in this folder contains a word from the task.',
  noOthers: 'No other file in this folder contains a word from the task.',
  allTaken: 'All likely files are selected or dismissed.',
  select: (path: string) => `Select ${path}`,
  selectAll: (files: number, tokens: string) =>
    `Select ${files === 1 ? 'this file' : `these ${grouped(files)}`} (${tokens} tokens)`,
  selectAllTitle: (tokens: string) => `Adds ${tokens} if they are shown in full`,
  selectStep: (files: number) => `Select ${plural(files, 'likely file')}`,
  inFull: (tokens: string) => `${tokens} in full`,
  dismiss: 'Not for this task',
  dismissFile: (path: string) => `Not for this task: ${path}`,
  more: (files: number) => `Show ${grouped(files)} more`,
  dismissed: (files: number) => `${grouped(files)} dismissed,`,
  bringBack: 'show again',
} as const;
