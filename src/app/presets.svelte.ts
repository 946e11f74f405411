import * as v from 'valibot';
import { parseRepoPath, type RepoPath } from '../core/files/repoPath';
import type { FileItem, ViewMode } from '../core/items/fileItem';
import type { PlainValue } from '../core/presets/plainTree';
import { presetFromData, presetItems, presetToData, type Preset } from '../core/presets/preset';
import type { PresetSettings } from '../core/presets/settings';
import { MODELS } from '../core/tokens/models';
import type { Composition, CompositionChange, CompositionOptions } from './composition.svelte';
import { KeptRecords, type RecordKind } from './keptRecords.svelte';
import type { Notify } from './notify';
import type { Storage } from './ports';
import type { ProjectRecords } from './projectFile.svelte';
import { ScopedRecords } from './scopedRecords.svelte';

const stored = v.object({ name: v.string(), preset: v.unknown() });

const KIND: RecordKind<Preset> = {
  prefix: 'preset/',
  toData: (preset) => ({ name: preset.name, preset: presetToData(preset) }),
  fromData(data) {
    const record = v.safeParse(stored, data);
    if (!record.success) return { kind: 'refused', reason: record.issues[0].message };
    const { name, preset } = record.output;
    // Its schema looks at all of it that is not kept as it is.
    const read = presetFromData(name, preset as PlainValue, []);
    if (read.kind === 'refused') return { kind: 'refused', reason: `${read.place}: ${read.reason}` };
    const [bad] = read.refused;
    return bad === undefined
      ? { kind: 'read', value: read.preset }
      : { kind: 'refused', reason: `${bad.place}: ${bad.reason}` };
  },
};

/** The presets of this browser and of the open folder's file. */
export class Presets extends ScopedRecords<Preset> {
  constructor(storage: Storage, notify: Notify, project: () => ProjectRecords<Preset> | undefined) {
    const global = new KeptRecords(storage, KIND, (name, reason) => {
      notify({
        kind: 'warning',
        text: `The preset ${name} could not be read and was set aside (${reason}).`,
      });
    });
    super({ builtIn: [], global, project });
  }
}

/** What is composed, under a name: all files and all settings. */
export function presetOf(composition: Composition, name: string, description = ''): Preset {
  return {
    name,
    description,
    files: composition.paths.flatMap((path) => composition.item(path) ?? []),
    screenshots: [],
    settings: settingsOf(composition.options),
    unknown: {},
  };
}

/** A composition's options as a preset's settings: those that go by the same names. */
export function settingsOf(options: CompositionOptions): PresetSettings {
  const { preset: _preset, ...settings } = options;
  return { ...settings, folderModes: folderModesOf(options.folderModes) };
}

/**
 * What applying a preset changes: its files in place of all others, but for those that are gone, and the settings that
 * it names. A model that is not known stays as it is.
 */
export function presetChange(
  composition: Composition,
  preset: Preset,
  exists: (path: RepoPath) => boolean = () => true,
): CompositionChange {
  const items = new Map<RepoPath, FileItem | undefined>();
  for (const path of composition.paths) items.set(path, undefined);
  for (const item of presetItems(preset)) if (exists(item.path)) items.set(item.path, item);
  const { focus: _focus, layout: _layout, unknown: _unknown, ...options } = preset.settings;
  if (options.modelId !== undefined && !MODELS.some(({ id }) => id === options.modelId))
    delete options.modelId;
  return { items, options: { ...options, preset: preset.name } };
}

function folderModesOf(modes: ReadonlyMap<string, ViewMode>): ReadonlyMap<RepoPath, ViewMode> {
  const found = new Map<RepoPath, ViewMode>();
  for (const [folder, mode] of modes) {
    const parsed = parseRepoPath(folder);
    if (parsed.kind === 'path') found.set(parsed.path, mode);
  }
  return found;
}
