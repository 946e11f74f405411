import { PERSONA_KEYS } from '../../settings/settings';
import type { PlainTable } from '../../outside/plainTree';
import type { Importer, Source } from './importer';
import { readStrata } from './strata';

/** Keys that only presets have. */
const PRESET_KEYS = ['files', 'settings', 'screenshots'];

/** A single preset or persona without the table around it, as people share them. */
export const alone: Importer = {
  format: 'Preset or persona',
  reads: ({ tree }) => tree !== undefined && (isPersona(tree) || isPreset(tree)),
  read(source) {
    const { name: _name, schema_version: version, ...rest } = source.tree ?? {};
    const holder = isPreset(rest) ? 'context_presets' : 'personas';
    return readStrata({
      ...(version !== undefined && { schema_version: version }),
      [holder]: { [nameOf(source)]: rest },
    });
  },
};

function isPersona(tree: PlainTable): boolean {
  // `model` is too common in other files.
  return Object.values(PERSONA_KEYS).some((key) => key !== 'model' && key in tree);
}

function isPreset(tree: PlainTable): boolean {
  return PRESET_KEYS.some((key) => key in tree);
}

/** The record's own name, or the file name. */
function nameOf({ tree, fileName }: Source): string {
  const name = tree?.['name'];
  if (typeof name === 'string' && name.trim() !== '') return name;
  return fileName.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '') || 'imported';
}
