import * as v from 'valibot';
import { parseRepoPath, type RepoPath } from '../files/repoPath';
import { addedFileData, addedToData, uniqueSources, readAdded } from '../settings/addedFiles';
import type { AddedFile } from '../sources/addedFile';
import { WORKER } from '../summaries/agentTier';
import {
  defaultItem,
  fileItemFromData,
  fileItemToData,
  isDefaultItem,
  type FileItem,
} from '../items/fileItem';
import { matchesFocus } from '../items/focus';
import { orderItems } from '../items/effectiveView';
import { isSafeKey, isTable, withoutNulls, type PlainTable, type PlainValue } from '../outside/plainTree';
import { placeOf, refuse, type Keys, type Refusal, type RefusedEntry } from '../outside/refusal';
import { settingsData, settingsFromData, settingsToData, unknownKeys, type PresetSettings } from './settings';

/** A named composition. */
export interface Preset {
  readonly name: string;
  readonly description: string;
  /** At most one item per path, ascending by path. */
  readonly files: readonly FileItem[];
  /** In order, each path once. */
  readonly screenshots: readonly AddedFile[];
  readonly settings: PresetSettings;
  /** Keys of a newer or foreign format, unchanged. */
  readonly unknown: PlainTable;
}

export type ReadPreset =
  | {
      readonly kind: 'preset';
      readonly preset: Preset;
      /** Invalid entries, such as paths outside the folder, which are left out. */
      readonly refused: readonly RefusedEntry[];
    }
  | Refusal;

/** In UTF-16 units. */
export const MAX_NAME_LENGTH = 200;

/** Why a text cannot be the name of a preset or persona, as the end of a sentence; undefined if it can. */
export function nameFault(name: string): string | undefined {
  if (name.trim() === '') return 'is empty';
  if (name.length > MAX_NAME_LENGTH) return `is longer than ${MAX_NAME_LENGTH} characters`;
  return isSafeKey(name) && name.isWellFormed() ? undefined : 'is not allowed';
}

/**
 * Reads a preset in file form: snake_case keys, defaults for missing ones, unknown ones kept. A wrong type refuses the
 * whole preset, a bad path only its entry. `place` is the preset's place in the file.
 */
export function presetFromData(name: string, data: PlainValue, place: Keys): ReadPreset {
  const fault = nameFault(name);
  if (fault !== undefined) return refuse(place, `the name ${fault}`);
  const read = v.safeParse(presetData, data);
  if (!read.success) return refuseIssue(place, read.issues[0]);
  const { description, files, screenshots, settings } = read.output;

  const items = itemsFromData(files.entries(), [...place, 'files']);
  if (items.kind === 'refused') return items;
  const images = addedFromData(screenshots, [...place, 'screenshots']);
  const rules = settingsFromData(settings);
  const settingsPlace = placeOf([...place, 'settings']);
  const refusedSettings = rules.refused.map((entry) => ({
    ...entry,
    place: `${settingsPlace}.${entry.place}`,
  }));
  return {
    kind: 'preset',
    preset: {
      name,
      description,
      files: items.items,
      screenshots: images.files,
      settings: rules.settings,
      unknown: unknownKeys(read.output, presetData),
    },
    refused: [...items.refused, ...images.refused, ...refusedSettings],
  };
}

/** Writes a preset in file form, without the name and empty values. Default items are written as just their path. */
export function presetToData(preset: Preset): PlainTable {
  const { description, files, screenshots, settings, unknown } = preset;
  return {
    ...(description !== '' && { description }),
    files: files.map(itemToEntry),
    ...(screenshots.length > 0 && { screenshots: addedToData(screenshots) }),
    ...(Object.keys(settings).length > 0 && { settings: settingsToData(settings) }),
    ...unknown,
  };
}

/** The items that applying a preset sets: its files, with those in its `focus` marked as focus files. */
export function presetItems({ files, settings: { focus } }: Preset): readonly FileItem[] {
  if (focus === undefined) return files;
  return files.map((item) =>
    focus.some((text) => matchesFocus(item.path, text)) ? { ...item, agentTier: WORKER } : item,
  );
}

export function refuseIssue(place: Keys, issue: v.BaseIssue<unknown>): Refusal {
  const keys = issue.path?.map(({ key }) => (typeof key === 'number' ? key : String(key))) ?? [];
  return refuse([...place, ...keys], issue.message);
}

const presetData = v.looseObject({
  description: v.optional(v.string(), ''),
  files: v.optional(v.array(v.unknown()), []),
  screenshots: v.optional(v.array(addedFileData), []),
  settings: v.optional(settingsData, {}),
});

export type ReadItems =
  | {
      readonly kind: 'items';
      /** At most one item per path, ascending by path. */
      readonly items: readonly FileItem[];
      readonly refused: readonly RefusedEntry[];
    }
  | Refusal;

/**
 * Reads files given as strings or tables, with their indexes. Refuses paths outside the folder, and all but the last entry
 * of a path.
 */
export function itemsFromData(entries: Iterable<readonly [number, unknown]>, place: Keys): ReadItems {
  const items: FileItem[] = [];
  const indexes = new Map<RepoPath, number>();
  const refused: RefusedEntry[] = [];
  for (const [index, entry] of entries) {
    const path = isTable(entry) ? entry['path'] : entry;
    const parsed = typeof path === 'string' ? parseRepoPath(path) : undefined;
    if (parsed?.kind === 'refused') {
      refused.push({ place: placeOf([...place, index]), reason: `${JSON.stringify(path)} ${parsed.reason}` });
      continue;
    }
    const read = fileItemFromData(entry);
    if (read.kind === 'refused') return refuse([...place, index], read.reason);
    const { item } = read;
    const earlier = indexes.get(item.path);
    if (earlier !== undefined) {
      const reason = `${JSON.stringify(item.path)} is listed again later, and only the later entry is used`;
      refused.push({ place: placeOf([...place, earlier]), reason });
    }
    indexes.set(item.path, index);
    items.push(item);
  }
  return { kind: 'items', items: orderItems(items), refused };
}

/** Files that are in the document beside the selected ones. Refuses attachments, and paths outside the folder. */
export function addedFromData(given: readonly AddedFile[], place: Keys) {
  const files: AddedFile[] = [];
  const refused: RefusedEntry[] = [];
  for (const [index, file] of given.entries()) {
    const read = readAdded(file);
    if (typeof read === 'string') refused.push({ place: placeOf([...place, index]), reason: read });
    else files.push(read);
  }
  return { files: uniqueSources(files), refused };
}

/** Drops keys with default values. */
function itemToEntry(item: FileItem): PlainValue {
  if (isDefaultItem(item)) return item.path;
  const plain = fileItemToData(defaultItem(item.path));
  const said = Object.entries(withoutNulls(fileItemToData(item))).filter(
    ([key, value]) => key === 'path' || JSON.stringify(value) !== JSON.stringify(plain[key]),
  );
  return Object.fromEntries(said);
}
