import { expect, test } from 'vitest';
import { expandBraces, MAX_ALTERNATIVES } from './braces';

test.each([
  ['a', ['a']],
  ['{a,b}', ['a', 'b']],
  ['x{a,b}y', ['xay', 'xby']],
  ['{a,b}{c,d}', ['ac', 'ad', 'bc', 'bd']],
  ['{a,{b,c}d}', ['a', 'bd', 'cd']],
  ['{a{b,c}}', ['{ab}', '{ac}']],
  ['{a}', ['{a}']],
  ['{}', ['{}']],
  ['{a,b', ['{a,b']],
  ['{x{a,b}', ['{xa', '{xb']],
  ['a,b}', ['a,b}']],
  ['{a,}', ['a', '']],
  ['\\{a,b}', ['\\{a,b}']],
  ['{a\\,b,c}', ['a\\,b', 'c']],
  ['[{,}]', ['[{,}]']],
  ['[{a,b}', ['[a', '[b']],
])('%s', (pattern, expected) => {
  expect(expandBraces(pattern)).toEqual(expected);
});

test('too many alternatives are refused quickly', () => {
  expect(expandBraces('{a,b}'.repeat(8))).toHaveLength(MAX_ALTERNATIVES);
  expect(expandBraces('{a,b}'.repeat(9))).toBeUndefined();
  expect(expandBraces('{a,'.repeat(1000) + '}'.repeat(1000))).toBeUndefined();
  expect(expandBraces('{'.repeat(4096))).toEqual(['{'.repeat(4096)]);
});
