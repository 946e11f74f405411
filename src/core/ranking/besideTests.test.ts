import { describe, expect, it } from 'vitest';
import { besideTests } from './besideTests';

function groupsOf(...files: readonly (readonly [path: string, tests?: string])[]): readonly string[] {
  return besideTests(files.map(([path, tests]) => ({ path, tests }))).map(({ file, tests }) =>
    [file, ...tests].map(({ path }) => path).join(' < '),
  );
}

describe('besideTests', () => {
  it('shows tests below their source, at the place of the best of them', () => {
    expect(groupsOf(['a.test', 'a'], ['b'], ['a'], ['c.test'], ['b.test', 'b'])).toEqual([
      'a < a.test',
      'b < b.test',
      'c.test',
    ]);
  });

  it('lists a test alone if its source is not listed', () => {
    expect(groupsOf(['a.test', 'a'], ['b'])).toEqual(['a.test', 'b']);
  });

  it('moves further tests of the same source behind all others', () => {
    const tests = ['1', '2', '3', '4'].map((name) => [name, 'a'] as const);
    expect(groupsOf(...tests, ['a'], ['b'])).toEqual(['a < 1 < 2', 'b', '3', '4']);
  });
});
