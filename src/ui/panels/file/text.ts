/** All texts of the file tab: header, code, symbols and slices. */
import { plural, grouped } from '../../shared/numbers';

export const TEXT = {
  title: 'File',
  empty: 'No file open',
  emptyHint: 'Select a file in the tree to see its code, symbols and slices.',
  reading: 'Reading the file',
  firstLines: (shown: number, total: number) =>
    `Only the first ${grouped(shown)} of ${grouped(total)} lines are shown here`,

  header: {
    lines: (count: number) => plural(count, 'line'),
    symbols: (count: number) => plural(count, 'symbol'),
    outside: 'not in the document',
    inside: (view: string, tokens: string | undefined) =>
      tokens === undefined ? `in the document: ${view}` : `in the document: ${view}, ${tokens}`,
    encoding: 'Encoding:',
    encodingTitle: 'Read the file with another encoding and select it',
    automatic: 'Automatic',
    automaticAs: (encoding: string) => `${encoding} (automatic)`,
    select: 'Select file',
    preview: 'Show in preview',
    pane: 'Symbols and slices',
    paneTitle: 'Show or hide symbols and slices',
  },

  code: {
    label: 'Code',
    failed: (reason: string) => `Couldn't show the code: ${reason}. Reload the page to try again.`,
    cut: (characters: number) => ` … ${plural(characters, 'more character')}`,
    selected: (lines: number) => `${plural(lines, 'line')} selected`,
    slice: 'Make slice',
  },

  symbols: {
    title: 'Symbols',
    filter: 'Filter symbols',
    none: 'No symbols in this file',
    noMatch: 'No symbol matches',
    hint: (symbols: number) => `${plural(symbols, 'symbol')}; select some to show only those`,
    selected: (count: number, symbols: number) => `${grouped(count)} of ${plural(symbols, 'symbol')}`,
    otherView: (selected: string) => `${selected} selected, but the file is shown in another mode`,
    withTokens: (selected: string, tokens: string) => `${selected}, ${tokens}`,
    keys: 'Enter goes to the symbol. D shows it in full, S shows its signature, H hides it, Backspace resets it. L makes a slice of its lines.',
    line: (line: number) => `line ${grouped(line)}`,
    lines: (start: number, end: number) => `lines ${grouped(start)} to ${grouped(end)}`,
    level: {
      def: { label: 'full', name: 'full', title: 'Show the full definition (D)' },
      sig: { label: 'sign.', name: 'signature', title: 'Show only the signature (S)' },
      hide: { label: 'hide', name: 'hidden', title: 'Hide the symbol (H)' },
    },
    slice: 'slice',
    sliceTitle: 'Make a slice of its lines (L)',
  },

  slices: {
    title: 'Slices',
    tab: (count: number) => (count === 0 ? 'Slices' : `Slices ${count}`),
    count: (count: number) => plural(count, 'slice'),
    otherView: (slices: string) => `${slices}, but the file is shown in another mode`,
    withTokens: (slices: string, tokens: string) => `${slices}, ${tokens}`,
    none: 'No slices in this file',
    howBefore: 'Select lines by dragging or Shift+clicking line numbers, then press',
    howAfter: '. Only those lines go into the document, and Strata finds them again when the file changes.',
    moved: (count: number) => plural(count, 'moved slice'),
    toCheck: (count: number) => `${plural(count, 'slice')} to check`,
    acceptMoved: 'Accept moved slices',
    more: (left: number) => `Show more (${grouped(left)} left)`,
  },

  slice: {
    goTo: 'Go to lines',
    tag: 'Tag',
    tagOf: (number: number) => `Tag of slice ${number}`,
    comment: 'Comment',
    commentOn: (number: number) => `Comment on slice ${number}`,
    lines: 'Lines',
    to: 'to',
    firstLine: (number: number) => `First line of slice ${number}`,
    lastLine: (number: number) => `Last line of slice ${number}`,
    moveUp: 'Move up',
    moveUpLabel: (number: number) => `Move slice ${number} up`,
    moveDown: 'Move down',
    moveDownLabel: (number: number) => `Move slice ${number} down`,
    remove: 'Remove',
    removeLabel: (number: number) => `Remove slice ${number}`,
    accept: 'Accept',
    acceptLabel: (number: number) => `Accept new lines of slice ${number}`,
    state: {
      exact: 'These lines have not changed since you made the slice.',
      moved: 'The same lines in a new place. Accept to keep them there.',
      edited: 'The lines were edited. Accept to keep the edited lines.',
      fuzzy: 'These lines match only partly. Check whether they are the ones you mean.',
      stale: 'The lines were not found. These are the lines in the old place.',
      lost: 'The file is now too short. This slice shows nothing.',
    },
  },
} as const;
