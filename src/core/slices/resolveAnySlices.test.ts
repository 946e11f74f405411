import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, hostileSlice, plain, someLines, word } from '../../../tests/arbitraries/slices';
import { createSlice } from './createSlice';
import type { CustomSlice } from './customSlice';
import { resolveSlices } from './resolveSlices';

describe('in any case', () => {
  const range = fc.tuple(fc.nat(59), fc.nat(59));

  it('an unchanged text is exact, with the old text or without', () => {
    fc.assert(
      fc.property(someLines, range, (lines, [a, b]) => {
        fc.pre(lines.length > 0);
        const slice = createSlice({ lines, fileHash: 'h' }, { startLine: a + 1, endLine: a + b + 1 });
        const place = at(slice.startLine, slice.endLine, 'exact');
        expect(resolveSlices({ lines }, [slice])).toEqual([place]);
        expect(resolveSlices({ lines }, [slice], new Map([['h', lines.join('\n')]]))).toEqual([place]);
      }),
      { numRuns: 500 },
    );
  });

  /** A text of distinct lines, and an edited version with the fate of each line. */
  const edited = fc
    .record({
      count: fc.integer({ min: 20, max: 60 }),
      edits: fc.array(
        fc.record({
          line: fc.nat(59),
          kind: fc.constantFrom('insert' as const, 'delete' as const, 'change' as const),
          lines: fc.integer({ min: 1, max: 6 }),
        }),
        { maxLength: 4 },
      ),
      first: fc.nat(50),
      size: fc.integer({ min: 4, max: 20 }),
      seed: fc.nat(1_000_000),
    })
    .map(({ count, edits, first, size, seed }) => {
      const lines = Array.from({ length: count }, (_, index) => word(seed + index));
      let now: { text: string; origin: number }[] = lines.map((text, origin) => ({ text, origin }));
      for (const [index, edit] of edits.entries()) {
        const place = edit.line % (now.length + 1);
        const fresh = Array.from({ length: edit.lines }, (_, each) => ({
          text: word(seed + 5_000 + 100 * index + each),
          origin: -1,
        }));
        now = now.toSpliced(
          place,
          edit.kind === 'insert' ? 0 : edit.lines,
          ...(edit.kind === 'delete' ? [] : fresh),
        );
      }
      const startLine = 1 + (first % (count - size + 1));
      return { lines, now, startLine, endLine: startLine + size - 1 };
    });

  it.each([
    ['with the old text', true],
    ['without it', false],
  ])('finds what is left of half of a slice at least, and nothing that was outside: %s', (_, hasOld) => {
    fc.assert(
      fc.property(edited, ({ lines, now, startLine, endLine }) => {
        const slice = createSlice({ lines, fileHash: 'old' }, { startLine, endLine });
        const isInside = (origin: number): boolean => origin >= startLine - 1 && origin < endLine;
        const left = now.flatMap(({ origin }, index) => (isInside(origin) ? [index + 1] : []));
        const [place] = resolveSlices(
          { lines: now.map(({ text }) => text) },
          [slice],
          hasOld ? new Map([['old', lines.join('\n')]]) : undefined,
        );
        if (left.length * 2 < endLine - startLine + 1 || place === undefined) return;
        if (place.state === 'fuzzy' || place.state === 'stale' || place.state === 'lost') return;
        expect(place.startLine).toBeLessThanOrEqual(left[0] ?? 0);
        expect(place.endLine).toBeGreaterThanOrEqual(left.at(-1) ?? 0);
        const shown = now.slice(place.startLine - 1, place.endLine);
        expect(shown.filter(({ origin }) => origin >= 0 && !isInside(origin))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('one slice does not affect another', () => {
    fc.assert(
      fc.property(
        someLines,
        someLines,
        fc.array(range, { minLength: 2, maxLength: 4 }),
        (old, lines, ranges) => {
          const slices = ranges.map(([a, b]) =>
            createSlice({ lines: old }, { startLine: a + 1, endLine: a + b + 1 }),
          );
          const alone = slices.flatMap((slice) => resolveSlices({ lines }, [slice]));
          expect(resolveSlices({ lines }, slices)).toEqual(alone);
          expect(resolveSlices({ lines }, slices.toReversed())).toEqual(alone.toReversed());
        },
      ),
    );
  });

  it('nor does their order, even if lines are barely distinctive enough', () => {
    const letters = fc
      .tuple(fc.constantFrom('abcdefghij', 'zyxwvutsrq', 'klmnopqrst'), fc.integer({ min: 7, max: 10 }))
      .map(([text, length]) => text.slice(0, length));
    const texts = fc.array(
      fc.oneof(
        letters,
        someLines.map(([line]) => line ?? ''),
      ),
      {
        minLength: 3,
        maxLength: 12,
      },
    );
    const ranges = fc.array(range, { minLength: 2, maxLength: 5 });
    const anchorsOnly = (slice: CustomSlice): CustomSlice => ({ ...plain(slice), contentHash: undefined });
    fc.assert(
      fc.property(texts, texts, ranges, fc.boolean(), (old, others, places, isPlain) => {
        const lines = old.map((line, index) => (index % 3 === 1 ? (others[index] ?? '') : line));
        const slices = places.map(([a, b]) => {
          const startLine = 1 + (a % old.length);
          const slice = createSlice({ lines: old }, { startLine, endLine: startLine + (b % 3) });
          return isPlain ? anchorsOnly(slice) : slice;
        });
        const alone = slices.flatMap((slice) => resolveSlices({ lines }, [slice]));
        expect(resolveSlices({ lines }, slices)).toEqual(alone);
        expect(resolveSlices({ lines }, [...slices, ...slices].toReversed())).toEqual(
          [...alone, ...alone].toReversed(),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives lines of the file, or is lost', () => {
    const texts = new Map([['old', 'a\nb\nc\n']]);
    fc.assert(
      fc.property(someLines, hostileSlice, (lines, slice) => {
        const { state, startLine, endLine } =
          resolveSlices({ lines, symbols: [] }, [slice], texts)[0] ?? at(0, 0, '');
        if (state === 'lost') return;
        expect(startLine).toBeGreaterThanOrEqual(1);
        expect(endLine).toBeGreaterThanOrEqual(startLine);
        expect(endLine).toBeLessThanOrEqual(lines.length);
      }),
      { numRuns: 2_000 },
    );
  });
});
