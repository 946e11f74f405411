import * as v from 'valibot';
import type { RepoPath } from '../../core/files/repoPath';
import { isPlainItem, type FileItem } from '../../core/items/fileItem';
import { diffComposition, type Composed } from '../../core/presets/difference';
import type { PlainValue } from '../../core/outside/plainTree';
import { presetFromData, presetItems, presetToData, type Preset } from '../../core/presets/preset';
import { settingsOf } from '../../core/presets/settings';
import type { Composition, CompositionChange } from '../composition/composition.svelte';
import { attachedOnly, pathsOnly } from '../../core/settings/addedFiles';
import { usableOptions, type CompositionOptions } from '../../core/settings/compositionOptions';
import { KeptRecords, type RecordKind } from '../storage/keptRecords.svelte';
import type { Notify } from '../notify';
import type { Storage } from '../ports/storage';
import type { ProjectOutcome, ProjectRecords } from './projectFile.svelte';
import { ScopedRecords, type ScopedRecord } from './scopedRecords.svelte';

const stored = v.object({ name: v.string(), preset: v.unknown() });

const KIND: RecordKind<Preset> = {
  prefix: 'preset/',
  label: 'preset',
  toData: (preset) => ({ name: preset.name, preset: presetToData(preset) }),
  fromData(data) {
    const record = v.safeParse(stored, data);
    if (!record.success) return { kind: 'refused', reason: record.issues[0].message };
    const { name, preset } = record.output;
    // `presetFromData` checks every part it knows and keeps the others unchanged.
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
    super({ builtIn: [], global: new KeptRecords(storage, KIND, notify), project });
    this.#notify = notify;
  }

  /** Deletes a preset. The message about it offers Undo, which fails if the name is in use by then. */
  async discard(record: ScopedRecord<Preset>): Promise<ProjectOutcome> {
    const { name, scope } = record;
    const outcome = await this.remove(record);
    // A change of the project's file needs no message, because the user reviewed it.
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

/** A preset of the composition: all files and all settings. */
export function presetOf(composition: Composition, name: string, description = ''): Preset {
  return {
    name,
    description,
    files: composition.paths.flatMap((path) => composition.item(path) ?? []),
    screenshots: pathsOnly(composition.options.screenshots),
    settings: settingsOf(composition.options),
    unknown: {},
  };
}

/**
 * The change that applies a preset: replaces all files with the preset's files that exist, and sets the settings it names.
 * The model stays if the preset names an unknown one.
 */
export function presetChange(
  composition: Composition,
  preset: Preset,
  exists: (path: RepoPath) => boolean = () => true,
): CompositionChange {
  const items = new Map<RepoPath, FileItem | undefined>();
  for (const path of composition.paths) items.set(path, undefined);
  for (const item of presetItems(preset)) if (exists(item.path)) items.set(item.path, item);
  return { items, options: optionsOf(preset, composition.options) };
}

/** Whether the composition is unchanged since the preset was applied. Files that could not be applied don't count. */
export function matchesPreset(composition: Composition, preset: Preset): boolean {
  const files = appliedFiles(preset.files, composition.options.presetPaths);
  if (files.length !== composition.size) return false;
  const pairs = presetItems({ ...preset, files })
    .map((item) => [composition.item(item.path), item] as const)
    .filter(([own, item]) => own !== item && !(own && isPlainItem(own) && isPlainItem(item)));
  const { options } = composition;
  const differences = diffComposition(
    composed(
      pairs.flatMap(([own]) => own ?? []),
      options,
    ),
    composed(
      pairs.map(([, item]) => item),
      { ...options, ...optionsOf(preset, options) },
    ),
  );
  return differences.length === 0;
}

function appliedFiles(files: readonly FileItem[], paths: ReadonlyMap<string, string>): readonly FileItem[] {
  if (paths.size === 0) return files;
  return files.flatMap((item) => {
    const used = paths.get(item.path);
    if (used === '') return [];
    return [used === undefined ? item : { ...item, path: used as RepoPath }]; // Was parsed when the preset was applied.
  });
}

/** The preset with the composition saved over it. Parts that the composition does not have stay unchanged. */
export function presetOver(composition: Composition, old: Preset): Preset {
  const { files, screenshots, settings } = presetOf(composition, old.name);
  const { unknown } = old.settings;
  return { ...old, files, screenshots, settings: { ...settings, ...(unknown && { unknown }) } };
}

/** Without the task, which belongs to one document only. */
export function withoutTask(preset: Preset): Preset {
  const { task: _task, ...settings } = preset.settings;
  return { ...preset, settings };
}

/** The part of a composition that presets are compared with. */
export function composed(files: Iterable<FileItem>, options: CompositionOptions): Composed {
  return { files, screenshots: pathsOnly(options.screenshots), settings: settingsOf(options) };
}

/** Attachments stay, because no preset holds them. */
function optionsOf(
  { name, screenshots, settings }: Preset,
  before: CompositionOptions,
): Partial<CompositionOptions> {
  const { documents = [], ...others } = usableOptions(settings);
  return {
    ...{ pinnedFolders: new Set(), ...others, preset: name, presetPaths: new Map() },
    documents: [...documents, ...attachedOnly(before.documents)],
    screenshots: [...screenshots, ...attachedOnly(before.screenshots)],
    ...(screenshots.length > 0 && { withScreenshots: true }),
  };
}
