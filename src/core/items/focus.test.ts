import { expect, it } from 'vitest';
import { parseRepoPath } from '../files/repoPath';
import { matchesFocus } from './focus';

it.each([
  ['src/b.py', true],
  ['b.py', true],
  ['src', true],
  ['rc/b', true],
  ['B.py', false],
  ['a.py', false],
  ['', false],
])('%j names src/b.py: %s', (focus, matches) => {
  const parsed = parseRepoPath('src/b.py');
  expect(parsed.kind === 'path' && matchesFocus(parsed.path, focus)).toBe(matches);
});
