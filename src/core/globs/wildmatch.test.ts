import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileWildmatch, matchesSegments, MAX_PATTERN_LENGTH, MAX_PATTERN_WILDCARDS } from './wildmatch';

function matches(pattern: string, path: string): boolean {
  const compiled = compileWildmatch(pattern);
  if (compiled.kind === 'refused') throw new Error(compiled.reason);
  return matchesSegments(compiled.pattern, path.split('/'), 0);
}

describe('patterns and what they match', () => {
  const table: [pattern: string, yes: string[], no: string[]][] = [
    ['foo', ['foo'], ['fo', 'foo/bar', 'a/foo', 'Foo']],
    ['*.ts', ['a.ts', '.ts', 'a.b.ts'], ['a.tsx', 'src/a.ts']],
    ['src/*', ['src/a', 'src/.a'], ['src', 'src/a/b']],
    ['a*b*c', ['abc', 'axbxc', 'abbcc'], ['ab', 'acb', 'a/b/c']],
    ['?', ['a', '*'], ['', 'ab']],
    ['a?c', ['abc'], ['a/c', 'ac']],
    ['[a-c]x', ['ax', 'cx'], ['dx', 'x']],
    ['[!a-c]x', ['dx', ']x'], ['ax', '/x']],
    ['[]a]', [']', 'a'], ['b']],
    ['[a-]', ['a', '-'], ['b']],
    ['[\\]]', [']'], ['\\']],
    ['[[:digit:][:upper:]]', ['1', 'A'], ['a', ':']],
    ['a/[/]b', [], ['a//b', 'a/b', 'a/xb']],
    ['\\*\\?\\[', ['*?['], ['abc']],
    ['a\\/b', ['a/b'], ['a\\/b', 'ab']],
    ['**', ['a', 'a/b'], []],
    ['**/foo', ['foo', 'a/foo', 'a/b/foo'], ['foo/a', 'xfoo']],
    ['foo/**', ['foo/a', 'foo/a/b'], ['foo', 'foox/a']],
    ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['ab', 'a/xb', 'a/b/c']],
    ['a/**/**/b', ['a/b', 'a/x/b'], ['a']],
    ['**/a/**/a', ['a/a', 'x/a/y/a'], ['a', 'a/b']],
    ['a**b', ['ab', 'axb'], ['a/b']],
    ['a/**\\/b', ['a/x/b'], ['a/b']],
    ['**.ts', ['a.ts'], ['a/b.ts']],
    ['***/a', ['a', 'x/y/a'], ['b']],
    ['(a+)+$', ['(a+)+$'], ['aaaa']],
    ['**/', [], ['a', 'a/b']],
  ];
  for (const [pattern, yes, no] of table) {
    test(pattern, () => {
      expect(yes.filter((path) => !matches(pattern, path))).toEqual([]);
      expect(no.filter((path) => matches(pattern, path))).toEqual([]);
    });
  }
});

test('a pattern that can never match or is excessive is refused with a reason', () => {
  for (const pattern of ['[a', '[', '[]', 'a/[!', '[[:nope:]]', '[a-', '\\', 'a\\'])
    expect(compileWildmatch(pattern), pattern).toMatchObject({ kind: 'refused' });
  expect(compileWildmatch('a'.repeat(MAX_PATTERN_LENGTH + 1)).kind).toBe('refused');
  expect(compileWildmatch('a'.repeat(MAX_PATTERN_LENGTH)).kind).toBe('compiled');
  expect(compileWildmatch('?'.repeat(MAX_PATTERN_WILDCARDS + 1)).kind).toBe('refused');
  expect(compileWildmatch('?'.repeat(MAX_PATTERN_WILDCARDS)).kind).toBe('compiled');
});

test('the leftmost places agree with trying all places', () => {
  const pattern = fc
    .array(fc.constantFrom('a', 'b', 'a', '*', '**', '?', '/', '/**/', '**/', '[ab]'), {
      minLength: 1,
      maxLength: 9,
    })
    .map((parts) => parts.join('').replaceAll(/\/+/g, '/'));
  const path = fc
    .array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 5,
    })
    .map((segments) => segments.join('/'));
  fc.assert(
    fc.property(pattern, path, (text, name) => {
      expect(matches(text, name)).toBe(triesAll(text, name, true));
    }),
    { numRuns: 10_000 },
  );
});

/** Defines a match by plain recursion, which is only fast enough for short texts. */
function triesAll(pattern: string, path: string, atStart: boolean): boolean {
  if (pattern === '') return path === '';
  const [char = '', next] = path;
  const stars = /^\*+/.exec(pattern)?.[0] ?? '';
  const rest = pattern.slice(stars.length);
  if (stars.length >= 2 && atStart && rest === '') return path !== '';
  if (stars.length >= 2 && atStart && rest.startsWith('/')) {
    const slash = path.indexOf('/');
    return (
      triesAll(rest.slice(1), path, true) || (slash >= 0 && triesAll(pattern, path.slice(slash + 1), true))
    );
  }
  if (stars !== '')
    return (
      triesAll(rest, path, false) || (char !== '' && char !== '/' && triesAll(pattern, path.slice(1), false))
    );
  if (char === '') return false;
  if (pattern.startsWith('[ab]')) return char !== '/' && triesAll(pattern.slice(4), path.slice(1), false);
  const fits = pattern[0] === '?' ? char !== '/' : pattern[0] === char;
  return fits && triesAll(pattern.slice(1), path.slice(1), char === '/' && next !== undefined);
}

describe('no pattern hangs', () => {
  /** Milliseconds; a matcher that backtracks would take far longer. */
  const HANGS = 60_000;

  test.each([
    '(a+)+$',
    '*a'.repeat(20) + 'b',
    '**/a/'.repeat(12) + 'b',
    '**/*a'.repeat(40) + 'b',
    '*[ab]'.repeat(60) + 'c',
    '?*'.repeat(60) + 'b',
    '*' + '[ab]?'.repeat(40) + '*b',
    '**/*a*/'.repeat(40) + '*b',
    `*[${'cdefghijkl'.repeat(400)}]*`,
  ])('10,000 paths against %s', { timeout: HANGS }, (pattern) => {
    const paths = Array.from({ length: 10_000 }, (_, i) => 'a/'.repeat(i % 16) + 'a'.repeat(1 + (i % 48)));
    const compiled = compileWildmatch(pattern);
    if (compiled.kind === 'refused') throw new Error(compiled.reason);
    expect(paths.filter((path) => matchesSegments(compiled.pattern, path.split('/'), 0))).toEqual([]);
  });

  test(
    'any pattern of the alphabet that makes others hang, against a path of thousands of characters',
    { timeout: HANGS },
    () => {
      const piece = fc.constantFrom(
        '*',
        '**',
        '**/',
        '/**/',
        'a',
        'aa',
        '?',
        '[ab]',
        '[!b]',
        '*a',
        'a/',
        '/',
      );
      const pattern = fc.array(piece, { minLength: 1, maxLength: 120 }).map((parts) => parts.join(''));
      const path = fc
        .array(fc.constantFrom('a', 'aaaa', 'a'.repeat(60), 'a'.repeat(500)), {
          minLength: 1,
          maxLength: 200,
        })
        .map((segments) => segments.join('/'));
      fc.assert(
        fc.property(pattern, path, (text, name) => {
          const compiled = compileWildmatch(text + 'c');
          if (compiled.kind === 'refused') return;
          expect(matchesSegments(compiled.pattern, name.split('/'), 0)).toBe(false);
        }),
        { numRuns: 1_000 },
      );
    },
  );
});
