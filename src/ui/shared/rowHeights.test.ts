import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowHeights } from './rowHeights';

test('places are the sums of measured heights, and of estimates for other rows', () => {
  const heights = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 40 });
  const measures = fc.array(fc.tuple(fc.nat(39), fc.integer({ min: 1, max: 300 })), { maxLength: 30 });
  fc.assert(
    fc.property(heights, measures, fc.boolean(), (estimates, measured, areEqual) => {
      const expected = areEqual ? estimates.map(() => 20) : [...estimates];
      const rows = new RowHeights(expected.length, areEqual ? 20 : (index) => estimates[index] ?? 0);
      for (const [index, height] of measured) {
        if (index >= expected.length) continue;
        expect(rows.set(index, height)).toBe(expected[index] !== height);
        expected[index] = height;
      }
      let top = 0;
      for (const [index, height] of expected.entries()) {
        expect([rows.topOf(index), rows.heightOf(index)]).toEqual([top, height]);
        expect([rows.rowAt(top), rows.rowAt(top + height - 0.5)]).toEqual([index, index]);
        top += height;
      }
      expect(rows.total).toBe(top);
    }),
  );
});
