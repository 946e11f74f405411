import { expect, test } from 'vitest';
import { nextTile } from './nextTile';

/** Two columns; the right one has two tiles. */
const rects = [
  { x: 0, y: 0, width: 100, height: 100 },
  { x: 100, y: 0, width: 100, height: 40 },
  { x: 100, y: 40, width: 100, height: 60 },
];

test('leads to the nearest tile in the direction of the key', () => {
  expect(['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown'].map((key) => nextTile(rects, 0, key))).toEqual([
    ...[2, undefined, undefined, undefined],
  ]);
  expect(nextTile(rects, 1, 'ArrowDown')).toBe(2);
  expect(nextTile(rects, 2, 'ArrowUp')).toBe(1);
  expect(nextTile(rects, 1, 'ArrowLeft')).toBe(0);
});

test('leads to the ends, and ignores other keys', () => {
  expect(['Home', 'End', 'a'].map((key) => nextTile(rects, 1, key))).toEqual([0, 2, undefined]);
});
