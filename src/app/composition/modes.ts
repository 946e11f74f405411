import type { ViewRequest } from '../../core/views/viewRequest';
import { descriptorOf, MODE, type ViewMode } from '../../core/views/registry';
import type { FileMark } from '../../core/items/fileMarks';

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

/** Completes a sentence about something shown in a mode: `as Skeleton`. */
export function inMode(mode: ViewMode): string {
  const { label, phrase = `as ${label}` } = MODE[mode];
  return phrase;
}

export function viewName(view: ViewRequest): string {
  const descriptor = descriptorOf(view);
  return descriptor.nameOf?.(view) ?? descriptor.label;
}
