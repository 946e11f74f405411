import { describe, expect, it } from 'vitest';
import { read as importText, refusal } from '../../../tests/importing';
import { presetItems } from './preset';

function masks(text: string): readonly (readonly string[])[] {
  return importText(text).presets.flatMap(({ preset }) =>
    preset.files.map(({ astMask }) => astMask.map(({ symbol, level }) => `${symbol} ${level}`)),
  );
}

describe('the order of a mask', () => {
  const inOrder = ['b def', '10 sig', 'a hide', '1 def', '2 sig'];

  it.each([
    ['JSON', '{"context_presets":{"p":{"files":[{"path":"x","ast_mask":MASK}]}}}', ':'],
    ['TOML', 'context_presets.p.files = [{ path = "x", ast_mask = MASK }]', '='],
  ])('survives in %s where symbols are numbers', (_, text, sign) => {
    const entries = inOrder.map((entry) =>
      entry
        .split(' ')
        .map((word) => JSON.stringify(word))
        .join(sign),
    );
    expect(masks(text.replace('MASK', `{${entries.join(', ')}}`))).toEqual([inOrder]);
  });

  it.each(['10', '"10"', "'10'"])('survives under a header of its own: %s', (key) => {
    const text = `
# 3 = "def", [4]
[[context_presets.7.files]]
path = "x"
note = [{ 5 = 1 }, "a = {6 = 1}", """
9 = 9"""]
[context_presets.7.files.ast_mask]
b = "def" # 10 = "sig"
${key} = "sig"
a = "hide"
1 = "def"
2 = "sig"
`;
    expect(masks(text)).toEqual([inOrder]);
    const [imported] = importText(text).presets;
    expect(imported?.preset.name).toBe('7');
    expect(imported?.preset.files[0]?.unknown).toEqual({ note: [{ 5: 1 }, 'a = {6 = 1}', '9 = 9'] });
  });

  it('changes nothing about what is refused', () => {
    expect(
      refusal('[context_presets.p]\nfiles = [{ path = "x", ast_mask = { 2 = "def", 1 = "all" } }]'),
    ).toMatch(/ast_mask/);
    expect(refusal('[context_presets.p]\nast_mask = { 2 = "def", 2 = "sig" }')).toMatch(/^line 2/);
  });
});

describe('presets', () => {
  const text = `
schema_version = 1

[context_presets."review auth"]
description = "What a reviewer needs"
screenshots = ["shots/login.png"]
later = { of = "somebody" }

[[context_presets."review auth".files]]
path = "src\\\\core//b.ts"
view_mode = "custom"
[[context_presets."review auth".files.custom_slices]]
start_line = 3
end_line = 4
[context_presets."review auth".files.ast_mask]
"Store.put" = "sig"
"Store.get" = "def"

[[context_presets."review auth".files]]
path = "./a.ts"
injected_at = 2026-01-02T03:04:05Z

[context_presets."review auth".settings]
strategy = "everything"
agent_tier = 3
richness = "none"
focus = ["b.ts"]

[context_presets.short]
files = ["z.ts", { path = "a.ts", view_mode = "skeleton" }]

[personas.careful]
agent_tier = 4
tone = "dry"

[tool.other]
key = 1
`;

  it('reads strings, inline tables and arrays of tables', () => {
    const read = importText(text);
    const [review, short] = read.presets.map(({ preset }) => preset);
    expect(review).toMatchObject({
      name: 'review auth',
      description: 'What a reviewer needs',
      screenshots: [{ source: 'shots/login.png', alt: '' }],
      settings: { strategy: 'auto', agentTier: 3, richness: undefined, focus: ['b.ts'] },
      unknown: { later: { of: 'somebody' } },
    });
    expect(Object.keys(review?.settings ?? {})).toContain('richness');
    expect(review?.files).toMatchObject([
      { path: 'a.ts', injectedAt: '2026-01-02T03:04:05.000Z' },
      {
        path: 'src/core/b.ts',
        viewMode: 'custom',
        astMask: [
          { symbol: 'Store.put', level: 'sig' },
          { symbol: 'Store.get', level: 'def' },
        ],
        customSlices: [{ startLine: 3, endLine: 4, tag: undefined, comment: undefined }],
      },
    ]);
    expect(short?.files).toMatchObject([{ path: 'a.ts', viewMode: 'skeleton' }, { path: 'z.ts' }]);
    expect(read.personas).toMatchObject([{ name: 'careful', agentTier: 4, unknown: { tone: 'dry' } }]);
  });

  it('says what it took, and which keys it does not know', () => {
    const read = importText(text);
    expect(read.imported).toEqual([
      'Preset “review auth”: 2 files, 1 screenshot, settings (strategy, agent_tier, richness, focus)',
      'Preset “short”: 2 files',
      'Persona “careful”',
    ]);
    expect(read.ignored).toEqual([
      'tool is unknown',
      'context_presets."review auth".later is unknown, but kept',
      'personas.careful.tone is unknown, but kept',
    ]);
  });

  it('takes a file that a focus names for a worker’s own', () => {
    const preset = importText(text).presets[0]?.preset;
    expect(preset && presetItems(preset)).toMatchObject([
      { path: 'a.ts', agentTier: undefined },
      { path: 'src/core/b.ts', agentTier: 3 },
    ]);
  });
});
