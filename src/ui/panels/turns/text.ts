import type { HandedPart, TurnGroups } from '../../../core/document/turn';
import { grouped, plural } from '../../shared/numbers';

/** All texts of the list of past copies. */
export const TEXT = {
  title: 'Turns',
  list: 'Past copies, newest first',
  none: 'Documents that you copy, download, or save are listed here.',
  noTask: 'No task',
  file: (count: number) => plural(count, 'file'),
  by: { copy: 'Copied', download: 'Downloaded', save: 'Saved' },
  part: {
    whole: '',
    static: 'without discussion and task',
    rest: 'only discussion and task',
    changes: 'changes only',
  } satisfies Record<HandedPart, string>,
  layout: { stable: 'most stable first', classic: 'classic tiers' },
  count: 'Count again',
  countTitle: 'The chat has this copy after all: the next one builds on it',
  uncount: 'Don’t count',
  uncountTitle: 'The chat has not seen this copy: the next one builds on the one before',
  details: 'Contents',
  blocks: 'Contents of this copy',
  groups: {
    static: 'Files and instructions',
    discussion: 'Discussion',
    task: 'Task',
  } satisfies Record<keyof TurnGroups, string>,
  copySince: 'Copy changes since',
  copySinceTitle: 'For a chat that has seen this copy and none after it: what has changed since',
  asMessages: 'as messages for an API',
  copyAgainAsText: 'Copy again as text',
  copyAgain: 'Copy again',
  copyAgainTitle: 'Copy this document exactly as it was, even if files have changed since',
  gone: (gone: number, blocks: number) =>
    `${grouped(gone)} of its ${plural(blocks, 'text')} ${gone === 1 ? 'is' : 'are'} no longer kept, so it can't be copied again.`,
  changeList: 'List of changes',
  excerpt: (number: number) => `Discussion Excerpt ${number}`,
  blocksGone: 'Its contents are no longer kept, so it can’t be copied again.',
  blockGone: 'no longer kept',
  otherEncoding: (encoding: string) => `counted in ${encoding}`,
} as const;
