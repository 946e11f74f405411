import * as v from 'valibot';
import type { CompositionOptions } from '../settings/compositionOptions';
import { PRESET_SETTINGS, SETTINGS, type FileSetting } from '../settings/settings';
import type { FileKind, StoredKind } from '../settings/valueKind';
import type { PlainTable, PlainValue } from '../outside/plainTree';
import type { RefusedEntry } from '../outside/refusal';

type Settings = typeof SETTINGS & typeof PRESET_SETTINGS;

export type SettingName = {
  [Name in keyof Settings]: Settings[Name] extends { readonly presetKey: string } ? Name : never;
}[keyof Settings];

/**
 * The settings in a preset, for all files. An absent key leaves the setting unchanged; a key with the value undefined sets
 * it to none.
 */
export type PresetSettings = {
  readonly [Name in SettingName]?: Settings[Name] extends FileKind<infer T> ? T : never;
} & {
  /** Keys of a newer or foreign format, unchanged. */
  readonly unknown?: PlainTable;
};

const ALL: Readonly<Record<string, StoredKind<unknown> | FileSetting<unknown>>> = {
  ...SETTINGS,
  ...PRESET_SETTINGS,
};

/** The settings in presets, in file order. */
export const FILE_SETTINGS = Object.entries(ALL).filter(
  (entry): entry is [SettingName, FileSetting<unknown>] => 'presetKey' in entry[1],
);

/** Means "set to none", because TOML has no null. */
const NONE = 'none';

export const settingsData = v.looseObject(
  Object.fromEntries(FILE_SETTINGS.map(([, setting]) => [setting.presetKey, v.optional(schemaOf(setting))])),
);

function schemaOf({ inFiles, hasNone }: FileSetting<unknown>): v.GenericSchema {
  const none = v.pipe(
    v.literal(NONE),
    v.transform(() => undefined),
  );
  return hasNone ? v.lazy((input) => (input === NONE ? none : inFiles)) : inFiles;
}

/** Reads settings. Leaves out invalid values and lists them in `refused`, with their place within the settings. */
export function settingsFromData(data: v.InferOutput<typeof settingsData>): {
  readonly settings: PresetSettings;
  readonly refused: readonly RefusedEntry[];
} {
  const refused: RefusedEntry[] = [];
  const values = FILE_SETTINGS.flatMap(([name, { presetKey, accept, toFile }]) => {
    if (!Object.hasOwn(data, presetKey)) return [];
    const read = data[presetKey];
    if (accept === undefined) return [[name, read] as const];
    const { value, refused: reasons } = accept(read);
    refused.push(...reasons.map((reason) => ({ place: presetKey, reason })));
    // Ignore values that would not be written either.
    return toFile(value as NonNullable<unknown>) === undefined ? [] : [[name, value] as const];
  });
  const unknown = unknownKeys(data, settingsData);
  return {
    // The schema has checked every value.
    settings: {
      ...(Object.fromEntries(values) as PresetSettings),
      ...(Object.keys(unknown).length > 0 && { unknown }),
    },
    refused,
  };
}

/** The options of a composition that belong into presets. */
export function settingsOf(options: CompositionOptions): PresetSettings {
  const values = FILE_SETTINGS.flatMap(([name, { accept }]) => {
    if (!(name in options)) return [];
    const value: unknown = options[name as keyof CompositionOptions]; // it is one of them
    return [[name, accept === undefined ? value : accept(value).value]];
  });
  return Object.fromEntries(values) as PresetSettings; // each value is of its setting
}

/** Writes settings in file form. */
export function settingsToData(settings: PresetSettings): PlainTable {
  const given = FILE_SETTINGS.filter(([name]) => Object.hasOwn(settings, name));
  const data = given.flatMap(([name, { presetKey, toFile }]) => {
    const value = settings[name];
    const written = value === undefined ? NONE : toFile(value);
    return written === undefined ? [] : [[presetKey, written] as const];
  });
  return { ...Object.fromEntries<PlainValue>(data), ...settings.unknown };
}

/** Keys of `data` that the schema does not know. `data` comes from plain data, so the values are plain. */
export function unknownKeys(data: object, schema: { readonly entries: object }): PlainTable {
  return Object.fromEntries(
    Object.entries(data).filter(([key]) => !Object.hasOwn(schema.entries, key)),
  ) as PlainTable;
}
