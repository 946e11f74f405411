/** Texts of the likely files. */
import { compact } from '../../../core/numberText';
import { grouped, plural } from '../../shared/numbers';

/** The maximum number of selected files to name. */
const MOST_NAMED = 6;

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
  totalThen: (tokens: string, limit: number | undefined) =>
    limit === undefined ? `Total then: ${tokens}` : `Total then: ${tokens} of ${compact(limit)}`,
  over: (tokens: string, isBudget: boolean) =>
    `, over ${isBudget ? 'your budget' : 'the context window'} by ${tokens}`,
  selectStep: (files: number) => `Select ${plural(files, 'likely file')}`,
  test: 'test',
  inDocument: 'in the document',
  notShown: 'selected, but left out of the document',
  alsoSelected: (names: readonly string[]) => {
    const others = names.length - MOST_NAMED;
    return `Also selected: ${names.slice(0, MOST_NAMED).join(', ')}${others > 0 ? `, and ${grouped(others)} more` : ''}`;
  },
  inFull: (tokens: string) => `${tokens} in full`,
  dismiss: 'Not for this task',
  dismissFile: (path: string) => `Not for this task: ${path}`,
  more: (files: number) => `Show ${grouped(files)} more`,
  dismissed: (files: number) => `${grouped(files)} dismissed,`,
  bringBack: 'show again',
} as const;
