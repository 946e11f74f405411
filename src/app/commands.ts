import { escapeLine } from '../core/compose/escapePath';
import type { App } from './app.svelte';

/** The pane that the presets dialog opens with. */
export type PresetsPart =
  { readonly kind: 'list' | 'save' | 'import' | 'share' } | { readonly kind: 'one'; readonly name: string };

/** Commands that only the window can run: opening dialogs and moving the focus. */
export interface WindowVerbs {
  readonly showPalette: (mode: 'files' | 'commands') => void;
  readonly showSettings: () => void;
  readonly showKeys: () => void;
  readonly showTickByPattern: () => void;
  readonly showPersonas: () => void;
  readonly showPresets: (part: PresetsPart) => void;
  readonly showSummarize: () => void;
  readonly showPerformance: () => void;
  readonly focusFilter: () => void;
  readonly focusTask: () => void;
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

/** The table of all commands. */
export function commandsOf(app: App, window: WindowVerbs): readonly Command[] {
  const { workspace, handover } = app;
  const composing = workspace !== undefined;
  const copyable = workspace !== undefined && workspace.document.blocks.length > 0 && !handover.running;
  const whenOpen = (verb: (open: NonNullable<typeof workspace>) => unknown) => () => {
    if (workspace !== undefined) void verb(workspace);
  };
  const undoName = workspace?.composition.undoName;
  const redoName = workspace?.composition.redoName;
  return [
    {
      id: 'copy',
      title: 'Copy document',
      keys: '$mod+Enter',
      enabled: copyable,
      run: whenOpen((open) => handover.copy(open, 'whole')),
    },
    {
      id: 'copy-static',
      title: 'Copy without discussion and task',
      enabled: copyable,
      run: whenOpen((open) => handover.copy(open, 'static')),
    },
    {
      id: 'copy-rest',
      title: 'Copy discussion and task only',
      enabled: copyable,
      run: whenOpen((open) => handover.copy(open, 'rest')),
    },
    {
      id: 'download',
      title: 'Download document',
      enabled: copyable,
      run: whenOpen((open) => handover.download(open)),
    },
    {
      id: 'save-numbered',
      title: 'Save as numbered file',
      keys: '$mod+s',
      enabled: copyable && handover.canSaveNumbered,
      run: whenOpen((open) => handover.saveNumbered(open)),
    },
    {
      id: 'choose-output',
      title: 'Choose folder for numbered files',
      enabled: handover.canSaveNumbered,
      run: () => void handover.chooseOutputFolder(),
    },
    {
      id: 'files',
      title: 'Go to file',
      keys: '$mod+p',
      enabled: composing,
      run: () => {
        window.showPalette('files');
      },
    },
    {
      id: 'commands',
      title: 'Show all commands',
      keys: '$mod+k',
      enabled: true,
      run: () => {
        window.showPalette('commands');
      },
    },
    {
      id: 'tick-pattern',
      title: 'Select files by pattern',
      enabled: composing,
      run: window.showTickByPattern,
    },
    {
      id: 'focus',
      title: 'Toggle "Focus" for highlighted files',
      enabled: composing,
      run: whenOpen((open) => {
        open.view.toggleMark('focus');
      }),
    },
    {
      id: 'force-full',
      title: 'Toggle "Always in full" for highlighted files',
      enabled: composing,
      run: whenOpen((open) => {
        open.view.toggleMark('forceFull');
      }),
    },
    {
      id: 'not-included',
      title: 'Toggle "Not included" for highlighted files',
      enabled: composing,
      run: whenOpen((open) => {
        open.view.toggleMark('notIncluded');
      }),
    },
    ...presetCommands(app, window),
    { id: 'personas', title: 'Manage personas', enabled: true, run: window.showPersonas },
    {
      id: 'summarize',
      title: 'Summarize with a model…',
      enabled: composing,
      run: window.showSummarize,
    },
    {
      id: 'untick-all',
      title: 'Deselect all files',
      enabled: composing && workspace.composition.size > 0,
      run: whenOpen((open) => {
        open.choices.untickAll();
      }),
    },
    {
      id: 'undo',
      title: undoName === undefined ? 'Undo' : `Undo: ${escapeLine(undoName)}`,
      keys: '$mod+z',
      inText: 'after',
      enabled: undoName !== undefined,
      run: whenOpen((open) => open.composition.undo()),
    },
    {
      id: 'redo',
      title: redoName === undefined ? 'Redo' : `Redo: ${escapeLine(redoName)}`,
      keys: '$mod+Shift+z',
      inText: 'after',
      enabled: redoName !== undefined,
      run: whenOpen((open) => open.composition.redo()),
    },
    {
      id: 'filter',
      title: 'Filter files',
      keys: '$mod+Shift+f',
      enabled: composing,
      run: window.focusFilter,
    },
    { id: 'find', title: 'Find in document', keys: '$mod+f', enabled: composing, run: window.focusFind },
    { id: 'task', title: 'Edit task', keys: '$mod+j', enabled: composing, run: window.focusTask },
    {
      id: 'refresh',
      title: 'Refresh folder',
      keys: '$mod+Shift+r',
      enabled: composing && !workspace.busy,
      run: whenOpen((open) => open.reading.refresh()),
    },
    {
      id: 'cancel',
      title: 'Stop reading',
      enabled: composing && workspace.busy,
      run: whenOpen((open) => open.reading.cancel()),
    },
    {
      id: 'open',
      title: 'Open folder…',
      keys: '$mod+o',
      enabled: app.canPick,
      run: () => void app.openPicked(),
    },
    { id: 'sample', title: 'Open sample project', enabled: true, run: () => void app.openSample() },
    { id: 'close', title: 'Close folder', enabled: composing, run: () => void app.closeWorkspace() },
    {
      id: 'tree-pane',
      title: 'Show or hide file tree',
      keys: '$mod+b',
      enabled: composing,
      run: () => {
        window.togglePane('tree');
      },
    },
    {
      id: 'side-pane',
      title: 'Show or hide right pane',
      keys: '$mod+Shift+b',
      enabled: composing,
      run: () => {
        window.togglePane('side');
      },
    },
    {
      id: 'next-pane',
      title: 'Next pane',
      keys: 'F6',
      enabled: composing,
      run: () => {
        window.focusPane(1);
      },
    },
    {
      id: 'previous-pane',
      title: 'Previous pane',
      keys: 'Shift+F6',
      enabled: composing,
      run: () => {
        window.focusPane(-1);
      },
    },
    { id: 'performance', title: 'Performance', enabled: composing, run: window.showPerformance },
    { id: 'settings', title: 'Settings', keys: '$mod+,', enabled: true, run: window.showSettings },
    {
      id: 'keys',
      title: 'Keyboard shortcuts',
      keys: 'Shift+?',
      inText: 'never',
      enabled: true,
      run: window.showKeys,
    },
  ];
}

/** One command per preset. There may be thousands, so they are not rebuilt with every change as `commandsOf` is. */
export function applyCommandsOf(
  { workspace, presets }: App,
  showPresets: WindowVerbs['showPresets'],
): readonly Command[] {
  return presets.list
    .filter(({ hiddenBy }) => hiddenBy === undefined)
    .map(({ name }) => ({
      id: `apply-preset/${name}`,
      title: `Apply preset ${escapeLine(name)}…`,
      enabled: workspace !== undefined,
      run: () => {
        showPresets({ kind: 'one', name });
      },
    }));
}

function presetCommands({ workspace, presets }: App, { showPresets }: WindowVerbs): readonly Command[] {
  const show = (part: PresetsPart) => () => {
    showPresets(part);
  };
  const some = presets.list.length > 0;
  const composing = workspace !== undefined;
  return [
    { id: 'presets', title: 'Presets…', enabled: true, run: show({ kind: 'list' }) },
    { id: 'save-preset', title: 'Save as preset…', enabled: composing, run: show({ kind: 'save' }) },
    { id: 'import', title: 'Import presets…', enabled: true, run: show({ kind: 'import' }) },
    { id: 'share', title: 'Share a preset…', enabled: some, run: show({ kind: 'share' }) },
  ];
}
