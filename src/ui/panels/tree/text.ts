/** All texts of the file tree, its menus and its dialog. */
import { plural } from '../../shared/numbers';

export const TEXT = {
  tree: 'Files',
  columns: {
    file: 'File',
    fileTitle: 'Tokens in the whole file',
    context: 'Context',
    contextTitle: 'Tokens in the context',
  },
  filter: 'Filter files',
  findInFiles: 'Find in files',
  findInFilesTitle: (keys: string) => `Find in files (${keys})`,
  sort: {
    title: 'Sort by',
    button: (by: string) => `Sorted: ${by}`,
    name: 'By name',
    tokens: 'Largest first',
    likely: 'Likely for the task',
    needsTask: 'write a task first',
  },
  onlySelected: 'Show selected files only',
  showAll: 'Show all files',
  showIgnored: 'Show ignored files',
  showIgnoredTitle: (entries: number) =>
    entries === 0
      ? 'Show ignored files (there are none)'
      : `Show ignored files (${plural(entries, 'entry', 'entries')})`,
  onlyChanged: 'Show files changed since the last commit',
  noneChanged: 'Show files changed since the last commit (there are none)',
  expandAll: 'Expand all folders',
  collapseAll: 'Collapse all folders',

  empty: {
    noMatch: 'No file matches',
    ignoredNotSearched: 'Ignored files are not searched.',
    clearFilter: 'Clear filter',
    noneSelected: 'No files selected.',
    reading: 'Reading the folder…',
    unread: 'The folder has not been read.',
    failed: 'The folder could not be read.',
    allIgnored: (entries: number) =>
      `Everything in this folder is ignored: ${plural(entries, 'entry', 'entries')}.`,
    whyIgnored: 'Why are they ignored?',
    emptyFolder: 'This folder is empty.',
  },

  footer: {
    files: (count: number) => plural(count, 'file'),
    noneSelected: 'none selected',
    selected: (count: number) => plural(count, 'selected', 'selected'),
    deselectAll: 'Deselect all',
    leftOut: (count: number) => plural(count, 'left out', 'left out'),
    ignoredHidden: (count: number) =>
      `${plural(count, 'ignored entry', 'ignored entries')} in closed folders.`,
    revealIgnored: 'Show one',
  },

  row: {
    changedInside: 'Contains files changed since the last commit',
    renamed: (from: string) => `Renamed since the last commit, from ${from}`,
    notCounted: 'Not counted yet',
    tokensInFiles: (tokens: string, files: number) => `${tokens} in ${plural(files, 'file')}`,
    inContext: (tokens: string) => `In the context: ${tokens}`,
    inContextFrom: (tokens: string, files: number) =>
      `In the context: ${tokens} from ${plural(files, 'file')}`,
    extent: (lines: number, symbols: number | undefined) =>
      symbols === undefined
        ? plural(lines, 'line')
        : `${plural(lines, 'line')}, ${plural(symbols, 'symbol')}`,
    folderMode: (how: string) => `Selected files in this folder are shown ${how}`,
    alwaysFull: 'always full',
    full: 'full',
    shownAs: (mode: string) => `Shown as: ${mode}`,
    shownAsBecause: (mode: string, reason: string) => `Shown as: ${mode}. ${reason}`,
    shownLikeFolder: (mode: string, folder: string) => `Shown as: ${mode}, like everything in ${folder}`,
    shownByChoice: (mode: string) => `Shown as: ${mode}, set for this file`,
    modeKeys: (title: string) => `${title} (keys 1 to 9, 0)`,
    focus: 'Focus file: the worker role shows it in full',
    oddName: 'name',
    oddNameTitle: 'The name contains invisible or direction-changing characters',
    sensitive: 'sensitive',
    secret: 'secret',
    secretTitle: (count: number) =>
      `Contains ${plural(count, 'secret')}. A copy asks what to do with ${count === 1 ? 'it' : 'them'}.`,
    secretDecided: 'Contains secrets that a copy doesn’t ask about',
    missing: 'missing',
    missingTitle: 'No longer in the folder',
    failed: 'failed',
    binary: 'binary',
    large: 'large',
    encodingTitle: (name: string) => `Read as ${name}, set for this file`,
  },

  modeMenu: {
    title: 'Show as',
    titleOfEntries: (count: number) => `Show ${plural(count, 'entry', 'entries')} as`,
    titleOfFolder: 'Show selected files in this folder as',
    saves: (tokens: string) => `saves ${tokens}`,
    figure: (tokens: string, saved: string | undefined) => `${tokens}, saves ${saved ?? 'nothing'}`,
    chooseSymbols: 'Select symbols…',
    chooseSymbolsTitle: 'In the file tab: functions and classes, in full or as signatures',
    summarize: 'Summarize with a model…',
    addDocument: (count: number) => (count === 1 ? 'Add as document' : 'Add as documents'),
    addDocumentTitle: 'Its text becomes a part of the document, as Markdown',
    uses: (isOne: boolean) => (isOne ? 'Add what this needs…' : 'Add what these need…'),
    usedBy: (isOne: boolean) => (isOne ? 'Add what uses this…' : 'Add what uses these…'),
  },

  goneMenu: {
    title: 'No longer in the folder',
    use: 'Use',
    deselect: 'Deselect file',
  },

  leftOut: {
    title: 'Why are files left out?',
    none: 'No files are left out.',
    entries: 'Entries',
    rule: 'Rule',
    examples: 'Examples',
    showInTree: 'Show in tree',
    moreRules: (count: number) => `And ${plural(count, 'more rule')}.`,
    folders: 'A folder counts as one entry, with everything in it.',
    hiddenByBrowser:
      'Browsers hide symbolic links and some file names, such as names with a colon or a trailing dot. They cannot appear in this list.',
  },
} as const;
