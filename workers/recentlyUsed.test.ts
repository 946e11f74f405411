import { expect, it } from 'vitest';
import { createRecentlyUsed } from './recentlyUsed';

it('drops the values that were not used for longest', () => {
  const recent = createRecentlyUsed<string>(6, ({ length }) => length);
  recent.keep('a', 'aaa');
  recent.keep('b', 'bb');
  expect(recent.get('a')).toBe('aaa');
  recent.keep('c', 'cc');
  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual(['aaa', undefined, 'cc']);
  recent.keep('a', 'a');
  recent.keep('d', 'ddd');
  expect(['a', 'c', 'd'].map((key) => recent.get(key))).toEqual(['a', 'cc', 'ddd']);
  recent.keep('large', 'larger than all');
  expect(['a', 'c', 'd', 'large'].map((key) => recent.get(key))).toEqual([
    undefined,
    undefined,
    undefined,
    'larger than all',
  ]);
});
