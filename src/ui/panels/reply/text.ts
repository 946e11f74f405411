/** All texts of the Reply tab. */
import { escapeLine } from '../../../core/compose/escapePath';
import type { RepoPath } from '../../../core/files/repoPath';
import type { AskReason, PlacedBy } from '../../../core/replies/placedEdit';
import { grouped, plural } from '../../shared/numbers';

const BY: Readonly<Record<PlacedBy, string>> = {
  base: 'Its lines are in the text that was sent.',
  exact: 'Its lines are there exactly once.',
  folded: 'Its lines are there once, apart from spaces, quotes, or invisible characters.',
  indent: 'Its lines are there once, apart from their indentation.',
  similar: 'Very similar lines are there once.',
};

const ASKS: Readonly<Record<AskReason, string>> = {
  ambiguous: 'Several places match: choose one.',
  'removed-differs': 'The lines that it removes differ from those in the file.',
  overlap: 'Another edit of this reply changes the same lines: take one of them.',
  conflict: 'The file has changed here since it was sent.',
  'lost-indent': 'The reply has lost its indentation. Check how the new lines are indented.',
  'changed-characters': 'Copying may have changed its quotes, spaces, or brackets.',
  elided: 'The reply leaves out code here. Check what was filled in.',
  'whole-file': 'It replaces the whole file. Check that nothing is missing.',
  excerpt: 'The file has these lines already. Taking the edit removes all other lines.',
  exists: 'It is meant to be a new file, but there is one with this name.',
  'conflict-markers': 'It adds markers of a merge conflict.',
  'no-change': 'It changes nothing.',
  delete: 'It deletes the file.',
  rename: 'It renames the file.',
  'not-found': 'No place matches. Edit the file by hand if you want it.',
  'no-file': 'There is no such file.',
};

export const TEXT = {
  label: 'Edits and requests of a reply',
  start: {
    lead: 'Paste the model’s reply to apply its edits to your files.',
    hint: 'Search-and-replace blocks, diffs, patches, whole files, and other usual forms are recognized. You see every change before anything is written.',
    box: 'Reply of the model',
    placeholder: 'Paste the reply here, or drop a text file',
    read: 'Read',
    pasteAndRead: 'Paste and read',
    pasteAndReadTitle: 'Read the reply from the clipboard',
    noClipboard: (reason: string) => `The clipboard can’t be read: ${reason}. Paste into the box instead.`,
    empty: 'The clipboard has no text.',
  },
  reading: 'Finding the places of the edits…',
  failed: (reason: string) => `The reply can’t be read: ${reason}`,
  nothing: 'No edits were found in this reply.',
  nothingHint:
    'An edit is recognized by its file name and its form: a search-and-replace block, a diff, or a whole file in a code block.',

  found: (files: number, edits: number) => `${plural(edits, 'edit')} in ${plural(files, 'file')}`,
  noEdits: 'No edits in this reply',
  sureLeft: (count: number) => `${grouped(count)} sure`,
  toDecide: (count: number) => `${grouped(count)} to decide`,
  leftOver: (count: number) => `${grouped(count)} without a place`,
  takeSure: (count: number) => `Take all that are sure (${grouped(count)})`,
  takeSureTitle: 'Takes the edits with exactly one place, in files that the model has seen',
  write: (count: number) => (count === 0 ? 'Write files' : `Write ${plural(count, 'file')}`),
  writeTitle: 'Writes the edits you took to your folder. The browser asks for permission once.',
  writing: 'Writing…',
  nothingTaken: 'Take edits first',
  readOnly: 'Strata can only read this folder here. Save the changes as a patch or a ZIP file.',
  patch: 'Save patch',
  patchTitle: 'A patch for git apply',
  zip: 'Save ZIP',
  zipTitle: 'The changed files, in their folders',
  close: 'Close',
  closeTitle: 'Close this reply. Files that were written stay as they are.',
  saved: (name: string) => `Saved ${name}.`,
  savedWithout: (name: string, gone: readonly RepoPath[]) =>
    `Saved ${name}. Deleted files are not in it: ${gone.map(escapeLine).join(', ')}.`,

  wrote: (count: number) => `Wrote ${plural(count, 'file')}.`,
  undid: (count: number) => `Restored ${plural(count, 'file')}.`,
  undo: 'Undo',
  outcomes: {
    denied:
      'The browser did not allow writing to the folder, so nothing was written. You can save a patch instead.',
    changed: (paths: readonly RepoPath[]) =>
      `Nothing was written, because ${paths.map(escapeLine).join(', ')} changed on the disk since the reply was read.`,
    undoDenied: 'The browser did not allow writing to the folder, so nothing was restored.',
    undoChanged: (paths: readonly RepoPath[]) =>
      `Nothing was restored, because ${paths.map(escapeLine).join(', ')} changed since.`,
    stopped: (written: number, path: RepoPath, reason: string) =>
      `Stopped after ${plural(written, 'file')}: ${escapeLine(path)} can’t be written: ${reason}. Finish or undo it below.`,
    nothingNew: 'The files already have these changes.',
    refused: (path: RepoPath, reason: string) => `Nothing was written: ${escapeLine(path)} ${reason}.`,
  },
  readAgain: 'Read again',

  file: {
    new: 'new',
    deleted: 'will be deleted',
    renamed: (path: string) => `will become ${path}`,
    outside: 'not in the context',
    outsideTitle: 'The model has not seen this file, so none of its edits is sure.',
    risk: (reason: string) => `This file ${reason}. Take its edits one by one.`,
    lines: (added: number, removed: number) => `+${grouped(added)} −${grouped(removed)}`,
    linesTitle: 'Lines added and removed by the edits you took',
    tokens: (before: number, after: number) =>
      after >= before ? `+${grouped(after - before)} tokens` : `−${grouped(before - after)} tokens`,
    taken: (taken: number, all: number) => `${grouped(taken)} of ${grouped(all)} taken`,
    edited: 'edited by hand',
    show: 'Compare and edit',
    hide: 'Hide',
    beside: 'Side by side',
    undoEdits: 'Undo my edits',
    reveal: 'Show in the tree',
    tooLarge: (size: string) => `The file has ${size}, too much to be shown here. Its edits can be written.`,
    editor: (path: string) => `${path} with the edits you took`,
    original: (path: string) => `${path} as it is now`,
  },

  hunk: {
    take: 'Take',
    takeOf: (what: string) => `Take: ${what}`,
    handEdited: 'You have edited this file by hand. Undo your edits to choose again.',
    morePlaces: (count: number) => `and ${grouped(count)} more`,
    line: (line: number) => `Line ${grouped(line)}`,
    lineTitle: 'Show this line in the file',
    placeHereTitle: 'Put the edit here',
    nearest: 'Nearest place:',
    sure: 'Sure',
    applied: 'Already in the file',
    gone: 'Already deleted',
    done: 'Already done',
    by: BY,
    creates: 'It is a new file.',
    asks: ASKS,
    near: 'No place matches exactly. Check that the edit belongs here.',
    renamesTo: (path: string) => `It renames the file to ${path}.`,
    unrenamed: 'It renames the file to a path that is not allowed.',
    more: (lines: number) => `${plural(lines, 'more line')}`,
    moreHunks: (count: number) => `Show ${plural(count, 'more edit')}`,
  },

  requests: {
    title: 'The model asks for',
    outline: 'outline',
    lines: (from: number, to: number) => `lines ${grouped(from)} to ${grouped(to)}`,
    noSymbol: (symbol: string) => `has no ${symbol}: the whole file`,
    there: 'in the context',
    add: (tokens: string) => `Add ${tokens} and copy`,
    addTitle: 'Adds these to the context, and copies the next message for the same chat',
  },

  instructions: {
    label: 'Tell the model how to write edits and ask for files',
    hint: (tokens: string) => `${tokens}, printed with the instructions`,
  },

  more: (count: number) => `Show ${grouped(count)} more`,

  unplaced: {
    title: 'Edits without a file',
    reason: (path: string, reason: string) => `${path} ${reason}`,
    choose: 'Choose the file:',
    lines: (from: number, to: number) =>
      from === to ? `line ${grouped(from)}` : `lines ${grouped(from)} to ${grouped(to)}`,
  },
  notUnderstood: {
    title: 'Not understood',
    hint: 'These parts of the reply look like edits, but can’t be applied.',
  },

  written: {
    title: 'Written',
    files: namesOf,
    states: {
      writing: 'not finished',
      written: '',
      undoing: 'undo not finished',
      undone: 'undone',
    },
    of: (verb: string, paths: readonly RepoPath[]): string => `${verb}: ${namesOf(paths)}`,
    finish: 'Finish',
    again: 'Write again',
    undo: 'Undo',
  },
} as const;

function namesOf(paths: readonly RepoPath[]): string {
  return paths.length <= 3
    ? paths.map(escapeLine).join(', ')
    : `${paths.slice(0, 2).map(escapeLine).join(', ')}, and ${grouped(paths.length - 2)} more`;
}
