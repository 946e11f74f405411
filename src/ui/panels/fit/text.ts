/** All texts of "Fit to a budget". */
import type { FitScope } from '../../../app/fit/fitProposal.svelte';
import type { FitRow, UnnamedFiles } from '../../../app/fit/fitResult';
import { grouped, plural } from '../../shared/numbers';

const CHANGES: Readonly<Record<FitRow['change'], string>> = {
  in: 'added',
  out: 'removed',
  smaller: 'smaller',
  larger: 'larger',
  changed: 'changed',
  same: 'unchanged',
  kept: 'set by hand',
};

const LEVELS: Readonly<Record<NonNullable<FitRow['level']>, string>> = {
  outline: 'outline',
  focusedFifth: 'best lines',
  focusedThird: 'best lines',
  full: 'in full',
};

const SCOPES: readonly (readonly [scope: FitScope, label: string])[] = [
  ['folder', 'Files most likely relevant to the task'],
  ['selected', 'Selected files only'],
];

/** The maximum number of folders to name. */
const MOST_FOLDERS = 4;

/** `4 files in src, 2 in docs, and 7 in 3 other places` */
function foldersOf(files: readonly UnnamedFiles[]): string {
  const named = files.slice(0, MOST_FOLDERS).map(({ folder, files: count }, at) => {
    const place = folder === '' ? 'at the top level' : `in ${folder}`;
    return `${at === 0 ? plural(count, 'file') : grouped(count)} ${place}`;
  });
  const others = files.slice(MOST_FOLDERS);
  if (others.length === 0) return named.join(', ');
  const left = others.reduce((sum, { files: count }) => sum + count, 0);
  return `${named.join(', ')}, and ${grouped(left)} in ${plural(others.length, 'other place')}`;
}

export const TEXT = {
  title: 'Fit to a budget',
  purpose:
    'Strata proposes which files to show, and how much of each, so that the document fits the budget. Views that you set by hand stay, except plain full texts and outlines. Nothing changes until you apply the proposal.',
  what: 'Choose from',
  scopes: SCOPES,
  needsTask: 'To let the task choose files, write one below the preview first.',
  budget: 'Budget in tokens',
  slider: 'Budget',
  focused: 'Shorten large files to the lines that best match the task',
  reading: (done: number, total: number) => `Reading ${grouped(done)} of ${plural(total, 'file')}…`,
  measuring: (done: number, total: number) => `Measuring ${grouped(done)} of ${plural(total, 'view')}…`,
  progress: 'Preparing the proposal',
  cancel: 'Cancel',
  stop: 'Stop',
  canceled: 'Canceled. Nothing has changed.',
  again: 'Start again',
  failed: (reason: string) => `Couldn't prepare the proposal: ${reason}`,
  summary: (tokens: string, budget: number) => `${tokens} of ${grouped(budget)}`,
  counts: (rows: ReadonlyMap<FitRow['change'], number>) =>
    Array.from(rows, ([change, count]) => `${grouped(count)} ${CHANGES[change]}`).join(' · '),
  names: 'List the names of all files in the file tree',
  /** `most` is undefined if there is no room. */
  namesTooLarge: (tokens: string, most: string | undefined) =>
    `${tokens}; the budget leaves ${most === undefined ? 'no room' : `room for ${most}`}`,
  unnamed: (files: readonly UnnamedFiles[]) => `Not in the document: ${foldersOf(files)}`,
  excess: (tokens: string, withFiles: boolean) =>
    withFiles
      ? `The files you set by hand and the other sections exceed the budget by ${tokens}. Show some files as outlines, raise the budget, or deselect files.`
      : `The task and the other sections exceed the budget by ${tokens}. Raise the budget or shorten them.`,
  outline: (saved: string) => `Show as outline (saves ${saved})`,
  outlineOf: (path: string, saved: string) => `Show ${path} as outline, which saves ${saved}`,
  nothing: 'No files to show. Make the task more specific, raise the budget, or select files first.',
  list: 'Proposed changes',
  change: (change: FitRow['change']) => CHANGES[change],
  level: ({ level, view = '' }: FitRow) => (level === undefined ? view : LEVELS[level]),
  tokens: (before: string, after: string) => `${before} → ${after}`,
  apply: 'Apply changes',
} as const;
