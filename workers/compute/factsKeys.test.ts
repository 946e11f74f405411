import { expect, it } from 'vitest';
import { FACTS_VERSION } from '../../src/core/facts/fileFacts';
import { deadKeys, evictedKeys, factsKey, placeOf } from './factsKeys';

const at = (date: string): number => Date.parse(date);
const NOW = at('2026-03-31T12:00:00Z');
const keyOf = (date: string, of: string): string => factsKey(`python/${of}`, at(date));

it('tells of what facts are, and not of those of another version', () => {
  expect(placeOf(factsKey('python/abc', NOW))).toEqual({ month: '2026-03', of: 'python/abc' });
  for (const key of ['0/2026-03/python/abc', `${FACTS_VERSION}/python/abc`, 7])
    expect(placeOf(key)).toBeUndefined();
});

it('gives up other versions, the very old, and the oldest of too many', () => {
  const kept = [keyOf('2026-03-01', 'a'), keyOf('2025-10-01', 'b'), keyOf('2026-01-01', 'c')];
  const dead = [keyOf('2025-08-31', 'd'), `0/2026-03/python/e`, `${FACTS_VERSION}/python/f`];
  expect(deadKeys([...kept, ...dead], NOW)).toEqual(dead);
  expect(deadKeys(kept, NOW, 2)).toEqual([kept[1]]);
});

it('makes room with the oldest half', () => {
  const keys = [keyOf('2026-03-01', 'a'), keyOf('2025-10-01', 'b'), keyOf('2026-01-01', 'c')];
  expect(evictedKeys([...keys, '0/2026-03/python/e'])).toEqual(['0/2026-03/python/e', keys[1]]);
});
