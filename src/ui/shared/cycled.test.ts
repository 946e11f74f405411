import { expect, test } from 'vitest';
import { cycled } from './cycled';

test.each([
  ['a', 1, 'b'],
  ['c', 1, 'a'],
  ['a', -1, 'c'],
  [undefined, 1, 'a'],
  [undefined, -1, 'c'],
  ['elsewhere', 1, 'a'],
] as const)('from %s by %s to %s', (current, step, next) => {
  expect(cycled(['a', 'b', 'c'], current, step)).toBe(next);
});

test('nowhere to go', () => {
  expect(cycled([], 'a', 1)).toBeUndefined();
});
