import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { CustomSlice } from '../../src/core/slices/customSlice';

/** A slice with only line numbers, as if written by hand. */
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

/** The slice as written by a tool that knows only the agreed keys. */
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

/** The expected place and state of a slice. */
export function at(startLine: number, endLine: number, state: string) {
  return { startLine, endLine, state };
}

/** Distinct lines: `line 1`, `line 2`, and so on from `first`. */
export function numbered(count: number, first = 1): string[] {
  return Array.from({ length: count }, (_, at) => `line ${first + at}`);
}

/** A distinct word. */
export function word(seed: number): string {
  return createHash('sha256')
    .update(String(seed))
    .digest('base64')
    .slice(0, 12 + (seed % 9));
}

/** Lines with many and few repetitions, including blank lines and trailing blanks. */
export const someLines: fc.Arbitrary<string[]> = fc.array(
  fc.oneof(
    fc.constantFrom('', '  ', '}', '  }', 'end', 'return x;', 'return x;  '),
    fc.nat(30).map((number) => `  const value${number} = compute(${number * 7});`),
    fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[\r\n]/g, '')),
  ),
  { maxLength: 60 },
);

/** Numbers that no tool should write but a file may contain. */
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
