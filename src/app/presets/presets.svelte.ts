import * as v from 'valibot';
import type { RepoPath } from '../../core/files/repoPath';
import { isDefaultItem, type FileItem } from '../../core/items/fileItem';
import { diffComposition } from '../../core/presets/difference';
import type { PlainValue } from '../../core/outside/plainTree';
import { presetFromData, presetItems, presetToData, type Preset } from '../../core/presets/preset';
import { settingsOf } from '../../core/presets/settings';
import type { Composition, CompositionChange } from '../composition/composition.svelte';
import { usableOptions, type CompositionOptions } from '../../core/settings/compositionOptions';
import { KeptRecords, type RecordKind } from '../storage/keptRecords.svelte';
import type { Notify } from '../notify';
import type { Storage } from '../ports';
import type { ProjectOutcome, ProjectRecords } from './projectFile.svelte';
import { ScopedRecords, type ScopedRecord } from './scopedRecords.svelte';

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
  readonly #notify: Notify;

  constructor(storage: Storage, notify: Notify, project: () => ProjectRecords<Preset> | undefined) {
    const global = new KeptRecords(storage, KIND, (name, reason) => {
      notify({
        kind: 'warning',
        text: `The preset ${name} could not be read and was set aside (${reason}).`,
      });
    });
    super({ builtIn: [], global, project });
    this.#notify = notify;
  }

  /** Takes one away; the message about it brings it back, unless there is another of its name by then. */
  async discard(record: ScopedRecord<Preset>): Promise<ProjectOutcome> {
    const { name, scope } = record;
    const outcome = await this.remove(record);
    // A change of the project's file was shown before it was made.
    if (scope !== 'global' || outcome.kind !== 'saved') return outcome;
    const run = () => void this.#bringBack(record.value);
    this.#notify({ kind: 'info', text: `Deleted preset ${name}.`, offer: { label: 'Undo', run } });
    return outcome;
  }

  async #bringBack(preset: Preset): Promise<void> {
    const { kind } = await this.save(preset, 'global');
    if (kind === 'taken')
      this.#notify({ kind: 'warning', text: `Another preset named ${preset.name} exists now.` });
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
  return { items, options: optionsOf(preset) };
}

/** Whether nothing has changed since the preset was applied: files that could not be applied then are no change. */
export function isAsPreset(composition: Composition, preset: Preset): boolean {
  const files = appliedFiles(preset.files, composition.options.presetPaths);
  if (files.length !== composition.size) return false;
  const pairs = presetItems({ ...preset, files })
    .map((item) => [composition.item(item.path), item] as const)
    .filter(([own, item]) => own !== item && !(own && isDefaultItem(own) && isDefaultItem(item)));
  const { options } = composition;
  const differences = diffComposition(
    { files: pairs.flatMap(([own]) => own ?? []), settings: settingsOf(options) },
    { files: pairs.map(([, item]) => item), settings: settingsOf({ ...options, ...optionsOf(preset) }) },
  );
  return differences.length === 0;
}

function appliedFiles(files: readonly FileItem[], paths: ReadonlyMap<string, string>): readonly FileItem[] {
  if (paths.size === 0) return files;
  return files.flatMap((item) => {
    const used = paths.get(item.path);
    if (used === '') return [];
    return [used === undefined ? item : { ...item, path: used as RepoPath }]; // It was one when it was applied.
  });
}

/** What saving the composition over a preset makes of it: what is not composed stays as it is there. */
export function presetOver(composition: Composition, old: Preset): Preset {
  const { files, settings } = presetOf(composition, old.name);
  const { layout, unknown } = old.settings;
  const kept = { ...(layout !== undefined && { layout }), ...(unknown && { unknown }) };
  return { ...old, files, settings: { ...settings, ...kept } };
}

/** Without what is asked this time. */
export function withoutTask(preset: Preset): Preset {
  const { task: _task, ...settings } = preset.settings;
  return { ...preset, settings };
}

function optionsOf({ name, settings }: Preset): Partial<CompositionOptions> {
  return { pinnedFolders: new Set(), ...usableOptions(settings), preset: name, presetPaths: new Map() };
}
