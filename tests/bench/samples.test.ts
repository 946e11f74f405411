import { expect, test } from 'vitest';
import { createSamples, median } from './samples';

test.each([
  [[], undefined],
  [[3], 3],
  [[4, 1], 2.5],
  [[9, 1, 2], 2],
  [[4, 3, 2, 1], 2.5],
])('the median of %j is %j', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('figures that were not measured have no median', () => {
  const samples = createSamples();
  samples.add('memory', undefined);
  samples.add('wall', Number.NaN);
  samples.add('wall', 7);
  expect(samples.median('memory')).toBeUndefined();
  expect(samples.all()).toEqual({ wall: [7] });
});
