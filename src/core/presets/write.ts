import { personaToData, type Persona } from './persona';
import { SCHEMA_VERSION } from './importers/strata';
import { withoutNulls, type PlainTable } from '../outside/plainTree';
import { presetToData, type Preset } from './preset';
import { tomlTable } from './tomlText';

/** The records of one file. */
export interface Shelf {
  readonly presets: readonly Preset[];
  readonly personas?: readonly Persona[];
}

/** A TOML file that `parseImport` reads back to equal presets and personas. */
export function presetsToToml(shelf: Shelf): string {
  return tomlTable([], shelfToData(shelf));
}

/** A JSON file that `parseImport` reads back to equal presets and personas. */
export function presetsToJson(shelf: Shelf): string {
  return `${withFractions(JSON.stringify(shelfToData(shelf), undefined, 2))}\n`;
}

/** JSON writes a number like 1e17 as an integer, but `parseImport` refuses integers of that size. */
function withFractions(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|(?<![\d.])-?\d{16,}(?![\d.e])/g, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `${token}.0`,
  );
}

/** The table of a persona, without its name. */
export function personaToTable(persona: Persona): PlainTable {
  const { name: _name, ...table } = withoutNulls(personaToData(persona));
  return table;
}

function shelfToData({ presets, personas = [] }: Shelf): PlainTable {
  const tables: PlainTable = Object.fromEntries(presets.map((preset) => [preset.name, presetToData(preset)]));
  const people: PlainTable = Object.fromEntries(
    personas.map((persona) => [persona.name, personaToTable(persona)]),
  );
  return {
    schema_version: SCHEMA_VERSION,
    ...(presets.length > 0 && { context_presets: tables }),
    ...(personas.length > 0 && { personas: people }),
  };
}
