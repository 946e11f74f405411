import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth } from '../../../tests/growth';
import { diffLines } from './diffLines';

const ids = fc.array(fc.nat(5), { maxLength: 40 }).map((list) => Int32Array.from(list));

/** Length of the longest common subsequence, by the plain table. */
function longestCommon(a: Int32Array, b: Int32Array): number {
  let below = new Array<number>(b.length + 1).fill(0);
  for (const id of a.toReversed()) {
    const row = new Array<number>(b.length + 1).fill(0);
    for (let at = b.length - 1; at >= 0; at -= 1)
      row[at] = b[at] === id ? (below[at + 1] ?? 0) + 1 : Math.max(below[at] ?? 0, row[at + 1] ?? 0);
    below = row;
  }
  return below[0] ?? 0;
}

/** Numbers that look as if drawn, the same every time. */
function drawn(length: number, kinds: number, seed: number): Int32Array {
  let state = seed;
  return Int32Array.from({ length }, () => (state = (Math.imul(state, 48271) >>> 0) % 2147483647) % kinds);
}

describe('diffLines', () => {
  it('keeps as many lines as can be kept, in order, equal with equal', () => {
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const mapped = diffLines(before, after);
        const kept = [...mapped.entries()].filter(([, to]) => to >= 0);
        for (const [from, to] of kept) expect(after[to]).toBe(before[from]);
        const places = kept.map(([, to]) => to);
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
        expect(kept.length).toBe(longestCommon(before, after));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['of which none is in the other', 0],
    ['of a few kinds in any order', 3],
    ['of many kinds in any order', 5_000],
  ])('takes time as the number of lines, for texts %s', (_, kinds) => {
    const run = (size: number): unknown =>
      kinds === 0
        ? diffLines(
            Int32Array.from({ length: size }, (__, at) => at),
            Int32Array.from({ length: size }, (__, at) => size + at),
          )
        : diffLines(drawn(size, kinds, 7), drawn(size, kinds, 11));
    expect(growth(run, { size: 5_000, factor: 4, limit: 9 })).toBeLessThan(9);
  });
});
