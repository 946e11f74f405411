import { Ajv2020 } from 'ajv/dist/2020';
import fc from 'fast-check';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { anyPersona, anyPreset } from '../../../tests/arbitraries/anyPreset';
import schema from '../../../docs/preset.schema.json';
import { parseImport, readTree } from './importText';
import { withSettings } from '../../../tests/presetSchema';
import { presetsToJson, presetsToToml } from './write';

const isValid = new Ajv2020({ strictTypes: false }).compile(schema);

test('files written by the app are valid', () => {
  fc.assert(
    fc.property(anyPreset, anyPersona, (preset, persona) => {
      for (const write of [presetsToToml, presetsToJson]) {
        const read = readTree(write({ presets: [preset], personas: [persona] }));
        expect(read.kind === 'tree' && isValid(read.table), JSON.stringify(isValid.errors)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

const invalid: readonly object[] = [
  { schema_version: 2 },
  { context_presets: [] },
  { context_presets: { x: 1 } },
  { context_presets: { constructor: {} } },
  { context_presets: { ' ': {} } },
  { context_presets: { x: { files: [1] } } },
  { context_presets: { x: { files: [{ view_mode: 'full' }] } } },
  { context_presets: { x: { files: [{ path: 'a', view_mode: 'naked' }] } } },
  { context_presets: { x: { files: [{ path: 'a', ast_mask: { f: 'all' } }] } } },
  { context_presets: { x: { files: [{ path: 'a', ast_mask: { constructor: 'def' } }] } } },
  { context_presets: { x: { settings: { folder_modes: { prototype: 'full' } } } } },
  { context_presets: { x: { files: [{ path: 'a', custom_slices: [{ start_line: 1 }] }] } } },
  { context_presets: { x: { settings: { agent_tier: 5 } } } },
  { context_presets: { x: { settings: { folder_modes: { src: 'naked' } } } } },
  { personas: { x: { richness: 0 } } },
  { personas: { ['x'.repeat(201)]: {} } },
];

test.each(invalid.map((data) => [data]))('%j is invalid, and the app refuses it', (data) => {
  expect(isValid(data)).toBe(false);
  expect(parseImport(JSON.stringify(data)).kind).toBe('refused');
});

test('names of presets and personas may be as long as each other', () => {
  const name = 'x'.repeat(200);
  const data = { context_presets: { [name]: {} }, personas: { [name]: {} } };
  expect(isValid(data)).toBe(true);
  expect(parseImport(JSON.stringify(data))).toMatchObject({ kind: 'import', personas: [{ name }] });
});

// `npx vitest run --project core schema.test -u` writes it.
test('names every setting and view mode', async () => {
  const file = '../../../docs/preset.schema.json';
  const options = await resolveConfig('docs/preset.schema.json');
  const text = await format(JSON.stringify(withSettings(schema)), { ...options, parser: 'json' });
  await expect(text).toMatchFileSnapshot(file);
});
