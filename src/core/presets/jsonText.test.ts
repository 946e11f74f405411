import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { read as importText, refusal } from '../../../tests/importing';
import { parseJsonText } from './jsonText';

describe('JSON', () => {
  it('is read, also with a byte order mark, comments and commas at the end', () => {
    const json = '\ufeff// mine\n{"context_presets": {"x": {"files": ["a", /* , */ {"path": "b//c"},],},}}';
    expect(importText(json).presets[0]?.preset.files.map(({ path }) => path)).toEqual(['a', 'b/c']);
    expect(
      importText('{"context_presets": {"//": {"description": "a /* b */ ,]"}}}').presets[0]?.preset,
    ).toMatchObject({
      name: '//',
      description: 'a /* b */ ,]',
    });
  });

  it('is read as JSON5, as configurations are often written', () => {
    const json5 = String.raw`// mine
{
  context_presets: {
    'review': { description: 'it\'s "so", \x41\u0042 \
on', files: ['a.ts', "b.ts",], later: [+1, .5, 0x1F, 1e3, -0], $x: null },
  },
}
`;
    expect(importText(json5).presets.map(({ preset }) => preset)).toMatchObject([
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
  ])('%j is none', (text) => {
    expect(refusal(text)).toMatch(/^line 1, column \d+: /);
  });

  it('is read as browsers do', () => {
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

  it('may hold numbers that are large, but no integers', () => {
    const read = importText(
      '{"context_presets": {"x": {"later": [1e20, 9007199254740993.0, 9007199254740991]}}}',
    );
    expect(read.presets[0]?.preset.unknown).toEqual({ later: [1e20, 9007199254740992, 9007199254740991] });
  });

  it('has halves of characters, and counts them', () => {
    const read = importText(
      String.raw`{"context_presets": {"x": {"description": "\ud800", "files": ["a\udc00"]}}}`,
    );
    expect(read.presets[0]?.preset).toMatchObject({ description: '\ufffd', files: [{ path: 'a\ufffd' }] });
    expect(read.ignored).toEqual(['2 texts had invalid characters, which were replaced']);
  });
});
