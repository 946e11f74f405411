import { expect, test } from 'vitest';
import { parseImport } from './importText';
import { presetsToToml } from './write';

const PRESET = {
  description: 'd',
  files: ['a.ts', { path: 'b.ts', ast_mask: { f: 'sig' }, custom_slices: [{ start_line: 1, tag: 't' }] }],
  screenshots: ['a.png'],
  settings: { strategy: 'auto', agent_tier: 3, model: 'm', focus: ['a'], folder_modes: { src: 'full' } },
};
const PERSONA = { name: 'p', model: 'm', system_prompt: 's', agent_tier: 1, aggregation_strategy: 'full' };

/** One sample per format, by file name. */
const SAMPLES: readonly (readonly [fileName: string, sample: object])[] = [
  ['strata.json', { schema_version: 1, context_presets: { one: PRESET }, personas: { p: PERSONA } }],
  ['preset.json', PRESET],
  ['persona.json', PERSONA],
  [
    'project.json',
    {
      project: { name: 'n', base_dir: '.', active_preset: 'one', system_prompt: 's' },
      output: { output_dir: 'o', namespace: 'n' },
      files: { base_dir: '.', paths: ['a.ts', { path: '*.ts', view_mode: 'full' }] },
      screenshots: { base_dir: '.', paths: ['a.png'] },
      discussion: { roles: ['User'], history: ['h'] },
      aggregation: { default_mode: 'full', cache_enabled: true, cache_dir: 'c' },
      beads: { enabled: true },
      context_presets: { one: PRESET },
    },
  ],
  [
    '',
    {
      $schema: 'https://repomix.com/schemas/latest/schema.json',
      include: ['src/**'],
      ignore: { customPatterns: ['dist'] },
      output: { headerText: 'h', compress: true, patterns: [{ pattern: 'a', compress: true }] },
    },
  ],
];

const HOSTILE: readonly unknown[] = [
  { toString: 1 },
  { path: { toString: 1 } },
  [{ toString: 1 }],
  [[]],
  null,
  -1,
];
const KEYS = { toString: 1, valueOf: [], hasOwnProperty: '', toJSON: {}, then: true, length: -1 };

/** The sample with a hostile value or extra keys, in one place at a time. */
function* spoiled(value: unknown): Generator {
  yield* HOSTILE;
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { ...value, ...KEYS };
  for (const [key, each] of Object.entries(value))
    for (const one of spoiled(each))
      yield Array.isArray(value) ? value.with(Number(key), one) : { ...value, [key]: one };
}

test.each(SAMPLES)('a hostile value anywhere in %j is taken or refused, never thrown at', (name, sample) => {
  for (const each of spoiled(sample)) {
    const read = parseImport(JSON.stringify(each), { name });
    if (read.kind !== 'import') continue;
    const shelf = { presets: read.presets.map(({ preset }) => preset), personas: read.personas };
    expect(parseImport(presetsToToml(shelf))).toMatchObject({ presets: read.presets.map(() => ({})) });
  }
});

test('a schema that is not a string names no format', () => {
  expect(parseImport('{"$schema":{"toString":1}}')).toMatchObject({ kind: 'refused', place: 'the text' });
});
