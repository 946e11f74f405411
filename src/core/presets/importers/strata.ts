import { personaFromData, type Persona } from '../persona';
import { isTable, type PlainTable } from '../../outside/plainTree';
import { presetFromData, type Preset } from '../preset';
import { projectUsesBeads } from '../projectMode';
import { placeOf, refuse, type Refusal, type RefusedEntry } from '../../outside/refusal';
import { NOTHING, type Import, type Importer } from './importer';
import { presetSentence, unknownPlaces, unknownSentences } from './sentences';

/** Version of the app's format. Files without a version are read as this one. */
export const SCHEMA_VERSION = 1;

/** The app's own format, as an exported file or a project's `strata.toml`. */
export const strata: Importer = {
  format: 'Strata presets',
  reads: ({ tree }) =>
    tree !== undefined && ['schema_version', 'context_presets', 'personas'].some((key) => key in tree),
  read: ({ tree = {} }) => readStrata(tree),
};

/** They say whether the project uses the Beads tracker. */
const MODE_KEYS = ['beads', 'project', 'mode'];

export function readStrata(tree: PlainTable): Import | Refusal {
  const version = tree['schema_version'] ?? SCHEMA_VERSION;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return refuse(['schema_version'], 'must be a positive integer');
  if (version > SCHEMA_VERSION)
    return refuse(['schema_version'], `is ${version}, which needs a newer version of Strata`);
  const presets = readPresets(tree);
  if (presets.kind === 'refused') return presets;
  const personas = readPersonas(tree);
  if (personas.kind === 'refused') return personas;

  const known = ['schema_version', 'context_presets', 'personas', ...MODE_KEYS];
  const unknown = Object.keys(tree).filter((key) => !known.includes(key));
  return {
    ...NOTHING,
    presets: presets.presets.map((preset) => ({ preset, globs: undefined })),
    personas: personas.personas,
    usesBeads: projectUsesBeads(tree),
    imported: [
      ...presets.presets.map(presetSentence),
      ...personas.personas.map(({ name }) => `Persona “${name}”`),
    ],
    ignored: [
      ...unknown.map((key) => `${placeOf([key])} is unknown`),
      ...unknownSentences([...presets.unknown, ...personas.unknown]),
    ],
    refused: presets.refused,
  };
}

export type ReadPresets =
  | {
      readonly kind: 'presets';
      /** Ascending by name, because objects lose the order of keys that look like numbers. */
      readonly presets: readonly Preset[];
      readonly refused: readonly RefusedEntry[];
      /** Places of unknown keys. */
      readonly unknown: readonly string[];
    }
  | Refusal;

/** Reads the presets under `context_presets`. */
export function readPresets(tree: PlainTable): ReadPresets {
  const table = tree['context_presets'] ?? {};
  if (!isTable(table)) return refuse(['context_presets'], 'must be a table');
  const presets: Preset[] = [];
  const refused: RefusedEntry[] = [];
  const unknown: string[] = [];
  for (const name of Object.keys(table).sort()) {
    const place = ['context_presets', name];
    const read = presetFromData(name, table[name] ?? {}, place);
    if (read.kind === 'refused') return read;
    presets.push(read.preset);
    refused.push(...read.refused);
    unknown.push(...unknownPlaces(read.preset, place));
  }
  return { kind: 'presets', presets, refused, unknown };
}

type ReadPersonas =
  | { readonly kind: 'personas'; readonly personas: readonly Persona[]; readonly unknown: readonly string[] }
  | Refusal;

function readPersonas(tree: PlainTable): ReadPersonas {
  const table = tree['personas'] ?? {};
  if (!isTable(table)) return refuse(['personas'], 'must be a table');
  const personas: Persona[] = [];
  const unknown: string[] = [];
  for (const [name, data] of Object.entries(table)) {
    const place = ['personas', name];
    if (!isTable(data)) return refuse(place, 'must be a table');
    const read = personaFromData({ ...data, name });
    if (read.kind === 'refused') return refuse(place, read.reason);
    if (personas.some((persona) => persona.name === read.persona.name))
      return refuse(place, 'is a duplicate except for blanks');
    personas.push(read.persona);
    unknown.push(...Object.keys(read.persona.unknown ?? {}).map((key) => placeOf([...place, key])));
  }
  return { kind: 'personas', personas, unknown };
}
