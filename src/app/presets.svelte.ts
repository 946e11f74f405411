import * as v from 'valibot';
import { parseRepoPath, type RepoPath } from '../core/files/repoPath';
import type { FileItem, ViewMode } from '../core/items/fileItem';
import type { PlainValue } from '../core/presets/plainTree';
import { presetFromData, presetItems, presetToData, type Preset } from '../core/presets/preset';
import type { PresetSettings } from '../core/presets/settings';
import { MODELS } from '../core/tokens/models';
import type { Composition, CompositionChange, CompositionOptions } from './composition.svelte';
import { KeptRecords, type KeptRecord, type RecordKind, type RecordSave } from './keptRecords.svelte';
import type { Notify } from './notify';
import { freeName } from './personas.svelte';
import type { Storage } from './ports';

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

/** The presets of this browser, ascending by name. */
export class Presets {
  readonly #kept: KeptRecords<Preset>;

  constructor(storage: Storage, notify: Notify) {
    this.#kept = new KeptRecords(storage, KIND, (name, reason) => {
      notify({
        kind: 'warning',
        text: `The preset ${name} could not be read and was set aside (${reason}).`,
      });
    });
  }

  get list(): readonly KeptRecord<Preset>[] {
    return this.#kept.list;
  }

  byName(name: string): KeptRecord<Preset> | undefined {
    return this.#kept.byName(name);
  }

  load(): Promise<void> {
    return this.#kept.load();
  }

  /** `revision` is that of the preset it replaces; undefined for a new one, which never replaces any. */
  save(preset: Preset, revision: number | undefined): Promise<RecordSave> {
    return this.#kept.save(preset.name, preset, revision);
  }

  /** Saves on top of whatever another tab has made of it. */
  overwrite(preset: Preset): Promise<void> {
    return this.#kept.overwrite(preset.name, preset);
  }

  /** A conflict when there is one of the new name already. */
  async rename(preset: Preset, name: string): Promise<RecordSave> {
    if (name === preset.name) return 'saved';
    const outcome = await this.#kept.save(name, { ...preset, name }, undefined);
    if (outcome === 'saved') await this.#kept.remove(preset.name);
    return outcome;
  }

  /** Saves a copy under a name of its own, which it resolves to. */
  async duplicate(preset: Preset): Promise<string> {
    const name = freeName(`${preset.name} copy`, (taken) => this.byName(taken) !== undefined);
    await this.#kept.save(name, { ...preset, name }, undefined);
    return name;
  }

  remove(name: string): Promise<void> {
    return this.#kept.remove(name);
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
  return { ...options, folderModes: folderModesOf(options.folderModes) };
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
  return { items, options };
}

function folderModesOf(modes: ReadonlyMap<string, ViewMode>): ReadonlyMap<RepoPath, ViewMode> {
  const found = new Map<RepoPath, ViewMode>();
  for (const [folder, mode] of modes) {
    const parsed = parseRepoPath(folder);
    if (parsed.kind === 'path') found.set(parsed.path, mode);
  }
  return found;
}
