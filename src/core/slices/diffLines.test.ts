import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth } from '../../../tests/growth';
import { diffLines } from './diffLines';

const ids = fc.array(fc.nat(5), { maxLength: 40 }).map((list) => Int32Array.from(list));

/** Pseudo-random numbers, the same every time. */
function drawn(length: number, kinds: number, seed: number): Int32Array {
  let state = seed;
  return Int32Array.from({ length }, () => (state = (Math.imul(state, 48271) >>> 0) % 2147483647) % kinds);
}

describe('diffLines', () => {
  it('maps equal to equal, in order', () => {
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const kept = [...diffLines(before, after).entries()].filter(([, to]) => to >= 0);
        for (const [from, to] of kept) expect(after[to]).toBe(before[from]);
        const places = kept.map(([, to]) => to);
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps every line if lines were only inserted or only removed', () => {
    fc.assert(
      fc.property(ids, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (whole, isThere) => {
        const part = whole.filter((_, at) => isThere[at]);
        expect(diffLines(part, whole).includes(-1)).toBe(false);
        expect(diffLines(whole, part).filter((to) => to >= 0).length).toBe(part.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('handles texts with many unique lines', () => {
    const lines = Array.from({ length: 400_000 }, (_, at) => at);
    const [one, other] = [lines.length, lines.length + 1];
    const swapped = diffLines(
      Int32Array.from([one, ...lines, other]),
      Int32Array.from([other, ...lines, one]),
    );
    expect(swapped.filter((to) => to >= 0).length).toBe(lines.length);
  });

  it('keeps a unique line rather than the braces around it', () => {
    const [brace, blank, once] = [0, 1, 2];
    const before = Int32Array.of(once, blank, brace, blank, brace);
    const after = Int32Array.of(blank, brace, blank, brace, once);
    expect(diffLines(before, after)[0]).toBe(4);
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
