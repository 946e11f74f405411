/**
 * The settings of a composition, one descriptor each. The composition, the stored state, presets, personas, their files and
 * schema, the differences, and the names of undo steps all read it. A new setting needs its descriptor and its control.
 */
import * as v from 'valibot';
import { AGENT_TIERS, RICHNESSES } from '../summaries/agentTier';
import { STRATEGIES } from '../items/effectiveView';
import { MODELS, modelById } from '../tokens/models';
import { addedDocuments } from './addedDocuments';
import { addedFiles } from './addedFiles';
import { folders, modesByFolder } from './folders';
import { namedFragments, participantsKind, partsOff } from './promptKinds';
import { storedTexts } from './storedTexts';
import {
  flag,
  onByDefault,
  oneOf,
  optionalCount,
  optionalNatural,
  optionalOneOf,
  optionalText,
  text,
  texts,
  type FileKind,
  type StoredKind,
} from './valueKind';

/** A value to choose, for people who see it for the first time. */
export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/** A setting in a preset file. */
export interface FileSetting<T> extends FileKind<T> {
  /** In files. The order of the settings is the order of the keys. */
  readonly presetKey: string;
  /** As its control names it. */
  readonly label: string;
  /** As lists of differences name it; the label in lower case by default. */
  readonly name?: string;
  /** Whether the app can work with a value from a file. Otherwise the setting stays as it is. */
  isUsable?(value: NonNullable<T>): boolean;
}

/** A setting of the composition that presets hold, too. */
export interface Setting<T> extends FileSetting<T>, StoredKind<T> {
  /** Whether it decides how files are shown. */
  readonly affectsViews?: true;
  /** Whether setting it is a later choice than any mode pinned before. */
  readonly clearsPins?: true;
  readonly choices?: readonly Choice<T>[];
  /** Names the undo step; `Edit` and the label, or the label and the choice, by default. */
  step?(value: T): string;
  /** Whether steps in a row become one: typing in a box is one step, not one a letter. */
  readonly mergesSteps?: true;
}

/** The files that the file tree section can name. */
export const FILE_TREE_SCOPES = ['off', 'selected', 'all'] as const;

/** The files that the symbol map describes. It never includes files whose full text is in the document. */
export const SYMBOL_MAP_SCOPES = ['off', 'rest', 'all'] as const;

/** What the diffs of the folder's uncommitted work start from: its last commit, or where it left the main branch. */
export const DIFF_STARTS = ['off', 'head', 'base'] as const;

export type DiffStart = Exclude<(typeof DIFF_STARTS)[number], 'off'>;

/** Images in the document: links to their files, which the user attaches in the chat, or all their data. */
export const IMAGE_FORMS = ['link', 'data'] as const;

export type ImageForm = (typeof IMAGE_FORMS)[number];

/** Whether the issues of the Beads tracker are in the document; `auto` as the project's file says. */
export const BEADS_CHOICES = ['auto', 'on', 'off'] as const;

/** The orders of the blocks of the document. */
export const LAYOUTS = ['sections', 'stable', 'classic'] as const;

export type LayoutName = (typeof LAYOUTS)[number];

/** In the order in which files list them. */
export const SETTINGS = {
  strategy: {
    ...oneOf(STRATEGIES),
    // An unknown strategy is `auto`.
    inFiles: v.pipe(
      v.string(),
      v.transform((name) => STRATEGIES.find((strategy) => strategy === name) ?? 'auto'),
    ),
    presetKey: 'strategy',
    label: 'Detail',
    choices: [
      { value: 'auto', label: 'Per file', hint: 'Every file in its own mode' },
      { value: 'summarize', label: 'All as summaries', hint: 'A few lines about each file' },
      { value: 'full', label: 'All in full', hint: 'The whole text of every file' },
    ],
    affectsViews: true,
    clearsPins: true,
  },
  /** `auto` means summaries, because the project says so. */
  summaryOnly: { ...flag, presetKey: 'summary_only', label: 'Summaries only', affectsViews: true },
  agentTier: {
    ...optionalOneOf(AGENT_TIERS),
    presetKey: 'agent_tier',
    label: 'Role',
    choices: [
      { value: undefined, label: 'None', hint: 'Each file as you set it' },
      { value: 1, label: 'Orchestrator', hint: 'Planning: rich summaries' },
      { value: 2, label: 'Tech lead', hint: 'Design: summaries with key signatures' },
      { value: 3, label: 'Worker', hint: 'Coding: focus files in full, other files as skeletons' },
      { value: 4, label: 'QA', hint: 'Review: outlines instead of summaries' },
    ],
    affectsViews: true,
    clearsPins: true,
  },
  /** Overrides the richness of the role. */
  richness: {
    ...optionalOneOf(RICHNESSES),
    presetKey: 'richness',
    label: 'Summary style',
    choices: [
      { value: undefined, label: 'From role', hint: 'Plain without a role' },
      { value: 3, label: 'Outlines', hint: 'One line per class, function, and constant' },
      { value: 2, label: 'Plain', hint: 'The purpose of the file and its key signatures' },
      { value: 1, label: 'Rich', hint: 'The full text; for "All as summaries", a summary with the outline' },
    ],
    affectsViews: true,
  },
  /** Whether to offer a model's summaries before a document is copied that shows others. */
  askModelFirst: {
    ...flag,
    presetKey: 'ask_model_first',
    label: 'Summaries before copying',
    choices: [
      { value: false, label: 'Copy them as they are', hint: 'A copy never waits' },
      {
        value: true,
        label: 'Ask the endpoint first',
        hint: 'If summaries are by rules or out of date',
      },
    ],
  },
  /** Name of the persona chosen last; empty for none. Settings changed since then may differ from it. */
  persona: {
    ...text,
    presetKey: 'persona',
    label: 'Persona',
    clearsPins: true,
  },
  /** The model that reads the document. Undefined: the one chosen last in any folder. */
  modelId: {
    ...optionalText,
    presetKey: 'model',
    label: 'Model',
    step: (id: string) => `Model: ${modelById(id).name}`,
    isUsable: (id: string) => MODELS.some((model) => model.id === id),
  },
  /** Tokens that the document should not exceed. */
  budgetTokens: {
    ...optionalCount,
    presetKey: 'budget_tokens',
    label: 'Budget',
    step: () => 'Change token budget',
    mergesSteps: true,
  },
  layout: {
    ...oneOf(LAYOUTS),
    inFiles: v.pipe(v.string(), v.transform(layoutInFile)),
    presetKey: 'layout',
    label: 'Order',
    choices: [
      { value: 'sections', label: 'By section', hint: 'Files sorted by path: easiest to navigate' },
      {
        value: 'stable',
        label: 'Most stable first',
        hint: 'Unchanged parts come first, so that the next paste repeats less',
      },
      {
        value: 'classic',
        label: 'Classic tiers',
        hint: 'Grouped by how long each part has been unchanged, for the caches of APIs',
      },
    ],
  },
  /** Tokens that each cached tier must have; 0 allows any. Undefined: one and a half times the model's smallest cacheable prefix. */
  cacheTarget: {
    ...optionalNatural,
    presetKey: 'cache_target_tokens',
    label: 'Smallest cached tier',
    step: () => 'Change smallest cached tier',
    mergesSteps: true,
  },
  fileTree: {
    ...oneOf(FILE_TREE_SCOPES),
    presetKey: 'file_tree',
    label: 'File tree',
    choices: [
      { value: 'off', label: 'None' },
      { value: 'selected', label: 'Selected files' },
      { value: 'all', label: 'All files' },
    ],
  },
  /** Whether the file tree gives the lines and symbols of ticked files. */
  fileTreeFigures: {
    ...flag,
    presetKey: 'file_tree_figures',
    label: 'Figures in the file tree',
    step: (shown: boolean) => `File tree ${shown ? 'with' : 'without'} lines and symbols`,
  },
  symbolMap: {
    ...oneOf(SYMBOL_MAP_SCOPES),
    presetKey: 'symbol_map',
    label: 'Symbol map',
    choices: [
      { value: 'off', label: 'None' },
      { value: 'rest', label: 'Selected files not in full' },
      { value: 'all', label: 'All files not in full' },
    ],
  },
  /** The token limit of the symbol map; a few thousand by default. */
  symbolMapTokens: {
    ...optionalCount,
    presetKey: 'symbol_map_tokens',
    label: 'Symbol map token limit',
    step: () => 'Change symbol map token limit',
    mergesSteps: true,
  },
  /** PDFs and other documents that are in the document as Markdown. */
  documents: { ...addedDocuments, presetKey: 'documents', label: 'Documents' },
  /** Presets have a key of their own for them, beside the settings. */
  screenshots: addedFiles,
  urls: {
    ...oneOf(['on', 'off']),
    presetKey: 'urls',
    label: 'URLs in the task',
    choices: [
      { value: 'on', label: 'Their texts in the document' },
      { value: 'off', label: 'None' },
    ],
    step: (choice) => `${choice === 'on' ? 'Include' : 'Leave out'} the texts of URLs`,
  },
  withScreenshots: {
    ...onByDefault,
    label: 'Screenshots in the document',
    step: (included: boolean) => `${included ? 'Include' : 'Leave out'} the screenshots`,
  },
  imageForm: {
    ...oneOf(IMAGE_FORMS),
    presetKey: 'image_form',
    label: 'Images in the Markdown',
    choices: [
      { value: 'link', label: 'Links', hint: 'Attach the images in the chat yourself' },
      {
        value: 'data',
        label: 'Data URLs',
        hint: 'All bytes as text, which most chats do not see as an image',
      },
    ],
  },
  gitChanges: {
    ...oneOf(DIFF_STARTS),
    presetKey: 'git_changes',
    label: 'Git changes',
    choices: [
      { value: 'off', label: 'None' },
      { value: 'head', label: 'Since the last commit', hint: 'What git diff HEAD shows' },
      {
        value: 'base',
        label: 'Since the main branch',
        hint: 'All commits of this branch, and uncommitted changes',
      },
    ],
  },
  /** A commit whose changes are in the document, as git names it; empty for none. */
  gitCommit: {
    ...text,
    presetKey: 'git_commit',
    label: 'Changes of a commit',
    step: (name: string) => (name === '' ? 'Leave out the commit' : 'Include the changes of a commit'),
  },
  /** The number of commits that the document lists, the newest first. */
  gitLog: {
    ...optionalCount,
    presetKey: 'git_log',
    label: 'Git log',
    step: (count: number | undefined) =>
      count === undefined ? 'Git log: none' : 'Change commits in the Git log',
    mergesSteps: true,
  },
  beads: {
    ...oneOf(BEADS_CHOICES),
    presetKey: 'beads',
    label: 'Beads issues',
    choices: [
      { value: 'auto', label: 'As in strata.toml', hint: 'If it has [beads] enabled = true' },
      { value: 'on', label: 'In the document' },
      { value: 'off', label: 'None' },
    ],
    step: (choice) => (choice === 'off' ? 'Leave out Beads issues' : 'Include Beads issues'),
  },
  /** Modes that folders hand on to files ticked below them, by the folder's path. A preset holds all or none of them. */
  folderModes: {
    ...modesByFolder,
    presetKey: 'folder_modes',
    label: 'Modes of folders',
  },
  /** Folders whose mode was set by hand over the settings for all files: files ticked below them later are pinned too. */
  pinnedFolders: { ...folders, presetKey: 'pinned_folders', label: 'Pinned folders' },
  instructions: { ...text, presetKey: 'instructions', label: 'Instructions', mergesSteps: true },
  /** Follows the user's own instructions. */
  systemPrompt: { ...text, presetKey: 'system_prompt', label: 'System prompt', mergesSteps: true },
  /** Follow the parts of the prompt that the app provides. */
  fragments: { ...namedFragments, presetKey: 'prompt_fragments', label: 'Own texts in the instructions' },
  participants: { ...participantsKind, presetKey: 'participants', label: 'Participants', mergesSteps: true },
  promptOff: { ...partsOff, presetKey: 'prompt_off', label: 'Instructions left out' },
  /** Instruction files that were ticked with the switch, and are unticked with it. */
  switchedInstructions: folders,
  task: { ...text, presetKey: 'task', label: 'Task', mergesSteps: true },
  /** Id of the discussion that is shown and copied, empty for none. Every workspace has its own discussions. */
  discussion: text,
  /** Whether the discussion is part of the document. */
  withDiscussion: {
    ...onByDefault,
    label: 'Discussion in the document',
    step: (included: boolean) => `${included ? 'Include' : 'Leave out'} the discussion`,
  },
  /** Name of the preset applied or saved last; empty for none. Settings changed since then may differ from it. */
  preset: text,
  /** Files of that preset that moved or are missing: the path in use by the path in the preset; empty for a file left out. */
  presetPaths: storedTexts,
} as const satisfies Readonly<Record<string, Setting<unknown> | StoredKind<unknown>>>;

/** Other tools write `tiers`. An unknown layout is the default. */
function layoutInFile(name: string): LayoutName {
  if (name === 'tiers') return 'stable';
  return LAYOUTS.find((layout) => layout === name) ?? LAYOUTS[0];
}

/** Settings that only presets have. Files list them after those of the composition. */
export const PRESET_SETTINGS = {
  /** Names a worker's files, see `matchesFocus`. Applying a preset makes marks of it. */
  focus: {
    ...texts,
    presetKey: 'focus',
    label: 'Focus',
  },
} as const satisfies Readonly<Record<string, FileSetting<unknown>>>;

/** The settings that a persona holds, with their keys in the order in which files list them. */
export const PERSONA_KEYS = {
  modelId: 'model',
  agentTier: 'agent_tier',
  strategy: 'aggregation_strategy',
  systemPrompt: 'system_prompt',
  budgetTokens: 'budget_tokens',
  richness: 'richness',
  askModelFirst: 'ask_model_first',
} as const satisfies Partial<Record<keyof typeof SETTINGS, string>>;
