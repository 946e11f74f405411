import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clampPosition,
  follow,
  hasStrayed,
  MAX_SCROLL_HEIGHT,
  offsetOf,
  positionOf,
  positionToShow,
  rowsInView,
  scrollSpace,
  type ScrollAnchor,
} from './virtualScroll';

const rowHeight = 20;
const viewport = 600;
const short = scrollSpace(1_000 * rowHeight, viewport);
const long = scrollSpace(10_000_000 * rowHeight, viewport);

test('a short list scrolls as the browser does', () => {
  expect(short.height).toBe(20_000);
  expect(positionOf(short, 1_234.5)).toBe(1_234.5);
  expect(offsetOf(short, 1_234.5)).toBe(1_234.5);
  expect(follow(short, { position: 0, offset: 0 }, 9_999)).toEqual({ position: 9_999, offset: 9_999 });
});

test('a long list fits the tallest element and reaches both ends', () => {
  expect(long.height).toBe(MAX_SCROLL_HEIGHT);
  expect(positionOf(long, 0)).toBe(0);
  expect(positionOf(long, long.maxOffset)).toBe(10_000_000 * rowHeight - viewport);
});

test('an offset and its position find each other within a pixel', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: long.maxPosition }), (position) => {
      const offset = offsetOf(long, position);
      expect(offset).toBeGreaterThanOrEqual(0);
      expect(offset).toBeLessThanOrEqual(long.maxOffset);
      expect(Math.abs(offsetOf(long, positionOf(long, offset)) - offset)).toBeLessThanOrEqual(1);
    }),
  );
});

test('positions grow with offsets', () => {
  const offset = fc.integer({ min: 0, max: long.maxOffset });
  fc.assert(
    fc.property(offset, offset, (one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      expect(positionOf(long, low)).toBeLessThanOrEqual(positionOf(long, high));
    }),
  );
});

test('a turn of the wheel moves by its own pixels anywhere in a long list', () => {
  for (const position of [0, 400_000, 100_000_000, long.maxPosition - 1_000]) {
    const anchor: ScrollAnchor = { position, offset: offsetOf(long, position) };
    expect(follow(long, anchor, anchor.offset + 120).position).toBe(position + 120);
  }
});

test('dragging the thumb jumps', () => {
  const jumped = follow(long, { position: 0, offset: 0 }, long.maxOffset / 2);
  expect(jumped.position / long.maxPosition).toBeCloseTo(0.5, 3);
});

test('the ends of the element are the ends of the list', () => {
  const astray = { position: 90_000, offset: 200 };
  expect(follow(long, astray, 0).position).toBe(0);
  expect(
    follow(long, { position: long.maxPosition - 90_000, offset: long.maxOffset - 200 }, long.maxOffset)
      .position,
  ).toBe(long.maxPosition);
});

test('endless small turns never run into the end of the element before the end of the rows', () => {
  const start = long.maxPosition - 3_000_000;
  let anchor: ScrollAnchor = { position: start, offset: offsetOf(long, start) };
  for (let turned = 0; turned < 2_999_000; turned += 500) {
    anchor = follow(long, anchor, anchor.offset + 500);
    if (hasStrayed(long, anchor))
      anchor = { position: anchor.position, offset: offsetOf(long, anchor.position) };
    expect(anchor.offset).toBeLessThan(long.maxOffset);
  }
  expect(anchor.position).toBe(start + 2_999_000);
});

test('rows in view cover the viewport and stay inside the list', () => {
  const list = { count: 100, rowHeight, overscan: 2 };
  const space = scrollSpace(100 * rowHeight, 90);
  expect(rowsInView(space, 0, list)).toEqual({ first: 0, end: 7 });
  expect(rowsInView(space, 205, list)).toEqual({ first: 8, end: 17 });
  expect(rowsInView(space, space.maxPosition, list)).toEqual({ first: 93, end: 100 });
  expect(rowsInView(scrollSpace(0, 90), 0, { ...list, count: 0 })).toEqual({ first: 0, end: 0 });
});

test('a row is shown at the start, in the middle, or with the least movement', () => {
  const show = (position: number, index: number, align: 'nearest' | 'center' | 'start') =>
    positionToShow(short, position, { top: index * rowHeight, height: rowHeight, align });
  expect(show(0, 100, 'start')).toBe(2_000);
  expect(show(0, 100, 'center')).toBe(2_000 - 290);
  expect(show(0, 100, 'nearest')).toBe(2_020 - 600);
  expect(show(5_000, 100, 'nearest')).toBe(2_000);
  expect(show(1_900, 100, 'nearest')).toBe(1_900);
  expect(show(0, 999, 'start')).toBe(short.maxPosition);
  expect(clampPosition(short, -5)).toBe(0);
});
