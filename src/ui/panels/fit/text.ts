/** All texts of "Fit to a budget". */
import type { FitScope } from '../../../app/fit/fitProposal.svelte';
import type { FitRow, UnnamedFiles } from '../../../app/fit/fitResult';
import { grouped, plural } from '../../shared/numbers';

const CHANGES: Readonly<Record<FitRow['change'], string>> = {
  in: 'comes in',
  out: 'goes out',
  smaller: 'smaller',
  larger: 'larger',
  changed: 'changed',
  same: 'unchanged',
  kept: 'set by hand',
};

/** Plural forms for counts: `3 come in`. */
const COUNTED: typeof CHANGES = { ...CHANGES, in: 'come in', out: 'go out' };

const LEVELS: Readonly<Record<NonNullable<FitRow['level']>, string>> = {
  outline: 'outline',
  focusedFifth: 'best lines',
  focusedThird: 'best lines',
  full: 'in full',
};

const SCOPES: readonly (readonly [scope: FitScope, label: string])[] = [
  ['folder', 'The files that the task most likely concerns'],
  ['selected', 'Only the selected files'],
];

/** The maximum number of folders to name. */
const MOST_FOLDERS = 4;

/** `4 files in src, 2 in docs, and 7 in 3 other places` */
function foldersOf(files: readonly UnnamedFiles[]): string {
  const named = files.slice(0, MOST_FOLDERS).map(({ folder, files: count }, at) => {
    const place = folder === '' ? 'in no folder' : `in ${folder}`;
    return `${at === 0 ? plural(count, 'file') : grouped(count)} ${place}`;
  });
  const others = files.slice(MOST_FOLDERS);
  if (others.length === 0) return named.join(', ');
  const left = others.reduce((sum, { files: count }) => sum + count, 0);
  return `${named.join(', ')}, and ${grouped(left)} in ${plural(others.length, 'other place')}`;
}

export const TEXT = {
  title: 'Fit to a budget',
  what: 'Show',
  scopes: SCOPES,
  needsTask: 'Write a task below the preview first.',
  budget: 'Budget in tokens',
  slider: 'Budget',
  focused: 'Show large files by the lines that match the task best',
  reading: (done: number, total: number) => `Reading ${grouped(done)} of ${plural(total, 'file')}…`,
  measuring: (done: number, total: number) => `Measuring ${grouped(done)} of ${plural(total, 'file')}…`,
  progress: 'Preparing the proposal',
  cancel: 'Cancel',
  stop: 'Stop',
  canceled: 'Canceled. Nothing has changed.',
  again: 'Start again',
  failed: (reason: string) => `Couldn't prepare the proposal: ${reason}`,
  summary: (tokens: string, budget: string) => `${tokens} of ${budget}`,
  counts: (rows: ReadonlyMap<FitRow['change'], number>) =>
    Array.from(
      rows,
      ([change, count]) => `${grouped(count)} ${count === 1 ? CHANGES[change] : COUNTED[change]}`,
    ).join(' · '),
  names: 'List the names of all files',
  /** `most` is undefined if there is no room. */
  namesTooLarge: (tokens: string, most: string | undefined) =>
    most === undefined ? `${tokens}; no room` : `${tokens}; at most ${most} are for names`,
  unnamed: (files: readonly UnnamedFiles[]) => `Neither shown nor named: ${foldersOf(files)}`,
  excess: (tokens: string, withFiles: boolean) =>
    withFiles
      ? `The files set by hand and the other texts alone are ${tokens} over the budget. Show large files smaller, or deselect some.`
      : `The task and the other texts alone are ${tokens} over the budget.`,
  outline: (saved: string) => `As outline: saves ${saved}`,
  outlineOf: (path: string, saved: string) => `Show ${path} as outline, which saves ${saved}`,
  nothing: 'Nothing to show: no file fits, or none is selected.',
  list: 'Proposed changes',
  change: (change: FitRow['change']) => CHANGES[change],
  level: ({ level, view = '' }: FitRow) => (level === undefined ? view : LEVELS[level]),
  tokens: (before: string, after: string) => `${before} → ${after}`,
  apply: 'Apply',
} as const;
