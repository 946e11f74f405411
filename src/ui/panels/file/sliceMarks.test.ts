import { expect, it } from 'vitest';
import { growth } from '../../../../tests/growth';
import { inLanes, type SliceMark } from './sliceMarks';

function mark(startLine: number, endLine: number, state: SliceMark['state'] = 'exact'): SliceMark {
  return { startLine, endLine, state, title: '' };
}

it('puts slices that overlap beside each other, and leaves out those that find no room', () => {
  const slices = [mark(8, 9), mark(1, 5), mark(5, 8), mark(1, 9), mark(2, 3), mark(6, 6), mark(4, 4, 'lost')];
  expect(inLanes(slices)).toEqual([
    { index: 1, lane: 0 },
    { index: 3, lane: 1 },
    { index: 4, lane: 2 },
    { index: 2, lane: 2 },
    { index: 5, lane: 0 },
    { index: 0, lane: 0 },
  ]);
});

it('takes time as the number of slices, however long they are', () => {
  const overlapping = (size: number) => {
    const ends = Array.from({ length: 3 }, () => mark(20_000, 20_000));
    return inLanes([...ends, ...Array.from({ length: size }, () => mark(1, 20_000))]);
  };
  expect(growth(overlapping, { size: 2_000, factor: 8, limit: 24 })).toBeLessThan(24);
});
