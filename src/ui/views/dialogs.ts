import type { Component } from 'svelte';
import type { App } from '../../app/app.svelte';
import type { Command, PresetsPart } from '../../app/commands';
import type { Direction } from '../../app/files/relatedFiles.svelte';
import type { Workspace } from '../../app/workspace.svelte';
import type { RepoPath } from '../../core/files/repoPath';
import type { LineRange } from '../../core/slices/customSlice';
import type { GuidePlace } from '../panels/guide/text';

/** Props of all dialogs. Each dialog declares those it needs. */
export interface DialogProps {
  readonly app: App;
  readonly workspace: Workspace | undefined;
  readonly commands: readonly Command[];
  readonly onfile: (path: string, line?: number) => void;
  readonly onslice: (path: RepoPath, lines: LineRange) => void;
  /** Keeps a dialog open that has opened by itself. */
  readonly onopen: () => void;
  readonly onclose: () => void;
}

interface FolderProps extends DialogProps {
  readonly workspace: Workspace;
}

interface AskingProps<About> {
  readonly app: App;
  readonly workspace: Workspace;
  /** Shows a 1-based line of a block in the preview. */
  readonly online: (key: string, line: number) => void;
  readonly about: About;
}

type Script<Props extends object> = () => Promise<{ readonly default: Component<Props> }>;

/** A dialog to open. Its script is loaded when it is first shown. */
export interface Dialog {
  readonly load: Script<object>;
  /** Props of this dialog only. */
  readonly given: object;
  readonly needsFolder: boolean;
}

/** A dialog that is open while the app asks something. */
interface AskingDialog {
  readonly id: string;
  /** Each new value gets a new dialog. */
  readonly about: (app: App, workspace: Workspace) => unknown;
  readonly load: Script<object>;
}

/** Dialogs that have their own command. A new one is a component and an entry here. */
const DIALOGS: readonly (Omit<Command, 'enabled' | 'run'> & { readonly dialog: Dialog })[] = [
  {
    id: 'tick-pattern',
    title: 'Select files by pattern',
    dialog: ofFolder(() => import('../panels/palette/PatternDialog.svelte')),
  },
  {
    id: 'save-persona',
    title: 'Save as persona…',
    dialog: ofFolder(loadPersonas, { isNew: true }),
  },
  {
    id: 'open-repository',
    title: 'Open a public repository…',
    dialog: anywhere(() => import('../panels/repositories/OpenRepositoryDialog.svelte')),
  },
  {
    id: 'fit',
    title: 'Fit to a budget…',
    dialog: ofFolder(() => import('../panels/fit/FitDialog.svelte')),
  },
  {
    id: 'copy-parts',
    title: 'Copy in parts…',
    dialog: ofFolder(() => import('../panels/parts/PartsDialog.svelte')),
  },
  {
    id: 'instructions',
    title: 'Edit all instructions',
    dialog: ofFolder(() => import('../panels/prompt/InstructionsDialog.svelte')),
  },
  {
    id: 'personas',
    title: 'Manage personas…',
    dialog: anywhere(loadPersonas),
  },
  {
    id: 'performance',
    title: 'Performance',
    dialog: ofFolder(() => import('../panels/performance/PerformanceDialog.svelte')),
  },
  {
    id: 'treemap',
    title: 'Treemap: tokens by folder and layer',
    dialog: ofFolder(() => import('../panels/layers/TreemapDialog.svelte')),
  },
  {
    id: 'settings',
    title: 'Settings',
    keys: '$mod+,',
    dialog: anywhere(() => import('../panels/settings/SettingsDialog.svelte')),
  },
  { id: 'guide', title: 'Guide', dialog: guide('views') },
  { id: 'guide-detail', title: 'Guide: how much of the files to show', dialog: guide('detail') },
  { id: 'guide-saved', title: 'Guide: personas and presets', dialog: guide('saved') },
  {
    id: 'keys',
    title: 'Keyboard shortcuts',
    keys: 'Shift+?',
    inText: 'never',
    dialog: anywhere(() => import('../panels/settings/KeysDialog.svelte')),
  },
];

export function dialogCommands({ workspace }: App, show: (dialog: Dialog) => void): readonly Command[] {
  return DIALOGS.map(({ dialog, ...command }) => ({
    ...command,
    enabled: !dialog.needsFolder || workspace !== undefined,
    run: () => {
      show(dialog);
    },
  }));
}

/** `more` returns commands to list after the app's own. */
export function paletteDialog(
  mode: 'files' | 'commands' | 'symbols',
  more: () => readonly Command[],
): Dialog {
  return anywhere(() => import('../panels/palette/Palette.svelte'), { mode, more });
}

export function presetsDialog(part: PresetsPart): Dialog {
  return anywhere(() => import('../panels/presets/PresetsDialog.svelte'), { part });
}

export function conversationsDialog(file: File): Dialog {
  return ofFolder(() => import('../panels/discussion/PasteDialog.svelte'), { file });
}

export function summariesDialog(paths: readonly RepoPath[]): Dialog {
  return ofFolder(() => import('../panels/summaries/SummariesDialog.svelte'), { paths });
}

export function relatedDialog(paths: readonly RepoPath[], direction: Direction): Dialog {
  return ofFolder(() => import('../panels/references/RelatedDialog.svelte'), { paths, direction });
}

export const ASKING_DIALOGS: readonly AskingDialog[] = [
  asking(
    'question',
    (_, { choices }) => choices.question,
    () => import('../panels/questions/QuestionDialog.svelte'),
  ),
  asking(
    'focus',
    ({ handover }, workspace) => handover.asksForFocus(workspace),
    () => import('../panels/questions/FocusDialog.svelte'),
  ),
  asking(
    'summaries',
    ({ handover }, workspace) => handover.asksForSummaries(workspace),
    () => import('../panels/summaries/AskFirstDialog.svelte'),
  ),
  asking(
    'secrets',
    ({ heldExports }, workspace) => heldExports.of(workspace),
    () => import('../panels/secrets/SecretsDialog.svelte'),
  ),
  asking(
    'compress',
    (_, { conversation }) => conversation.compressions.open,
    () => import('../panels/summaries/CompressDialog.svelte'),
  ),
  asking(
    'project',
    (_, { project }) => project.review,
    () => import('../panels/project/ProjectReviewDialog.svelte'),
  ),
];

function loadPersonas() {
  return import('../panels/personas/PersonasDialog.svelte');
}

function guide(place: GuidePlace): Dialog {
  return anywhere(() => import('../panels/guide/GuideDialog.svelte'), { place });
}

function anywhere<Given extends object>(load: Script<DialogProps & Given>, given?: Given): Dialog {
  return { load: untyped(load), given: given ?? {}, needsFolder: false };
}

function ofFolder<Given extends object>(load: Script<FolderProps & Given>, given?: Given): Dialog {
  return { load: untyped(load), given: given ?? {}, needsFolder: true };
}

function asking<About>(
  id: string,
  about: (app: App, workspace: Workspace) => About,
  load: Script<AskingProps<NonNullable<About>>>,
): AskingDialog {
  return { id, about, load: untyped(load) };
}

/** The functions above check the props, because a list can't hold components with different props. */
function untyped<Props extends object>(load: Script<Props>): Script<object> {
  return load as unknown as Script<object>;
}
