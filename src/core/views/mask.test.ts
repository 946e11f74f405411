import { expect, it } from 'vitest';
import { withLevel, type MaskEntry } from './mask';

const mask: readonly MaskEntry[] = [
  { symbol: 'a', level: 'def' },
  { symbol: 'b', level: 'sig' },
];

it.each([
  ['changes an entry in its place', 'a', 'hide', ['a hide', 'b sig']],
  ['adds a symbol at the end', 'c', 'def', ['a def', 'b sig', 'c def']],
  ['removes an entry', 'a', undefined, ['b sig']],
] as const)('%s', (_, symbol, level, expected) => {
  expect(withLevel(mask, symbol, level).map((entry) => `${entry.symbol} ${entry.level}`)).toEqual(expected);
});

it('returns the same list if nothing changes', () => {
  expect(withLevel(mask, 'b', 'sig')).toBe(mask);
  expect(withLevel(mask, 'c', undefined)).toBe(mask);
});
