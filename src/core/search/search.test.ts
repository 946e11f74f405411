import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { RepoPath } from '../files/repoPath';
import { findLines } from './findLines';
import { compilePathFilter } from './pathFilter';
import { compileTextQuery, type TextMatcher, type TextQuery } from './textQuery';

function query(text: string, switches: Partial<TextQuery> = {}): TextQuery {
  return { text, isPattern: false, matchCase: true, wholeWord: false, ...switches };
}

function compiled(text: string, switches: Partial<TextQuery> = {}): TextMatcher {
  const matcher = compileTextQuery(query(text, switches));
  if (matcher.kind === 'invalid') throw new Error(matcher.reason);
  return matcher;
}

/** Line numbers, each with the matched texts. */
function found(text: string, matcher: TextMatcher, limit = 1_000) {
  return findLines(text, matcher, limit).lines.map(({ line, text: shown, marks }) => [
    line,
    ...Array.from({ length: marks.length / 2 }, (_, at) => shown.slice(marks[2 * at], marks[2 * at + 1])),
  ]);
}

const pattern = { isPattern: true };
const lineText = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', ' ', '_', '(', '𝕏', '\ud83d', 'é'),
  maxLength: 12,
});
const text = fc.array(lineText, { maxLength: 8 }).map((lines) => lines.join('\n'));
const words = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '(', '_', 'é'), minLength: 1, maxLength: 3 });

describe('a literal query', () => {
  it('finds what a RegExp over each line finds, with all switches', () => {
    fc.assert(
      fc.property(text, words, fc.boolean(), fc.boolean(), (body, wanted, matchCase, wholeWord) => {
        const escaped = wanted.replaceAll(/[()]/g, '\\$&');
        const word = String.raw`[\p{L}\p{M}\p{N}_]`;
        const edge = wholeWord ? `(?:(?<!${word})|(?!${word}))` : '';
        const oracle = new RegExp(`${edge}${escaped}${edge}`, matchCase ? 'gu' : 'giu');
        const expected = body.split('\n').flatMap((line, at) => {
          const matches = line.match(oracle);
          return matches ? [[at + 1, ...matches]] : [];
        });
        expect(found(body, compiled(wanted, { matchCase, wholeWord }))).toEqual(expected);
      }),
    );
  });

  test.each([
    ['a whole word in any script', 'naïve', 'naïve naïveté\nnaïve', [1, 'naïve'], [2, 'naïve']],
    ['a letter beyond the first plane', '𠮷野', '𠮷野家 𠮷野', [1, '𠮷野']],
    ['a word that begins with a sign', '(foo', 'x(foo) (foobar', [1, '(foo']],
  ])('finds %s', (_, wanted, body, ...expected) => {
    for (const matchCase of [true, false])
      expect(found(body, compiled(wanted, { wholeWord: true, matchCase }))).toEqual(expected);
  });

  it('folds case without moving the marks', () => {
    expect(found('İi ΣΑΣ straße', compiled('σας', { matchCase: false }))).toEqual([[1, 'ΣΑΣ']]);
  });
});

describe('a pattern', () => {
  test.each([
    ['stays within lines', 'a[^b]*c', 'a x\nc\na-c', [[3, 'a-c']]],
    ['spans lines if it says so', String.raw`a\n\s*c`, 'x a\n  c', [[1, 'a']]],
    ['has anchors at lines', '^b$', 'a\nb\nbb', [[2, 'b']]],
    [
      'stays in its line after a backslash and an n',
      String.raw`a[^b]*\\nc`,
      'xa\n\\nc\na\\nc',
      [[3, 'a\\nc']],
    ],
    ['may have escapes that are errors with the flag u', String.raw`\-\_}`, 'x-_}', [[1, '-_}']]],
    ['matches code points', '^.$', '𝕏\nab', [[1, '𝕏']]],
    ['never matches nothing', 'x*', 'axxb\n\nx', [[1, 'xx'], [3, 'x']]], // prettier-ignore
    ['goes past surrogate pairs after an empty match', 'b?', '𝕏𝕏b', [[1, 'b']]],
  ])('%s', (_, source, body, expected) => {
    expect(found(body, compiled(source, pattern))).toEqual(expected);
  });

  it('as a whole word tries shorter and longer matches', () => {
    expect(found('foobar foo', compiled('foo|foobar', { ...pattern, wholeWord: true }))).toEqual([
      [1, 'foobar', 'foo'],
    ]);
  });

  it('that is invalid is refused with the reason, also if parentheses around it would complete it', () => {
    expect(compileTextQuery(query('(', pattern))).toEqual({ kind: 'invalid', reason: 'Unterminated group' });
    expect(compileTextQuery(query('a)(b', { ...pattern, wholeWord: true })).kind).toBe('invalid');
    expect(compileTextQuery(query('x'.repeat(1_001))).kind).toBe('invalid');
  });

  it('says that it matches nothing at all', () => {
    expect([compiled('a*', pattern).matchesEmpty, compiled('a+', pattern).matchesEmpty]).toEqual([
      true,
      false,
    ]);
  });

  it('is compiled at once, also if it takes forever to match nothing at all', () => {
    const begun = performance.now();
    compiled('(a*|b*){24}c', pattern);
    expect(performance.now() - begun).toBeLessThan(500);
  });
});

describe('found lines', () => {
  it('stop at the limit, and say so, also within a line', () => {
    expect(findLines('a a\na', compiled('a'), 3)).toMatchObject({ matches: 3, more: false });
    for (const body of ['a a\na', 'a\na a', 'a a a']) {
      expect(findLines(body, compiled('a'), 2)).toMatchObject({ matches: 2, more: true });
      expect(findLines(body, compiled('a', pattern), 2)).toMatchObject({ matches: 2, more: true });
    }
  });

  it('are shown without indentation, and from shortly before the first match if they are long', () => {
    const long = `\t${'x'.repeat(500)}needle${'y'.repeat(1_000_000)}needle`;
    const { lines, matches } = findLines(long, compiled('needle'), 10);
    expect(matches).toBe(2);
    expect(lines).toEqual([
      { line: 1, isCut: true, marks: [12, 18], text: `${'x'.repeat(12)}needle${'y'.repeat(232)}` },
    ]);
    expect(findLines('  \tneedle', compiled('needle'), 10).lines).toMatchObject([
      { text: 'needle', isCut: false },
    ]);
    expect(findLines('    needle', compiled('  needle'), 10).lines).toMatchObject([{ text: '  needle' }]);
  });

  it('are never cut within a surrogate pair', () => {
    for (const before of [200, 201]) {
      const { lines } = findLines(
        `${'x'.repeat(before % 2)}${'𝕏'.repeat(before)}y${'𝕏'.repeat(300)}`,
        compiled('y'),
        1,
      );
      expect(lines[0]?.text.isWellFormed()).toBe(true);
      expect(lines[0]?.text.slice(...(lines[0]?.marks ?? []))).toBe('y');
    }
  });
});

test('the paths of a search', () => {
  const paths = ['a.ts', 'src/b.ts', 'src/b.test.ts', 'lib/src/c.js', 'docs/d.md'] as RepoPath[];
  const chosen = (filter: string) => {
    const compiledFilter = compilePathFilter(filter);
    return compiledFilter.kind === 'filter'
      ? paths.filter((path) => compiledFilter.matches(path))
      : compiledFilter.reason;
  };
  expect(chosen(' , ')).toEqual(paths);
  expect(chosen('*.ts')).toEqual(['a.ts', 'src/b.ts', 'src/b.test.ts']);
  expect(chosen('src')).toEqual(['src/b.ts', 'src/b.test.ts', 'lib/src/c.js']);
  expect(chosen('src/, *.md')).toEqual(['src/b.ts', 'src/b.test.ts', 'lib/src/c.js', 'docs/d.md']);
  expect(chosen('lib/src')).toEqual(['lib/src/c.js']);
  expect(chosen('*.{ts,js}, !*.test.ts')).toEqual(['a.ts', 'src/b.ts', 'lib/src/c.js']);
  expect(chosen('!src')).toEqual(['a.ts', 'docs/d.md']);
  expect(chosen('../x')).toBe('the pattern leads outside the folder');
});
