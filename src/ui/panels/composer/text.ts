import type { SelectEffect } from '../../../app/files/suggestions';
import { inMode } from '../../../app/composition/modes';
import type { ViewMode } from '../../../core/views/registry';
import { plural } from '../../shared/numbers';

/** The composer's texts. The settings themselves bring their labels, choices and undo steps. */
export const TEXT = {
  title: 'Task and copy',
  taskPlace: 'The task is printed last, after the files.',
  taskHint: 'What should the model do? Type @ to add files and symbols.',

  detailHelp: 'Guide: how much of the files to show',
  advanced: 'Role and summaries…',
  advancedNote: {
    agentTier: 'Decides what summaries contain.',
    richness: 'Overrides the role. Both change only files shown as summaries.',
    askModelFirst: 'Only if a model endpoint is set up: see “Summarize with a model”.',
  },
  detailStep: (choice: string) => `Detail: ${choice}`,

  mentions: {
    title: 'Files and symbols',
    file: 'File',
    count: (suggestions: number) => plural(suggestions, 'suggestion'),
    keys: 'Enter inserts the name and selects the file. Esc closes the list.',
    /** `place` is the file of a symbol. */
    effect: (effect: SelectEffect, place: string | undefined) => {
      const file = place ?? 'it';
      switch (effect.kind) {
        case 'none':
          return [place, `selected${modeWords(effect.mode)}`].filter(Boolean).join(', ');
        case 'adds':
          return `adds ${effect.ignored ? 'ignored ' : ''}${file}${modeWords(effect.mode)}`;
        case 'asks':
          return effect.question === 'large' ? 'asks first: large file' : 'asks first: may hold secrets';
        case 'shows':
          return `adds it to the selected symbols of ${file}`;
      }
    },
  },

  answer: {
    show: 'Add answer…',
    showTitle: 'Add the answer to the task you copied. The next copy includes both.',
    title: 'Answer',
    to: 'Answer to:',
    hint: 'Paste the answer here, or write the next task',
    back: 'Task',
    backTitle: 'Back to the task, to change it and copy again (Esc)',
    useAsTask: 'Use as task',
    useAsTaskTitle: 'This is not an answer: make it the next task',
    add: 'Add to discussion',
    addTitle: `Add question and answer to the discussion, and empty the task (Ctrl+Enter)`,
    discard: 'Discard',
    discardTitle: (written: number) =>
      `Add nothing to the discussion${written > 0 ? ', and undo the files written from this answer' : ''}. The task stays.`,
    review: (edits: number, requests: number) => {
      const asked = plural(requests, 'request');
      if (edits === 0) return `Review ${asked}`;
      return requests === 0 ? `Review ${plural(edits, 'edit')}` : `Review ${plural(edits, 'edit')}, ${asked}`;
    },
    reviewTitle: 'See what the edits in this answer would change, and write them to your files',
    long: (size: string) => `Pasted text, ${size}`,
    clear: 'Clear',
  },

  copy: 'Copy',
  copyAll: 'Copy all',
  copyChanges: 'Copy changes',
  copyTokens: (tokens: string, keys: string) => `Copy ${tokens}${keys === '' ? '' : ` (${keys})`}`,
  changesInstead: (changes: string, all: string, keys: string) =>
    `For the same chat: only what has changed since your last copy, ${changes} instead of ${all}${keys === '' ? '' : ` (${keys})`}`,
  changesNotSmaller: 'The changes are not smaller than the whole document: copy all',
  nothingToCopy: 'Nothing to copy yet. Select files or write a task.',
  moreCopy: 'More copy options',
} as const;

function modeWords(mode: ViewMode): string {
  return mode === 'full' ? '' : ` ${inMode(mode)}`;
}
