import * as v from 'valibot';
import { parseRepoPath, type RepoPath } from '../files/repoPath';
import { AGENT_TIERS, RICHNESSES, type AgentTier, type Richness } from '../items/agentTier';
import { VIEW_MODES, type ViewMode } from '../items/fileItem';
import { STRATEGIES, type Strategy } from '../items/effectiveView';
import { isSafeKey, type PlainTable } from './plainTree';
import type { RefusedEntry } from './refusal';

export const FILE_TREE_SCOPES = ['off', 'selected', 'all'] as const;
/** What of the file tree goes into the document. */
export type FileTreeScope = (typeof FILE_TREE_SCOPES)[number];

/**
 * What a preset says of all files together. A key that is not there leaves the setting as it is; one that is there and
 * undefined sets it to none.
 */
export interface PresetSettings {
  readonly strategy?: Strategy;
  readonly summaryOnly?: boolean;
  readonly agentTier?: AgentTier | undefined;
  readonly richness?: Richness | undefined;
  /** Name of the persona that was chosen last; empty for none. */
  readonly persona?: string;
  readonly modelId?: string | undefined;
  readonly budgetTokens?: number | undefined;
  readonly fileTree?: FileTreeScope;
  readonly fileTreeFigures?: boolean;
  /** All of them: folders that are not named hand no mode on. */
  readonly folderModes?: ReadonlyMap<RepoPath, ViewMode>;
  /** Folders whose mode wins over the settings for all files. */
  readonly pinnedFolders?: readonly RepoPath[];
  readonly instructions?: string;
  readonly systemPrompt?: string;
  readonly task?: string;
  /** What names a worker's files, see `matchesFocus`. */
  readonly focus?: readonly string[];
  readonly layout?: string;
  /** Keys of a newer or foreign format, as they came. */
  readonly unknown?: PlainTable;
}

export type SettingName = Exclude<keyof PresetSettings, 'unknown'>;

/** What each setting is called outside the app. */
export const SETTING_KEYS: Readonly<Record<SettingName, string>> = {
  strategy: 'strategy',
  summaryOnly: 'summary_only',
  agentTier: 'agent_tier',
  richness: 'richness',
  persona: 'persona',
  modelId: 'model',
  budgetTokens: 'budget_tokens',
  fileTree: 'file_tree',
  fileTreeFigures: 'file_tree_figures',
  folderModes: 'folder_modes',
  pinnedFolders: 'pinned_folders',
  instructions: 'instructions',
  systemPrompt: 'system_prompt',
  task: 'task',
  focus: 'focus',
  layout: 'layout',
};

export const SETTING_NAMES = Object.keys(SETTING_KEYS) as readonly SettingName[]; // a record has no others

/** Stands for "set to none", which TOML has no word for. */
const NONE = 'none';

function orNone<T>(schema: v.GenericSchema<T>) {
  return v.optional(
    v.lazy((input) =>
      input === NONE
        ? v.pipe(
            v.literal(NONE),
            v.transform(() => undefined),
          )
        : schema,
    ),
  );
}

const folderModes = v.lazy((input) =>
  Array.isArray(input)
    ? v.array(v.object({ folder: v.string(), mode: v.picklist(VIEW_MODES) }))
    : v.pipe(
        v.record(v.string(), v.picklist(VIEW_MODES)),
        v.transform((table) => Object.entries(table).map(([folder, mode]) => ({ folder, mode }))),
      ),
);

export const settingsData = v.looseObject({
  // As with a persona's: an unknown one is `auto`.
  strategy: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => STRATEGIES.find((strategy) => strategy === text) ?? 'auto'),
    ),
  ),
  summary_only: v.optional(v.boolean()),
  agent_tier: orNone(v.picklist(AGENT_TIERS)),
  richness: orNone(v.picklist(RICHNESSES)),
  persona: v.optional(v.string()),
  model: orNone(v.string()),
  budget_tokens: orNone(v.pipe(v.number(), v.integer(), v.minValue(1))),
  file_tree: v.optional(v.picklist(FILE_TREE_SCOPES)),
  file_tree_figures: v.optional(v.boolean()),
  folder_modes: v.optional(folderModes),
  pinned_folders: v.optional(v.array(v.string())),
  instructions: v.optional(v.string()),
  system_prompt: v.optional(v.string()),
  task: v.optional(v.string()),
  focus: v.optional(v.array(v.string())),
  layout: v.optional(v.string()),
});

/** Folders whose path leads elsewhere are left out, and named in `refused` by their place within the settings. */
export function settingsFromData(data: v.InferOutput<typeof settingsData>): {
  readonly settings: PresetSettings;
  readonly refused: readonly RefusedEntry[];
} {
  const known = SETTING_NAMES.filter(
    (name) => name !== 'pinnedFolders' && Object.hasOwn(data, SETTING_KEYS[name]),
  );
  const values = Object.fromEntries(known.map((name) => [name, data[SETTING_KEYS[name]]]));
  const unknown = unknownKeys(data, settingsData);
  const { modes, refused } = folderModesOf(data.folder_modes ?? []);
  const pinned = pinnedFoldersOf(data.pinned_folders ?? []);
  return {
    // The schema has checked every key that `known` names.
    settings: {
      ...(values as PresetSettings),
      ...(data.folder_modes && { folderModes: modes }),
      ...(pinned.folders.length > 0 && { pinnedFolders: pinned.folders }),
      ...(Object.keys(unknown).length > 0 && { unknown }),
    },
    refused: [...refused, ...pinned.refused],
  };
}

/** The same, outwards. Most presets pin no folder, and do not say so. */
export function settingsToData(settings: PresetSettings): PlainTable {
  const given = SETTING_NAMES.filter(
    (name) =>
      Object.hasOwn(settings, name) && (name !== 'pinnedFolders' || settings.pinnedFolders?.length !== 0),
  );
  const data = given.map((name) => [SETTING_KEYS[name], outwards(settings[name])] as const);
  return { ...Object.fromEntries(data), ...settings.unknown };
}

/** What of `data` no schema knows. It was plain before the schema read it. */
export function unknownKeys(data: object, schema: { readonly entries: object }): PlainTable {
  return Object.fromEntries(
    Object.entries(data).filter(([key]) => !Object.hasOwn(schema.entries, key)),
  ) as PlainTable;
}

function outwards(value: PresetSettings[SettingName]): PlainTable[string] {
  if (value === undefined) return NONE;
  if (!(value instanceof Map)) return value as PlainTable[string]; // the one setting that is not plain
  const modes = [...(value as ReadonlyMap<RepoPath, ViewMode>)].map(([folder, mode]) => ({ folder, mode }));
  // A folder may have a name that is no key; a list says the same.
  return modes.every(({ folder }) => isSafeKey(folder))
    ? Object.fromEntries(modes.map(({ folder, mode }) => [folder, mode]))
    : modes;
}

function folderModesOf(entries: readonly { folder: string; mode: ViewMode }[]) {
  const modes = new Map<RepoPath, ViewMode>();
  const refused: RefusedEntry[] = [];
  for (const { folder, mode } of entries) {
    const parsed = parseRepoPath(folder);
    if (parsed.kind === 'path') modes.set(parsed.path, mode);
    else refused.push({ place: 'folder_modes', reason: `${JSON.stringify(folder)} ${parsed.reason}` });
  }
  return { modes, refused };
}

function pinnedFoldersOf(texts: readonly string[]) {
  const folders: RepoPath[] = [];
  const refused: RefusedEntry[] = [];
  for (const text of texts) {
    const parsed = parseRepoPath(text);
    if (parsed.kind === 'path') folders.push(parsed.path);
    else refused.push({ place: 'pinned_folders', reason: `${JSON.stringify(text)} ${parsed.reason}` });
  }
  return { folders, refused };
}
