import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeLine, escapePath, unescapePath } from './escapePath';

describe('escapePath', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['häßlich/中文 😀.md', 'häßlich/中文 😀.md'],
    ['a\nb', 'a\\u000ab'],
    ['a\u202egnp.js', 'a\\u202egnp.js'],
    ['a\u200bb', 'a\\u200bb'],
    ['a\u2028b\u2029', 'a\\u2028b\\u2029'],
    ['\u{e0041}', '\\udb40\\udc41'],
    ['a\ud800', 'a\\ud800'],
    ['a`b', 'a\\x60b'],
    [' a b ', '\\u0020a b\\u0020'],
    ['\u00a0a', '\\u00a0a'],
  ])('%j becomes %j', (path, escaped) => {
    expect(escapePath(path)).toBe(escaped);
  });

  it('is undone by unescapePath', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (path) => {
        expect(unescapePath(escapePath(path))).toBe(path);
      }),
      { numRuns: 3_000 },
    );
  });
});

it('escapeLine keeps a message on one line, and its backticks and blanks', () => {
  expect(escapeLine(' `a`\r\n\\b\u202e')).toBe(' `a`\\u000d\\u000a\\b\\u202e');
});
