import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakpointsAt } from './breakpoints';

const ends = [100, 240, 260, 500, 740, 760, 900, 990];
const at = (parts: Partial<Parameters<typeof breakpointsAt>[0]>) => [
  ...breakpointsAt({ ends, total: 1_000, lastKept: -1, minimum: 100, ...parts }),
];

describe('cache breakpoints', () => {
  it('are at the last ends within 25, 50, 75, and 95 % of the tokens', () => {
    expect(at({})).toEqual([1, 3, 4, 6]);
  });

  it.each([
    [2, [3, 4, 6, 2]],
    [5, [1, 3, 6, 5]],
    [7, [1, 3, 4, 7]],
    [3, [1, 4, 6, 3]],
    [0, [3, 4, 6, 0]],
  ])('move to the end of what was kept: block %i', (lastKept, expected) => {
    expect(at({ lastKept })).toEqual(expected);
  });

  it('are not below the minimum, not even at the end of what was kept', () => {
    expect(at({ minimum: 400 })).toEqual([3, 4, 6]);
    expect(at({ minimum: 400, lastKept: 1 })).toEqual([3, 4, 6]);
    expect(at({ minimum: 1_000, lastKept: 7 })).toEqual([]);
  });

  it('are fewer if a block is large, and still at the end of what was kept', () => {
    expect(at({ ends: [100, 980] })).toEqual([0]);
    expect(at({ ends: [100, 980], lastKept: 1 })).toEqual([0, 1]);
    expect(at({ ends: [980], lastKept: 0 })).toEqual([0]);
    expect(at({ ends: [980] })).toEqual([]);
  });

  it('are at most four, at ends of at least the minimum, in any list', () => {
    const input = fc
      .record({
        sizes: fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 30 }),
        task: fc.nat(3_000),
        minimum: fc.constantFrom(0, 512, 1_024, 4_096),
      })
      .chain(({ sizes, ...rest }) =>
        fc.record({
          ...{ sizes: fc.constant(sizes), rest: fc.constant(rest) },
          lastKept: fc.integer({ min: -1, max: sizes.length - 1 }),
        }),
      );
    fc.assert(
      fc.property(input, ({ sizes, rest: { task, minimum }, lastKept }) => {
        const all = sizes.map((_, index) => sizes.slice(0, index + 1).reduce((sum, size) => sum + size));
        const total = (all.at(-1) ?? 0) + task;
        const places = [...breakpointsAt({ ends: all, total, lastKept, minimum })];
        const tokens = places.map((index) => all[index] ?? NaN);
        expect(places.length).toBeLessThanOrEqual(4);
        expect(tokens.every((each) => each >= minimum)).toBe(true);
        const isKeptLong = lastKept >= 0 && (all[lastKept] ?? 0) >= minimum;
        if (isKeptLong) expect(places).toContain(lastKept);
        const wanted = [0.25, 0.5, 0.75, 0.95].flatMap((share) => {
          const within = all.filter((end) => end <= share * total).at(-1) ?? 0;
          return within > 0 && within >= minimum ? within : [];
        });
        const missing = new Set(wanted.filter((each) => !tokens.includes(each)));
        expect(missing.size).toBeLessThanOrEqual(isKeptLong ? 1 : 0);
      }),
      { numRuns: 1_000 },
    );
  });
});
