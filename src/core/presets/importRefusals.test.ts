import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyPreset } from '../../../tests/arbitraries/anyPreset';
import { read as importText, refusal } from '../../../tests/importing';
import { parseImport } from './importText';
import { MAX_IMPORT_SIZE } from './size';
import { presetsToJson, presetsToToml } from './write';

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
    const read = importText(JSON.stringify({ context_presets: { x: preset } }));
    expect(read.presets[0]?.preset).toMatchObject({
      files: [{ path: 'good.ts' }],
      screenshots: [{ source: 'good.png', alt: '' }],
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

  test('a path that is listed twice', () => {
    const files = ['a.ts', 'b.ts', { path: './a.ts', view_mode: 'outline' }];
    const read = importText(JSON.stringify({ context_presets: { x: { files } } }));
    expect(read.presets[0]?.preset.files).toMatchObject([
      { path: 'a.ts', viewMode: 'outline' },
      { path: 'b.ts' },
    ]);
    expect(read.refused).toEqual([
      {
        place: 'context_presets.x.files.0',
        reason: '"a.ts" is listed again later, and only the later entry is used',
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
    ['schema_version = "1"', 'schema_version: must be a positive integer'],
    ['context_presets = 1', 'context_presets: must be a table'],
    ['[context_presets]\nx = 1', 'context_presets.x:'],
    ['[context_presets." "]', 'context_presets." ": the name is empty'],
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
    ['[personas]\nx = 1', 'personas.x: must be a table'],
    ['[context_presets.x]\nlater = inf', 'context_presets.x.later: must be a finite number'],
    ['{"context_presets": {"x": {"later": [null]}}}', 'context_presets.x.later.0: is null'],
    [
      '{"context_presets": {"x": {"later": [1, 9007199254740993]}}}',
      'context_presets.x.later.1: is an integer',
    ],
    ['{"later": {"a": -9007199254740992}}', 'later.a: is an integer beyond 2^53'],
    ['{"later": 0x20000000000001}', 'later: is an integer beyond 2^53'],
    ['[context_presets.x', 'line 1, column '],
    ['{"context_presets": ', 'line 1, column 21: unexpected end of the text'],
    ['{"a": 1,\n "b": [}', 'line 2, column 8: invalid JSON at "}"'],
    ['{"context_presets": {"x": {}, "x": {"files": ["a"]}}}', 'context_presets.x: is a duplicate key'],
    ['{"context_presets": {"x": {"files": [{"path": "a", path: "b"}]}}}', 'x.files.0.path: is a duplicate'],
    ['[1, 2]', 'line 1, column '],
    ['', 'the text: contains nothing'],
    ['[package]\nname = "x"', 'the text: contains nothing'],
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
    expect(importText(`schema_version = 1\nx = ${deep(31)}`).ignored).toEqual(['x is unknown']);
    expect(importText(`{"schema_version": 1, "x": ${deep(31)}}`).ignored).toHaveLength(1);
  });

  test('too large, in bytes', () => {
    expect(refusal(`# ${'é'.repeat(MAX_IMPORT_SIZE / 2)}`)).toContain('larger than 1 MB');
    expect(refusal('x'.repeat(20_000_000))).toContain('larger than 1 MB');
    expect(importText(`schema_version = 1 # ${'x'.repeat(MAX_IMPORT_SIZE - 30)}`).presets).toEqual([]);
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
      const read = parseImport(text);
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
        const again = importText(write(shelf));
        expect(again.presets.map(({ preset }) => preset)).toStrictEqual(shelf.presets);
        expect(again.personas).toEqual(shelf.personas);
        expect(again.refused).toEqual([]);
      }
    }),
    { numRuns: 1_500 },
  );
  expect(outcomes.taken).toBeGreaterThan(150);
  expect(outcomes.refused).toBeGreaterThan(150);
});
