import { describe, expect, test } from 'vitest';
import { read, refusal } from '../../../../tests/importing';

describe('a preset or a persona alone', () => {
  test('is read as one of a table, under its own name or that of its file', () => {
    const persona = read('name = "mender"\nagent_tier = 3\nsystem_prompt = "Mend it."\n', 'x.toml');
    expect(persona.personas).toMatchObject([{ name: 'mender', agentTier: 3, systemPrompt: 'Mend it.' }]);
    expect(persona.presets).toEqual([]);
    const preset = read('{"description": "all", "files": ["a.ts", "../b.ts"]}', 'dir/review.json');
    expect(preset.presets.map((each) => each.preset)).toMatchObject([
      { name: 'review', description: 'all', files: [{ path: 'a.ts' }] },
    ]);
    expect(preset.refused).toHaveLength(1);
  });

  test.each([
    ['name = "__proto__"\nagent_tier = 3\n', 'name'],
    ['name = "a"\nagent_tier = 7\n', 'agent_tier'],
    ['name = "a"\nschema_version = 2\nfiles = []\n', 'schema_version'],
    ['files = 7\n', 'files'],
  ])('%j is refused, and the place is named', (text, place) => {
    expect(refusal(text, 'x.toml')).toContain(place);
  });

  test('a name alone is nothing to import', () => {
    expect(refusal('name = "a"\n', 'x.toml')).toContain('nothing to import');
  });
});
