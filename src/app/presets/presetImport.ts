import type { RepoPath } from '../../core/files/repoPath';
import type { Persona } from '../../core/presets/persona';
import type { ParsedImport } from '../../core/presets/importText';
import { freeName } from '../../core/presets/freeName';
import { expandPatterns } from '../../core/presets/globRules';
import type { ImportedPreset } from '../../core/presets/importers/importer';
import type { Preset } from '../../core/presets/preset';
import type { Choices } from '../composition/choices';
import type { Offered } from './offered';
import type { Personas } from './personas.svelte';
import type { Presets } from './presets.svelte';
import type { Storage } from '../ports/storage';
import type { Settings } from '../storage/settings.svelte';
import type { WantedSave } from './scopedRecords.svelte';

/** The user's choice for one record of an import. */
export type Wanted =
  | { readonly kind: 'none' }
  | { readonly kind: 'as'; readonly name: string }
  /** Replaces the record with the same name. */
  | { readonly kind: 'replace' };

export interface ImportWishes {
  readonly presets: readonly (readonly [preset: Preset, wanted: Wanted])[];
  readonly personas: readonly (readonly [persona: Persona, wanted: Wanted])[];
  /** In .gitignore syntax, to be added to the user's own patterns. */
  readonly ignorePatterns: readonly string[];
  readonly keepSummaries: boolean | undefined;
}

/** Reads an offered text without storing anything. Loads the importers on first use. */
export async function readOffered({ fileName, text }: Offered): Promise<ParsedImport> {
  const { parseImport } = await import('../../core/presets/importText');
  return parseImport(text, { name: fileName });
}

/** The preset with its patterns expanded to matching files; undefined if it has patterns and no workspace is open. */
export async function presetFrom(
  { preset, globs }: ImportedPreset,
  workspace: { readonly choices: Pick<Choices, 'pathsMatching'> } | undefined,
): Promise<Preset | undefined> {
  if (globs === undefined) return preset;
  if (workspace === undefined) return undefined;
  const matched = await expandPatterns(globs, (pattern) => workspace.choices.pathsMatching(pattern));
  const own = new Set<RepoPath>(preset.files.map(({ path }) => path));
  return { ...preset, files: [...preset.files, ...matched.filter(({ path }) => !own.has(path))] };
}

/** Maps the name of each imported record to a unique one. It keeps its own name unless `isThere`. */
export function freeNames(
  all: readonly { readonly name: string }[],
  isThere: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const usedNames = new Set(all.map(({ name }) => name));
  return new Map(
    all.map(({ name }) => {
      const free = isThere(name) ? freeName(name, (other) => isThere(other) || usedNames.has(other)) : name;
      usedNames.add(free);
      return [name, free];
    }),
  );
}

interface Shelves {
  readonly presets: Presets;
  readonly personas: Personas;
  readonly storage: Pick<Storage, 'updateAll'>;
  readonly settings: Pick<Settings, 'data' | 'prepare'>;
  /** These two also apply to the open workspace. */
  setUserPatterns(patterns: string): Promise<void>;
  setKeepSummaries(keep: boolean): Promise<void>;
}

/** Stores the chosen parts of an import, all or none. Resolves to the reasons if it stores none. */
export async function storeWanted(shelves: Shelves, wishes: ImportWishes): Promise<readonly string[]> {
  const saves = [
    shelves.presets.prepare(wantedOf(wishes.presets)),
    shelves.personas.prepare(wantedOf(wishes.personas)),
  ];
  const faults = saves.flatMap((save) => ('faults' in save ? save.faults : []));
  if (faults.length > 0) return faults;
  const prepared = saves.filter((save) => 'show' in save);
  const { ignorePatterns, keepSummaries } = wishes;
  let userPatterns: string | undefined;
  const settings = shelves.settings.prepare((stored) => {
    if (ignorePatterns.length > 0) userPatterns = patternsWith(stored.userPatterns, ignorePatterns);
    return {
      ...(userPatterns !== undefined && { userPatterns }),
      ...(keepSummaries !== undefined && { keepSummaries }),
    };
  });
  const hasSettings = ignorePatterns.length > 0 || keepSummaries !== undefined;
  try {
    const changes = prepared.flatMap((save) => save.changes);
    await shelves.storage.updateAll(new Map(hasSettings ? [...changes, settings] : changes));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  for (const { show } of prepared) show();
  if (userPatterns !== undefined && userPatterns !== shelves.settings.data.userPatterns)
    await shelves.setUserPatterns(userPatterns);
  if (keepSummaries !== undefined) await shelves.setKeepSummaries(keepSummaries);
  return [];
}

function wantedOf<T extends { readonly name: string }>(
  wishes: readonly (readonly [record: T, wanted: Wanted])[],
): readonly WantedSave<T>[] {
  return wishes.flatMap(([record, wanted]) => {
    if (wanted.kind === 'none') return [];
    const name = wanted.kind === 'as' ? wanted.name : record.name;
    return [{ value: { ...record, name }, replaces: wanted.kind === 'replace' }];
  });
}

function patternsWith(own: string, patterns: readonly string[]): string {
  const added = newPatterns(own.split('\n'), patterns);
  if (added.length === 0) return own;
  const start = own === '' || own.endsWith('\n') ? own : `${own}\n`;
  return `${start}${added.join('\n')}\n`;
}

/** The order matters if a pattern negates another. Then all are added, unless the list already ends with them. */
function newPatterns(lines: readonly string[], patterns: readonly string[]): readonly string[] {
  if (![...lines, ...patterns].some((pattern) => pattern.startsWith('!'))) {
    const there = new Set(lines);
    return patterns.filter((pattern) => !there.has(pattern));
  }
  const last = lines.filter((line) => line !== '').slice(-patterns.length);
  return patterns.every((pattern, index) => pattern === last[index]) ? [] : patterns;
}
