import fc from 'fast-check';
import { expect, test } from 'vitest';
import { squarify, type Rect } from './squarify';

const area = ({ width, height }: Rect): number => width * height;
const sizes = fc
  .array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 60 })
  .map((all) => all.sort((one, other) => other - one));
const rects = fc.record({
  ...{ x: fc.integer({ min: 0, max: 50 }), y: fc.integer({ min: 0, max: 50 }) },
  ...{ width: fc.integer({ min: 20, max: 2_000 }), height: fc.integer({ min: 20, max: 2_000 }) },
});

test('gives each item its share of the area, inside, and without an overlap', () => {
  fc.assert(
    fc.property(sizes, rects, (tokens, rect) => {
      const all = tokens.reduce((sum, each) => sum + each, 0);
      const placed = squarify(
        tokens.map((each) => ({ tokens: each })),
        rect,
      );
      expect(placed.map(({ item }) => item.tokens)).toEqual(tokens);
      for (const { item, rect: cell } of placed) {
        expect(area(cell) / area(rect)).toBeCloseTo(item.tokens / all, 6);
        expect(cell.x).toBeGreaterThanOrEqual(rect.x - 1e-6);
        expect(cell.y).toBeGreaterThanOrEqual(rect.y - 1e-6);
        expect(cell.x + cell.width).toBeLessThanOrEqual(rect.x + rect.width + 1e-6);
        expect(cell.y + cell.height).toBeLessThanOrEqual(rect.y + rect.height + 1e-6);
      }
      const slack = 1e-6;
      const overlap = placed.some(({ rect: one }, at) =>
        placed
          .slice(at + 1)
          .some(
            ({ rect: other }) =>
              one.x + one.width > other.x + slack &&
              other.x + other.width > one.x + slack &&
              one.y + one.height > other.y + slack &&
              other.y + other.height > one.y + slack,
          ),
      );
      expect(overlap).toBe(false);
    }),
  );
});

test('keeps cells close to squares', () => {
  const tokens = [6, 6, 4, 3, 2, 2, 1].map((each) => ({ tokens: each }));
  const placed = squarify(tokens, { x: 0, y: 0, width: 6, height: 4 });
  const proportions = placed.map(({ rect }) => Math.max(rect.width / rect.height, rect.height / rect.width));
  expect(Math.max(...proportions)).toBeLessThan(3);
  expect(placed[0]?.rect).toEqual({ x: 0, y: 0, width: 3, height: 2 });
});
