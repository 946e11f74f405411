import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyPreset } from '../../../tests/arbitraries/anyPreset';
import { parseExchange, type Exchange } from './exchange';
import { parseJsonText } from './jsonText';
import { presetItems } from './preset';
import type { Refusal } from '../outside/refusal';
import { MAX_EXCHANGE_SIZE } from './size';
import { presetsToJson, presetsToToml } from './write';

type Taken = Exclude<Exchange, Refusal>;

function taken(text: string, name?: string): Taken {
  const read = parseExchange(text, name === undefined ? {} : { name });
  if (read.kind === 'refused') throw new Error(`${read.place}: ${read.reason}`);
  return read;
}

function masks(text: string): readonly (readonly string[])[] {
  return taken(text).presets.flatMap(({ preset }) =>
    preset.files.map(({ astMask }) => astMask.map(({ symbol, level }) => `${symbol} ${level}`)),
  );
}

function refusal(text: string): string {
  const read = parseExchange(text);
  return read.kind === 'refused' ? `${read.place}: ${read.reason}` : 'taken';
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
    const [imported] = taken(text).presets;
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
    const read = taken(text);
    const [review, short] = read.presets.map(({ preset }) => preset);
    expect(review).toMatchObject({
      name: 'review auth',
      description: 'What a reviewer needs',
      screenshots: ['shots/login.png'],
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
    const read = taken(text);
    expect(read.taken).toEqual([
      'Preset “review auth”: 2 files, 1 screenshot, settings (strategy, agent_tier, richness, focus)',
      'Preset “short”: 2 files',
      'Persona “careful”',
    ]);
    expect(read.left).toEqual([
      'tool is left: it is not known here',
      'context_presets."review auth".later is kept, but not known here',
      'personas.careful.tone is kept, but not known here',
    ]);
  });

  it('takes a file that a focus names for a worker’s own', () => {
    const preset = taken(text).presets[0]?.preset;
    expect(preset && presetItems(preset)).toMatchObject([
      { path: 'a.ts', agentTier: undefined },
      { path: 'src/core/b.ts', agentTier: 3 },
    ]);
  });

  it('reads JSON, also with a byte order mark, comments and commas at the end', () => {
    const json = '\ufeff// mine\n{"context_presets": {"x": {"files": ["a", /* , */ {"path": "b//c"},],},}}';
    expect(taken(json).presets[0]?.preset.files.map(({ path }) => path)).toEqual(['a', 'b/c']);
    expect(
      taken('{"context_presets": {"//": {"description": "a /* b */ ,]"}}}').presets[0]?.preset,
    ).toMatchObject({
      name: '//',
      description: 'a /* b */ ,]',
    });
  });

  it('reads JSON5, as configurations are often written', () => {
    const json5 = String.raw`// mine
{
  context_presets: {
    'review': { description: 'it\'s "so", \x41\u0042 \
on', files: ['a.ts', "b.ts",], later: [+1, .5, 0x1F, 1e3, -0], $x: null },
  },
}
`;
    expect(taken(json5).presets.map(({ preset }) => preset)).toMatchObject([
      {
        name: 'review',
        description: 'it\'s "so", AB on',
        files: [{ path: 'a.ts' }, { path: 'b.ts' }],
        unknown: { later: [1, 0.5, 31, 1000, 0] },
      },
    ]);
  });

  it.each([
    '{"a": 01}',
    '{"a": 1x}',
    '{"a": "\\u12"}',
    '{"a" 1}',
    '{"a": 1 "b": 2}',
    '{"a": 1} {}',
    '{a: b}',
    '{,}',
  ])('%j is neither', (text) => {
    expect(refusal(text)).toMatch(/^line 1, column \d+: /);
  });

  it('reads all JSON as browsers do', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 1, '\t'),
        (data, space) => {
          const text = JSON.stringify(data, undefined, space);
          const parsed = parseJsonText(text);
          // One that is beyond 2^53 is refused.
          fc.pre(parsed.kind === 'parsed' || !/\d{16}/.test(text));
          expect(parsed.kind === 'parsed' && JSON.parse(JSON.stringify(parsed.value))).toEqual(
            JSON.parse(text),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('reads numbers that are large, but no integers', () => {
    const read = taken('{"context_presets": {"x": {"later": [1e20, 9007199254740993.0, 9007199254740991]}}}');
    expect(read.presets[0]?.preset.unknown).toEqual({ later: [1e20, 9007199254740992, 9007199254740991] });
  });

  it('mends halves of characters, and counts them', () => {
    const read = taken(
      String.raw`{"context_presets": {"x": {"description": "\ud800", "files": ["a\udc00"]}}}`,
    );
    expect(read.presets[0]?.preset).toMatchObject({ description: '\ufffd', files: [{ path: 'a\ufffd' }] });
    expect(read.left).toEqual(['2 texts had broken characters, which are replaced']);
  });
});

describe('a bad path refuses its entry, by name', () => {
  it.each([
    '../x',
    'a/../../x',
    '/etc/x',
    'C:\\x',
    '\\\\host\\x',
    'file:///etc/passwd',
    'https://host/x',
    'a\0b',
    '%2e%2e/x',
    '',
  ])('%j', (path) => {
    const preset = {
      files: ['good.ts', path, { path, view_mode: 'none' }],
      screenshots: ['good.png', path],
      settings: { folder_modes: { good: 'outline', [path]: 'none' }, pinned_folders: [path] },
    };
    const read = taken(JSON.stringify({ context_presets: { x: preset } }));
    expect(read.presets[0]?.preset).toMatchObject({
      files: [{ path: 'good.ts' }],
      screenshots: ['good.png'],
      settings: { folderModes: new Map([['good', 'outline']]) },
    });
    expect(read.presets[0]?.preset.settings).not.toHaveProperty('pinnedFolders');
    expect(read.refused.map(({ place }) => place)).toEqual([
      'context_presets.x.files.1',
      'context_presets.x.files.2',
      'context_presets.x.screenshots.1',
      'context_presets.x.settings.folder_modes',
      'context_presets.x.settings.pinned_folders',
    ]);
    for (const { reason } of read.refused) expect(reason).toContain(JSON.stringify(path));
  });

  test('a path that comes again', () => {
    const files = ['a.ts', 'b.ts', { path: './a.ts', view_mode: 'outline' }];
    const read = taken(JSON.stringify({ context_presets: { x: { files } } }));
    expect(read.presets[0]?.preset.files).toMatchObject([
      { path: 'a.ts', viewMode: 'outline' },
      { path: 'b.ts' },
    ]);
    expect(read.refused).toEqual([
      {
        place: 'context_presets.x.files.0',
        reason: '"a.ts" comes again, and is taken as it stands there',
      },
    ]);
  });
});

describe('refused whole, naming the place', () => {
  it.each([
    ['[context_presets.x.files]\nconstructor.prototype = 1', 'context_presets.x.files.constructor:'],
    ['[context_presets.x]\nmore = [{ a = { __proto__ = 1 } }]', 'context_presets.x.more.0.a.__proto__:'],
    ['[context_presets."__proto__"]', 'context_presets.__proto__:'],
    ['{"context_presets": {"x": {"files": [{"path": "a", "__proto__": {"x": 1}}]}}}', 'files.0.__proto__:'],
    [
      '[context_presets.x]\nfiles = [{ path = "a", ast_mask = { __proto__ = "def", 3 = "sig" } }]',
      'ast_mask.__proto__:',
    ],
    [
      '{"context_presets": {"x": {"files": [{"path": "a", "ast_mask": {"constructor": "def", "3": "sig"}}]}}}',
      'ast_mask.constructor:',
    ],
    ['{"later": {"prototype": 1}, "personas": {}}', 'later.prototype:'],
    ['schema_version = 2', 'schema_version: is 2'],
    ['schema_version = "1"', 'schema_version: is no version'],
    ['context_presets = 1', 'context_presets: is no table'],
    ['[context_presets]\nx = 1', 'context_presets.x:'],
    ['[context_presets." "]', 'context_presets." ": is an empty name'],
    ['[context_presets.x]\nfiles = "a"', 'context_presets.x.files:'],
    ['[context_presets.x]\nfiles = [1]', 'context_presets.x.files.0:'],
    ['[context_presets.x]\nfiles = [{ view_mode = "full" }]', 'context_presets.x.files.0: path:'],
    [
      '[context_presets.x]\nfiles = [{ path = "a", view_mode = "naked" }]',
      'context_presets.x.files.0: view_mode:',
    ],
    ['[context_presets.x]\nscreenshots = [["a"]]', 'context_presets.x.screenshots.0:'],
    ['[context_presets.x.settings]\nagent_tier = 9', 'context_presets.x.settings.agent_tier:'],
    ['[context_presets.x.settings]\nbudget_tokens = "much"', 'context_presets.x.settings.budget_tokens:'],
    [
      '[context_presets.x.settings.folder_modes]\nsrc = "naked"',
      'context_presets.x.settings.folder_modes.src:',
    ],
    ['[personas.x]\nagent_tier = 9', 'personas.x: agent_tier:'],
    ['[personas]\nx = 1', 'personas.x: is no table'],
    ['[context_presets.x]\nlater = inf', 'context_presets.x.later: is no finite number'],
    ['{"context_presets": {"x": {"later": [null]}}}', 'context_presets.x.later.0: is null'],
    ['{"context_presets": {"x": {"later": [1, 9007199254740993]}}}', 'context_presets.x.later.1: is a whole'],
    ['{"later": {"a": -9007199254740992}}', 'later.a: is a whole number beyond 2^53'],
    ['{"later": 0x20000000000001}', 'later: is a whole number beyond 2^53'],
    ['[context_presets.x', 'line 1, column '],
    ['{"context_presets": ', 'line 1, column 21: the text ends too early'],
    ['{"a": 1,\n "b": [}', 'line 2, column 8: is no JSON from here on: "}"'],
    ['{"context_presets": {"x": {}, "x": {"files": ["a"]}}}', 'context_presets.x: stands there twice'],
    ['{"context_presets": {"x": {"files": [{"path": "a", path: "b"}]}}}', 'x.files.0.path: stands there'],
    ['[1, 2]', 'line 1, column '],
    ['', 'the text: holds nothing'],
    ['[package]\nname = "x"', 'the text: holds nothing'],
  ])('%j', (text, place) => {
    expect(refusal(text)).toContain(place);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  test.each([
    ['dotted key', `context_presets.${Array.from({ length: 50_000 }, () => 'a').join('.')} = 1`],
    ['table header', `[context_presets.${Array.from({ length: 50_000 }, () => 'a').join('.')}]`],
    ['arrays in TOML', `[context_presets]\nx = ${deep(5_000)}`],
    ['arrays in JSON', `{"context_presets": ${deep(5_000)}}`],
    ['33 levels in TOML', `schema_version = 1\nx = ${deep(32)}`],
    ['33 levels in JSON', `{"schema_version": 1, "x": ${deep(32)}}`],
  ])('too many levels: %s', (_what, text) => {
    expect(refusal(text)).toMatch(/level|nested/);
  });

  test('32 levels are none too many', () => {
    expect(taken(`schema_version = 1\nx = ${deep(31)}`).left).toEqual(['x is left: it is not known here']);
    expect(taken(`{"schema_version": 1, "x": ${deep(31)}}`).left).toHaveLength(1);
  });

  test('too large, in bytes', () => {
    expect(refusal(`# ${'é'.repeat(MAX_EXCHANGE_SIZE / 2)}`)).toContain('larger than 1 MB');
    expect(refusal('x'.repeat(20_000_000))).toContain('larger than 1 MB');
    expect(taken(`schema_version = 1 # ${'x'.repeat(MAX_EXCHANGE_SIZE - 30)}`).presets).toEqual([]);
  });

  test.each([
    '/*'.repeat(499_000),
    '"'.repeat(999_000),
    `{${',\n'.repeat(490_000)}`,
    `{"a": "${'\\"'.repeat(490_000)}`,
    '{"a\\',
    '{a\\',
  ])('text that makes a careless scanner go to and fro', (text) => {
    expect(refusal(text)).not.toBe('taken');
  });
});

test('a changed preset is refused at a place, or reads and writes as what it is', () => {
  const piece = fc.constantFrom(
    '"',
    "'",
    '\\',
    '\n',
    '[',
    ']',
    '{',
    '}',
    ',',
    '=',
    ':',
    '.',
    '#',
    '0',
    '-1',
    'true',
    'null',
    '"__proto__"',
    'constructor',
    '../',
    '\0',
    '\ud800',
    'schema_version = 2',
    '[context_presets.x]',
  );
  const change = fc.record({ at: fc.nat(100_000), cut: fc.nat(12), piece: fc.option(piece, { nil: '' }) });
  const changed = fc
    .tuple(anyPreset, fc.boolean(), fc.array(change, { maxLength: 4 }))
    .map(([preset, isToml, changes]) => {
      let text = (isToml ? presetsToToml : presetsToJson)({ presets: [preset] });
      for (const { at, cut, piece: inserted } of changes) {
        const start = at % (text.length + 1);
        text = text.slice(0, start) + inserted + text.slice(start + cut);
      }
      return text;
    });
  const outcomes = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(changed, (text) => {
      const read = parseExchange(text);
      outcomes[read.kind === 'refused' ? 'refused' : 'taken'] += 1;
      expect(Object.keys(Object.prototype)).toEqual([]);
      if (read.kind === 'refused') {
        expect(read.place).not.toBe('');
        expect(read.reason).not.toBe('');
        expect(Object.keys(read).sort()).toEqual(['kind', 'place', 'reason']);
        return;
      }
      const shelf = { presets: read.presets.map(({ preset }) => preset), personas: read.personas };
      for (const write of [presetsToToml, presetsToJson]) {
        const again = taken(write(shelf));
        expect(again.presets.map(({ preset }) => preset)).toStrictEqual(shelf.presets);
        expect(again.personas).toEqual(shelf.personas);
        expect(again.refused).toEqual([]);
      }
    }),
    { numRuns: 3_000 },
  );
  expect(outcomes.taken).toBeGreaterThan(300);
  expect(outcomes.refused).toBeGreaterThan(300);
});
