import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Replacement } from '../placedEdit';
import { appliedText, overlap, splitLines } from './appliedText';

describe('appliedText', () => {
  it.each<[string, string, readonly Replacement[], string]>([
    ['nothing', 'a\nb', [], 'a\nb'],
    ['an insertion', 'a\nb\n', [{ from: 2, count: 0, lines: ['x'] }], 'a\nx\nb\n'],
    ['a removal', 'a\nb\n', [{ from: 1, count: 1, lines: [] }], 'b\n'],
    ['everything removed', 'a\nb\n', [{ from: 1, count: 2, lines: [] }], ''],
    ['at the end', 'a\r\nb\r\n', [{ from: 3, count: 0, lines: ['x'] }], 'a\r\nb\r\nx\r\n'],
    [
      'at the end of a file without a final line end',
      'a\r\nb',
      [{ from: 3, count: 0, lines: ['x'] }],
      'a\r\nb\r\nx',
    ],
    ['the last line removed', 'a\nb', [{ from: 2, count: 1, lines: [] }], 'a'],
    ['mixed line ends, each kept', 'a\r\nb\nc\r\n', [{ from: 2, count: 1, lines: ['x'] }], 'a\r\nx\nc\r\n'],
    [
      'after a line with another end',
      'a\nb\r\nc\n',
      [{ from: 3, count: 0, lines: ['x'] }],
      'a\nb\r\nx\r\nc\n',
    ],
    [
      'more lines than before',
      'a\nb\r\nc\n',
      [{ from: 1, count: 2, lines: ['x', 'y', 'z'] }],
      'x\ny\r\nz\r\nc\n',
    ],
    ['a new file', '', [{ from: 1, count: 0, lines: ['x', 'y'] }], 'x\ny\n'],
    ['a lone carriage return', 'a\rb\nc\n', [{ from: 2, count: 1, lines: ['x'] }], 'a\rx\nc\n'],
    [
      'several, in any order',
      'a\nb\nc\n',
      [
        { from: 3, count: 1, lines: ['z'] },
        { from: 2, count: 1, lines: [] },
        { from: 2, count: 0, lines: ['x'] },
        { from: 2, count: 0, lines: ['y'] },
      ],
      'a\nx\ny\nz\n',
    ],
  ])('makes the changes: %s', (_, now, replacements, expected) => {
    expect(appliedText(now, replacements)).toBe(expected);
  });

  it.each<[string, readonly Replacement[]]>([
    [
      'lines that two replace',
      [
        { from: 1, count: 2, lines: [] },
        { from: 2, count: 1, lines: [] },
      ],
    ],
    [
      'an insertion between replaced lines',
      [
        { from: 1, count: 2, lines: [] },
        { from: 2, count: 0, lines: ['x'] },
      ],
    ],
    ['lines after the end', [{ from: 3, count: 1, lines: [] }]],
    ['lines before the start', [{ from: 0, count: 1, lines: [] }]],
  ])('throws at %s', (_, replacements) => {
    expect(() => appliedText('a\nb\n', replacements)).toThrow();
  });

  it('keeps every text that nothing changes', () => {
    const text = fc.array(fc.constantFrom('a', 'é', '\n', '\r\n', '\r', '\ufeff', ' '), { maxLength: 30 });
    fc.assert(
      fc.property(text, (parts) => {
        expect(appliedText(parts.join(''), [])).toBe(parts.join(''));
      }),
    );
  });

  it('changes no line but those replaced', () => {
    const text = fc.array(fc.constantFrom('a\n', 'b\r\n', '\n', '\r\n', 'cd\n'), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(text, fc.nat(20), fc.nat(5), (parts, at, size) => {
        const start = at % parts.length;
        const count = Math.min(size, parts.length - start);
        const result = appliedText(parts.join(''), [{ from: start + 1, count, lines: ['x'] }]);
        const before = parts.slice(0, start).join('');
        const after = parts.slice(start + count).join('');
        expect(result.startsWith(before)).toBe(true);
        expect(result.endsWith(after)).toBe(true);
        expect(['x\n', 'x\r\n']).toContain(result.slice(before.length, result.length - after.length));
      }),
    );
  });

  it('splits at each kind of line end', () => {
    expect(splitLines('a\r\nb\rc\n')).toEqual({ lines: ['a', 'b', 'c'], ends: ['\r\n', '\r', '\n'] });
    expect(splitLines('')).toEqual({ lines: [], ends: [] });
  });
});

it.each([
  [{ from: 1, count: 1 }, { from: 2, count: 1 }, false],
  [{ from: 1, count: 2 }, { from: 2, count: 1 }, true],
  [{ from: 2, count: 0 }, { from: 2, count: 0 }, true],
  [{ from: 2, count: 0 }, { from: 2, count: 2 }, false],
  [{ from: 2, count: 0 }, { from: 1, count: 1 }, false],
  [{ from: 2, count: 0 }, { from: 1, count: 2 }, true],
])('%j and %j overlap: %s', (one, other, expected) => {
  const full = [one, other].map((each): Replacement => ({ ...each, lines: [] }));
  const [first, second] = full;
  if (first === undefined || second === undefined) return;
  expect(overlap(first, second)).toBe(expected);
  expect(overlap(second, first)).toBe(expected);
});
