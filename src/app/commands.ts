import { escapeLine } from '../core/compose/escapePath';
import type { MessagesFormat } from '../core/apiMessages/format';
import type { HandedPart } from '../core/document/turn';
import { selectChanged } from './files/selectChanged';
import type { Notify } from './notify';
import { startOver } from './handover/startOver';
import type { SectionId } from '../core/document/sections/registry';
import type { FileMark } from '../core/items/fileMarks';
import type { App } from './app.svelte';
import type { Direction } from './files/relatedFiles.svelte';

/** The pane that the presets dialog opens with. */
export type PresetsPart = 'list' | 'save' | 'import' | 'share';

/** Commands that only the window can run: opening dialogs that need something to begin with, and moving the focus. */
export interface WindowVerbs {
  readonly showPalette: (mode: 'files' | 'commands' | 'symbols') => void;
  readonly showPresets: (part: PresetsPart) => void;
  readonly showSummarize: () => void;
  readonly showRelated: (direction: Direction) => void;
  readonly focusFilter: () => void;
  readonly findInFiles: () => void;
  readonly showLikely: () => void;
  /** Opens a source of the document, by the id of its section. */
  readonly showSource: (section: SectionId) => void;
  readonly focusTask: () => void;
  readonly showAnswer: () => void;
  readonly showReply: () => void;
  readonly focusFind: () => void;
  readonly togglePane: (pane: 'tree' | 'side') => void;
  readonly focusPane: (step: 1 | -1) => void;
}

/** The palette lists every command; `keys` also binds it to the keyboard. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** In tinykeys notation; `$mod` is Command on a Mac and Ctrl elsewhere. */
  readonly keys?: string;
  /** Limits the keys in a text box: `never`, or only `after` the box itself has nothing to undo or redo. */
  readonly inText?: 'never' | 'after';
  readonly enabled: boolean;
  readonly run: () => void;
}

/** All commands except those that only open a dialog. */
export function commandsOf(app: App, window: WindowVerbs): readonly Command[] {
  return [
    ...documentCommands(app),
    ...exchangeCommands(app, window),
    ...fileCommands(app, window),
    ...presetCommands(app, window),
    ...compositionCommands(app, window),
    ...findingCommands(app, window),
    ...folderCommands(app),
    ...windowCommands(app, window),
  ];
}

/** One command per preset. There may be thousands, so they are not rebuilt with every change as `commandsOf` is. */
export function applyCommandsOf(app: App): readonly Command[] {
  return app.presets.list
    .filter(({ hiddenBy }) => hiddenBy === undefined)
    .map(({ name, value }) => ({
      id: `apply-preset/${name}`,
      title: `Apply preset ${escapeLine(name)}`,
      enabled: app.workspace?.busy === false,
      run: () => void app.presetActions.applyAtOnce(value),
    }));
}

const FORMATS = [
  ['anthropic', 'messages for Claude’s API (JSON)'],
  ['openai', 'messages for OpenAI’s API (JSON)'],
  ['text', 'messages in plain text'],
] as const satisfies readonly (readonly [MessagesFormat, string])[];

function documentCommands({ workspace, handover }: App): readonly Command[] {
  const enabled = workspace !== undefined && workspace.document.blocks.length > 0 && !handover.running;
  const { canSaveNumbered } = handover;
  const copy = (part: HandedPart) => whenOpen(workspace, (open) => handover.copy(open, part));
  const hasChanges = enabled && workspace.changesMeasure.isOffered;
  const hasStaticPart = enabled && workspace.document.hasStaticPart;
  const isClassic = workspace?.composition.options.layout === 'classic';
  const keys = { keys: '$mod+Enter' };
  const usesChanges = hasChanges && handover.prefersChanges(workspace);
  return [
    { id: 'copy', title: 'Copy document', ...(!usesChanges && keys), enabled, run: copy('whole') },
    {
      id: 'copy-changes',
      title: 'Copy only what has changed since the last copy',
      ...(usesChanges && keys),
      enabled: hasChanges,
      run: copy('changes'),
    },
    {
      id: 'new-chat',
      title: 'Start a new chat: the next copy is whole',
      enabled: hasChanges,
      run: whenOpen(workspace, (open) => startOver(open)),
    },
    {
      id: 'copy-static',
      title: isClassic ? 'Copy only the cached tiers' : 'Copy without discussion and task',
      enabled: hasStaticPart,
      run: copy('static'),
    },
    {
      id: 'copy-rest',
      title: isClassic ? 'Copy only what is not in a cached tier' : 'Copy only discussion and task',
      enabled: hasStaticPart,
      run: copy('rest'),
    },
    ...FORMATS.flatMap(([format, name]) => [
      {
        id: `copy-${format}`,
        title: `Copy as ${name}`,
        enabled,
        run: whenOpen(workspace, (open) => handover.copyMessages(open, format)),
      },
      {
        id: `download-${format}`,
        title: `Download as ${name}`,
        enabled,
        run: whenOpen(workspace, (open) => handover.downloadMessages(open, format)),
      },
    ]),
    {
      id: 'download',
      title: 'Download document',
      enabled,
      run: whenOpen(workspace, (open) => handover.download(open)),
    },
    {
      id: 'save-numbered',
      title: 'Save as numbered file',
      keys: '$mod+s',
      enabled: enabled && canSaveNumbered,
      run: whenOpen(workspace, (open) => handover.saveNumbered(open)),
    },
    {
      id: 'choose-output',
      title: 'Choose folder for numbered files',
      enabled: canSaveNumbered,
      run: () => void handover.chooseOutputFolder(),
    },
  ];
}

function exchangeCommands({ workspace }: App, { showAnswer, showReply }: WindowVerbs): readonly Command[] {
  const open = workspace?.conversation.exchanges.open;
  const enabled = open !== undefined;
  return [
    {
      id: 'reply',
      title: 'Apply the edits of a reply to the files',
      enabled: workspace !== undefined,
      run: showReply,
    },
    { id: 'answer', title: 'Add answer to the copied task', enabled, run: showAnswer },
    {
      id: 'add-answer',
      title: 'Add question and answer to the discussion',
      enabled: enabled && open.answer.trim() !== '',
      run: whenOpen(workspace, ({ conversation }) => conversation.exchanges.commit()),
    },
    {
      id: 'discard-answer',
      title: 'Discard the question that waits for its answer',
      enabled,
      run: whenOpen(workspace, ({ conversation }) => conversation.discardExchange()),
    },
  ];
}

function fileCommands(app: App, window: WindowVerbs): readonly Command[] {
  const { workspace } = app;
  const enabled = workspace !== undefined;
  const git = workspace?.git.state;
  const repository = git?.kind === 'repository' ? git : undefined;
  const notify: Notify = (notice) => app.notify(notice);
  const toggle = (mark: FileMark) => whenOpen(workspace, (open) => open.view.toggleMark(mark));
  return [
    { id: 'files', title: 'Go to file', keys: '$mod+p', enabled, run: () => window.showPalette('files') },
    { id: 'symbols', title: 'Go to symbol', enabled, run: () => window.showPalette('symbols') },
    {
      id: 'commands',
      title: 'Show all commands',
      keys: '$mod+k',
      enabled: true,
      run: () => window.showPalette('commands'),
    },
    {
      id: 'select-changed',
      title: 'Select files changed since the last commit',
      enabled: repository !== undefined,
      run: whenOpen(workspace, (open) => selectChanged(open, 'head', notify)),
    },
    {
      id: 'select-changed-base',
      title: `Select files changed since ${repository?.base?.name ?? 'the main branch'}`,
      enabled: repository?.base !== undefined,
      run: whenOpen(workspace, (open) => selectChanged(open, 'base', notify)),
    },
    {
      id: 'show-changed',
      title: 'Show files changed since the last commit, or all',
      enabled: repository !== undefined,
      run: whenOpen(workspace, (open) => open.view.toggleChanged()),
    },
    { id: 'focus', title: 'Toggle "Focus" for highlighted files', enabled, run: toggle('focus') },
    {
      id: 'force-full',
      title: 'Toggle "Always in full" for highlighted files',
      enabled,
      run: toggle('forceFull'),
    },
    {
      id: 'not-included',
      title: 'Toggle "Not included" for highlighted files',
      enabled,
      run: toggle('notIncluded'),
    },
    {
      id: 'add-needed',
      title: 'Add related files: what highlighted files need…',
      enabled,
      run: () => window.showRelated('uses'),
    },
    {
      id: 'add-users',
      title: 'Add related files: what uses highlighted files…',
      enabled,
      run: () => window.showRelated('usedBy'),
    },
  ];
}

function presetCommands({ workspace, presets }: App, { showPresets }: WindowVerbs): readonly Command[] {
  const show = (part: PresetsPart) => () => showPresets(part);
  const some = presets.list.length > 0;
  const composing = workspace !== undefined;
  return [
    { id: 'presets', title: 'Manage presets', enabled: true, run: show('list') },
    { id: 'save-preset', title: 'Save as preset…', enabled: composing, run: show('save') },
    { id: 'import', title: 'Import presets…', enabled: true, run: show('import') },
    { id: 'share', title: 'Share a preset…', enabled: some, run: show('share') },
  ];
}

function compositionCommands({ workspace }: App, window: WindowVerbs): readonly Command[] {
  const undoName = workspace?.composition.undoName;
  const redoName = workspace?.composition.redoName;
  return [
    {
      id: 'summarize',
      title: 'Summarize with a model…',
      enabled: workspace !== undefined,
      run: window.showSummarize,
    },
    {
      id: 'untick-all',
      title: 'Deselect all files',
      enabled: workspace !== undefined && workspace.composition.size > 0,
      run: whenOpen(workspace, (open) => open.choices.untickAll()),
    },
    {
      id: 'undo',
      title: undoName === undefined ? 'Undo' : `Undo: ${escapeLine(undoName)}`,
      keys: '$mod+z',
      inText: 'after',
      enabled: undoName !== undefined,
      run: whenOpen(workspace, (open) => open.composition.undo()),
    },
    {
      id: 'redo',
      title: redoName === undefined ? 'Redo' : `Redo: ${escapeLine(redoName)}`,
      keys: '$mod+Shift+z',
      inText: 'after',
      enabled: redoName !== undefined,
      run: whenOpen(workspace, (open) => open.composition.redo()),
    },
  ];
}

function findingCommands({ workspace }: App, window: WindowVerbs): readonly Command[] {
  const enabled = workspace !== undefined;
  const hasTask = workspace?.likely.hasTask === true;
  return [
    { id: 'filter', title: 'Filter files', keys: '$mod+Shift+e', enabled, run: window.focusFilter },
    { id: 'find-in-files', title: 'Find in files', keys: '$mod+Shift+f', enabled, run: window.findInFiles },
    {
      id: 'likely-files',
      title: hasTask ? 'Show likely files' : 'Show likely files (write a task first)',
      enabled,
      run: hasTask ? window.showLikely : window.focusTask,
    },
    {
      id: 'screenshots',
      title: 'Show screenshots',
      enabled,
      run: () => window.showSource('screenshots'),
    },
    { id: 'find', title: 'Find in document', keys: '$mod+f', enabled, run: window.focusFind },
    { id: 'task', title: 'Edit task', keys: '$mod+j', enabled, run: window.focusTask },
  ];
}

function folderCommands(app: App): readonly Command[] {
  const { workspace, canPick } = app;
  const composing = workspace !== undefined;
  return [
    {
      id: 'refresh',
      title: 'Refresh folder',
      keys: '$mod+Shift+r',
      enabled: composing && !workspace.busy,
      run: whenOpen(workspace, (open) => open.reading.refresh()),
    },
    {
      id: 'cancel',
      title: 'Stop reading',
      enabled: composing && workspace.busy,
      run: whenOpen(workspace, (open) => open.reading.cancel()),
    },
    { id: 'open', title: 'Open folder…', keys: '$mod+o', enabled: canPick, run: () => void app.openPicked() },
    {
      id: 'open-archive',
      title: 'Open archive…',
      enabled: canPick,
      run: () => void app.openPickedArchive(),
    },
    { id: 'sample', title: 'Open sample project', enabled: true, run: () => void app.openSample() },
    { id: 'close', title: 'Close folder', enabled: composing, run: () => void app.closeWorkspace() },
  ];
}

function windowCommands({ workspace, settings }: App, window: WindowVerbs): readonly Command[] {
  const enabled = workspace !== undefined;
  const toggle = (pane: 'tree' | 'side') => () => window.togglePane(pane);
  const step = (by: 1 | -1) => () => window.focusPane(by);
  return [
    { id: 'tree-pane', title: 'Show or hide file tree', keys: '$mod+b', enabled, run: toggle('tree') },
    { id: 'side-pane', title: 'Show or hide right pane', keys: '$mod+Shift+b', enabled, run: toggle('side') },
    {
      id: 'wrap',
      title: 'Wrap long lines of code on or off',
      keys: 'Alt+z',
      enabled,
      run: () => settings.change({ wrapCode: !settings.data.wrapCode }),
    },
    { id: 'next-pane', title: 'Next pane', keys: 'F6', enabled, run: step(1) },
    { id: 'previous-pane', title: 'Previous pane', keys: 'Shift+F6', enabled, run: step(-1) },
  ];
}

function whenOpen(workspace: App['workspace'], verb: (open: NonNullable<App['workspace']>) => unknown) {
  return (): void => {
    if (workspace !== undefined) void verb(workspace);
  };
}
