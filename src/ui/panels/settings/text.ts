/** All texts of the settings and of the list of keyboard shortcuts. */
import type { DiffUse } from '../../../core/update/diffUse';
import { plural } from '../../shared/numbers';

export const TEXT = {
  title: 'Settings',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  tokenizer: 'Tokenizer',
  tokenizerHint: 'Current OpenAI models use o200k_base; GPT-4 and GPT-3.5 used cl100k_base.',
  outputName: 'Name of numbered files',
  outputNameHint: (next: string) => `The first file is named ${next}.`,
  outputNameCleaned: (next: string) =>
    `Some characters are not allowed in file names. The first file is named ${next}.`,
  patterns: 'Ignore patterns, in .gitignore syntax',
  patternsHint: 'These override every ignore file in the folder.',
  patternsException: 'includes a file that another rule ignores.',
  copies: 'Copies',
  countCopies: 'Count copies as turns of the discussion',
  countCopiesHint:
    'After a copy, download, or save, Strata assumes that the chat has the document. It can then copy only the changes, and keeps unchanged parts in front.',
  updateDiffs: 'Changed files in “Copy changes”',
  diffUses: {
    auto: 'As a diff if that has less than half the tokens',
    never: 'Always whole',
    always: 'Always as a diff',
  } satisfies Record<DiffUse, string>,
  summaries: 'Summaries',
  keepSummaries: 'Keep summaries',
  keepSummariesHint:
    'Summaries are stored in this browser until a file changes. If this is off, they are computed each time.',
  clearSummaries: 'Clear summaries',
  clearSummariesOf: (size: string) => `Clear summaries (${size})`,
  freed: (size: string) => `Freed ${size}.`,
  compress: 'Long discussions',
  compressMessages: 'Messages',
  compressTokens: 'Tokens',
  compressHint:
    'When a discussion has more messages or more tokens than this, Strata offers to replace the oldest messages by a short summary.',
  licenses: 'Licenses',

  data: {
    title: 'Your data',
    hint: 'A backup is one file with your selections and discussions in all folders, presets, personas, and settings. It has no files of your folders and no API keys.',
    notStored: 'This browser stores nothing. Your work is lost when you close this tab.',
    unprotected: 'The browser may delete your data when it runs out of space.',
    protect: 'Protect storage',
    isProtected: 'Storage is protected.',
    protectRefused: 'The browser refused. Save a backup instead.',
    attachments: (used: string, limit: string) => `Attachments use ${used} of up to ${limit}.`,
    save: 'Save backup',
    restoreFrom: 'Restore backup…',
    refused: "Couldn't restore",
    nothingStored: (reason: string) => `nothing was stored (${reason})`,
    contents: (folders: number, presets: number, personas: number, settings: boolean) =>
      [
        plural(folders, 'folder'),
        plural(presets, 'preset'),
        plural(personas, 'persona'),
        ...(settings ? ['settings'] : []),
      ].join(', '),
    contains: (contents: string) => `contains ${contents}.`,
    differs: (count: number) => `${plural(count, 'entry differs', 'entries differ')} from your current data.`,
    reloads: 'Restoring reloads the page.',
    addMissing: 'Add missing entries',
    replace: 'Replace current data',
    restore: 'Restore',
    cancel: 'Cancel',
  },

  keys: {
    title: 'Keyboard shortcuts',
    anywhere: 'Anywhere',
    tree: 'In the file tree',
    symbols: 'In the symbol list',
    treeKeys: [
      { keys: '↑ ↓ Home End', title: 'Move between rows' },
      { keys: '→', title: 'Open the folder, then move into it' },
      { keys: '←', title: 'Close the folder, then move to its parent' },
      { keys: 'Space', title: 'Select or deselect the highlighted files' },
      { keys: 'Shift+↑ ↓, Ctrl+click', title: 'Highlight several rows' },
      { keys: '1 2 3 4 7', title: 'Full, skeleton, outline, summary, name only' },
      { keys: '5', title: 'Selected symbols' },
      { keys: '6', title: 'Slices' },
      { keys: '8', title: 'Focus (the worker role shows the file in full)' },
      { keys: '9', title: 'Always in full' },
      { keys: '0', title: 'Not included (listed, but not copied)' },
      { keys: 'Shift+F10', title: 'Open the mode menu with token counts' },
      { keys: '*', title: 'Expand all folders at this level' },
      { keys: 'letters', title: 'Go to the next name with these letters' },
    ],
    symbolKeys: [
      { keys: '↑ ↓ Enter', title: 'Move between symbols, go to one' },
      { keys: 'D S H', title: 'Show in full, show signature, hide' },
      { keys: 'L', title: 'Make a slice' },
      { keys: 'Backspace', title: 'Reset the symbol' },
    ],
  },
} as const;
