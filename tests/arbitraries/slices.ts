import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { CustomSlice } from '../../src/core/slices/customSlice';

/** A slice that is nothing but numbers, as one written by hand. */
export function sliceOf(
  startLine: number,
  endLine: number,
  rest: Partial<Omit<CustomSlice, 'startLine' | 'endLine'>> = {},
): CustomSlice {
  return {
    ...{ startLine, endLine, tag: undefined, comment: undefined },
    ...{ contentHash: undefined, anchorLines: undefined, anchorBefore: undefined, totalLines: undefined },
    ...{ symbol: undefined, fileHash: undefined, lineHashes: undefined, unknown: {} },
    ...rest,
  };
}

/** As a tool writes it that knows the agreed keys only. */
export function plain({
  startLine,
  endLine,
  contentHash,
  anchorLines,
  anchorBefore,
  totalLines,
}: CustomSlice): CustomSlice {
  return sliceOf(startLine, endLine, { contentHash, anchorLines, anchorBefore, totalLines });
}

/** Where a slice is expected to be, and in which state. */
export function at(startLine: number, endLine: number, state: string) {
  return { startLine, endLine, state };
}

export function numbered(count: number, first = 1): string[] {
  return Array.from({ length: count }, (_, at) => `line ${first + at}`);
}

/** A word that is like no other. */
export function word(seed: number): string {
  return createHash('sha256')
    .update(String(seed))
    .digest('base64')
    .slice(0, 12 + (seed % 9));
}

/** Lines of few and many kinds, blank ones and such with blanks at their ends among them. */
export const someLines: fc.Arbitrary<string[]> = fc.array(
  fc.oneof(
    fc.constantFrom('', '  ', '}', '  }', 'end', 'return x;', 'return x;  '),
    fc.nat(30).map((number) => `  const value${number} = compute(${number * 7});`),
    fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[\r\n]/g, '')),
  ),
  { maxLength: 60 },
);

/** Numbers that no tool should write, and that a file may hold all the same. */
export const hostileSlice: fc.Arbitrary<CustomSlice> = fc
  .record({
    startLine: fc.oneof(fc.nat(80), fc.constantFrom(0, -1, -(2 ** 40), 2 ** 31, 1e308)),
    endLine: fc.oneof(fc.nat(80), fc.constantFrom(0, -1, -(2 ** 40), 2 ** 31, 1e308)),
    contentHash: fc.option(fc.oneof(fc.constantFrom('', 'ZZ', '0'.repeat(64)), fc.string()), {
      nil: undefined,
    }),
    anchorLines: fc.option(someLines, { nil: undefined }),
    anchorBefore: fc.option(fc.oneof(fc.nat(100), fc.constantFrom(-5, 2 ** 40)), { nil: undefined }),
    totalLines: fc.option(fc.oneof(fc.nat(100), fc.constantFrom(-5, 2 ** 40)), { nil: undefined }),
    symbol: fc.option(fc.constantFrom('', 'a.b', '__proto__'), { nil: undefined }),
    fileHash: fc.option(fc.constantFrom('', 'old', '__proto__'), { nil: undefined }),
    lineHashes: fc.option(fc.oneof(fc.string(), fc.constantFrom('AAAA', 'AAAA'.repeat(256))), {
      nil: undefined,
    }),
  })
  .map(({ startLine, endLine, ...rest }) => sliceOf(startLine, endLine, rest));
