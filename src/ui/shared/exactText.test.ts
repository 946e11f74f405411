import fc from 'fast-check';
import { expect, test } from 'vitest';
import { piecesOf } from './exactText';

test('plain text is one piece, empty text none', () => {
  expect(piecesOf('\tconst a = "ä → 日本 👩‍💻";', [])).toEqual([{ text: '\tconst a = "ä → 日本 👩‍💻";' }]);
  expect(piecesOf('', [])).toEqual([]);
});

test('invisible characters are named, runs of them once', () => {
  expect(piecesOf('a\u202Egnp.js', [])).toEqual([
    { text: 'a' },
    { text: '\u202E', code: 'U+202E' },
    { text: 'gnp.js' },
  ]);
  expect(piecesOf('\0\0\0x', [])).toEqual([{ text: '\0\0\0', code: 'U+0000 ×3' }, { text: 'x' }]);
  expect(piecesOf('\u{E0041}', [])).toEqual([{ text: '\u{E0041}', code: 'U+E0041' }]);
});

test('marks cut the text, also across what is not seen', () => {
  const marks = [
    { from: 1, to: 3, isCurrent: false },
    { from: 4, to: 6, isCurrent: true },
  ];
  expect(piecesOf('abcd\u200Bf', marks)).toEqual([
    { text: 'a' },
    { text: 'bc', mark: 'match' },
    { text: 'd' },
    { text: '\u200B', code: 'U+200B', mark: 'current' },
    { text: 'f', mark: 'current' },
  ]);
});

test('a mark beyond a cut line is left out', () => {
  expect(piecesOf('abc', [{ from: 90, to: 95, isCurrent: true }])).toEqual([{ text: 'abc' }]);
});

test('the pieces of any text are the text, and few', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '\u202E', '\u200B', '\0', ' ', '\u{E0041}', '\uD800'),
    maxLength: 900,
  });
  fc.assert(
    fc.property(text, fc.nat(500), fc.nat(50), (line, from, length) => {
      const pieces = piecesOf(line, [{ from, to: from + length, isCurrent: false }]);
      expect(pieces.map((piece) => piece.text).join('')).toBe(line);
      expect(pieces.length).toBeLessThan(210);
    }),
  );
});
