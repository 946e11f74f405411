import type { RepoPath } from '../../core/files/repoPath';
import type { Persona } from '../../core/personas/persona';
import type { Exchange } from '../../core/presets/exchange';
import { expandPatterns } from '../../core/presets/globRules';
import type { ImportedPreset } from '../../core/presets/importers/importer';
import type { Preset } from '../../core/presets/preset';
import type { Choices } from '../composition/choices';
import type { Offered } from './offered';
import type { Personas } from './personas.svelte';
import type { Presets } from './presets.svelte';
import type { SaveOutcome, ScopedRecords } from './scopedRecords.svelte';
import type { SettingsData } from '../storage/settings.svelte';

/** What the user wants of one thing that an import brings. */
export type Wanted =
  | { readonly kind: 'none' }
  | { readonly kind: 'as'; readonly name: string }
  /** In place of the one that has its name. */
  | { readonly kind: 'replace' };

export interface ImportWishes {
  readonly presets: readonly (readonly [preset: Preset, wanted: Wanted])[];
  readonly personas: readonly (readonly [persona: Persona, wanted: Wanted])[];
  /** In .gitignore syntax, for the user's own rules. */
  readonly ignorePatterns: readonly string[];
  readonly keepSummaries: boolean | undefined;
}

/** Reads what was offered; nothing is taken from it yet. What reads it is fetched when it is first wanted. */
export async function readOffered({ fileName, text }: Offered): Promise<Exchange> {
  const { parseExchange } = await import('../../core/presets/exchange');
  return parseExchange(text, { name: fileName });
}

/** The preset, its patterns as the files of a workspace that they match. Without one the patterns cannot be read. */
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

/** By the name of one of an import, which names it cannot be given: those that are there, and those that others of it come with. */
export function takenNames(
  all: readonly { readonly name: string }[],
  isThere: (name: string) => boolean,
): (own: string) => (name: string) => boolean {
  const names = new Set(all.map(({ name }) => name));
  return (own) => (name) => isThere(name) || (name !== own && names.has(name));
}

interface Shelves {
  readonly presets: Presets;
  readonly personas: Personas;
  readonly settings: { readonly data: Pick<SettingsData, 'userPatterns'> };
  /** The user's own rules, and whether summaries are kept. */
  setUserPatterns(patterns: string): Promise<void>;
  setKeepSummaries(keep: boolean): Promise<void>;
}

/** Stores what is wanted of an import; resolves to a sentence for each part that could not be. */
export async function storeWanted(shelves: Shelves, wishes: ImportWishes): Promise<readonly string[]> {
  const faults = [
    ...(await storeAll('Preset', shelves.presets, wishes.presets)),
    ...(await storeAll('Persona', shelves.personas, wishes.personas)),
  ];
  await addPatterns(shelves, wishes.ignorePatterns);
  if (wishes.keepSummaries !== undefined) await shelves.setKeepSummaries(wishes.keepSummaries);
  return faults;
}

async function storeAll<T extends { readonly name: string }>(
  kind: string,
  records: Pick<ScopedRecords<T>, 'in' | 'save'>,
  wishes: readonly (readonly [record: T, wanted: Wanted])[],
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [record, wanted] of wishes) {
    if (wanted.kind === 'none') continue;
    const name = wanted.kind === 'as' ? wanted.name : record.name;
    const replaced = wanted.kind === 'replace' ? records.in('global', name) : undefined;
    const outcome = await records.save({ ...record, name }, 'global', replaced);
    if (outcome.kind !== 'saved') faults.push(`${kind} ${name} is not stored: ${reasonOf(outcome)}.`);
  }
  return faults;
}

function reasonOf(outcome: SaveOutcome): string {
  return outcome.kind === 'refused' ? outcome.reason : 'there is another one of that name by now';
}

async function addPatterns({ settings, setUserPatterns }: Shelves, patterns: readonly string[]) {
  const own = settings.data.userPatterns;
  const lines = own.split('\n');
  const added = newPatterns(lines, patterns);
  if (added.length === 0) return;
  const start = own === '' || own.endsWith('\n') ? own : `${own}\n`;
  await setUserPatterns(`${start}${added.join('\n')}\n`);
}

/** Where one of them takes something back, the later line wins: then all are added in their order, unless they end it already. */
function newPatterns(lines: readonly string[], patterns: readonly string[]): readonly string[] {
  if (![...lines, ...patterns].some((pattern) => pattern.startsWith('!'))) {
    const there = new Set(lines);
    return patterns.filter((pattern) => !there.has(pattern));
  }
  const last = lines.filter((line) => line !== '').slice(-patterns.length);
  return patterns.every((pattern, index) => pattern === last[index]) ? [] : patterns;
}
