import type { ViewRequest } from '../../core/views/viewRequest';
import type { ViewMode } from '../../core/items/fileItem';
import type { FileMark } from '../../core/items/fileMarks';

/** The modes in the order of their keys, 1 to 7. */
export const MODES: readonly ViewMode[] = [
  'full',
  'skeleton',
  'outline',
  'summary',
  'masked',
  'custom',
  'none',
];

export const MODE_NAMES: Readonly<Record<ViewMode, string>> = {
  full: 'full',
  skeleton: 'skeleton',
  outline: 'outline',
  summary: 'summary',
  masked: 'selected symbols',
  custom: 'slices',
  none: 'name only',
};

/** What a mode shows, for people who meet it the first time. */
export const MODE_HINTS: Readonly<Record<ViewMode, string>> = {
  full: 'The whole text',
  skeleton: 'Imports, types and signatures with their docs, without bodies',
  outline: 'One line for each class, function and constant',
  summary: 'What the file is about, in a few lines',
  masked: 'The symbols you select, in full or as signatures',
  custom: 'The line ranges you select',
  none: 'Only the file name',
};

export const MARK_NAMES: Readonly<Record<FileMark, string>> = {
  focus: 'Focus',
  forceFull: 'Always in full',
  notIncluded: 'Not included',
};

export const MARK_HINTS: Readonly<Record<FileMark, string>> = {
  focus: 'The worker role shows focus files in full and reduces the others',
  forceFull: 'Shown in full, whatever the settings for all files say',
  notIncluded: 'Stays in the list but is not copied, not even its name in the file tree',
};

/** Names the step that sets or removes a mark, for undo. */
export function markStep(mark: FileMark, on: boolean, name: string): string {
  switch (mark) {
    case 'focus':
      return `${on ? 'Focus on' : 'No focus on'} ${name}`;
    case 'forceFull':
      return on ? `Always show ${name} in full` : `Stop always showing ${name} in full`;
    case 'notIncluded':
      return on ? `Leave ${name} out of the document` : `Include ${name} in the document`;
  }
}

/** How something is shown in a mode, as the end of a sentence. */
export function inMode(mode: ViewMode): string {
  if (mode === 'full') return 'in full';
  return mode === 'none' ? 'by name only' : `as ${MODE_NAMES[mode]}`;
}

export function viewName(view: ViewRequest): string {
  if (view.mode === 'skeleton' && view.keep !== 'all') return view.keep;
  return view.mode === 'summary' && view.outline === true ? 'rich summary' : MODE_NAMES[view.mode];
}
