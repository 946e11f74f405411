import { expect, it } from 'vitest';
import { sliceOf } from '../../../tests/arbitraries/slices';
import { viewKey } from './viewRequest';

it('tells slices apart that show something else, or are found elsewhere, by a short key', () => {
  const plain = sliceOf(1, 9);
  const slices = [
    [],
    [plain],
    [plain, plain],
    ...(
      [
        { tag: 'a' },
        { comment: 'a' },
        { contentHash: 'a' },
        { anchorLines: ['a'] },
        { anchorLines: ['b'] },
        { anchorBefore: 1 },
        { totalLines: 9 },
        { symbol: 'a' },
        { fileHash: 'a' },
        { lineHashes: 'a' },
      ] as const
    ).map((rest) => [sliceOf(1, 9, rest)]),
  ];
  const keys = slices.map((each) => viewKey({ mode: 'custom', slices: each }));
  expect(new Set(keys).size).toBe(slices.length);
  expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(40);
  const foreign = [{ ...plain, unknown: { color: 'red' } }];
  expect(viewKey({ mode: 'custom', slices: foreign })).toBe(viewKey({ mode: 'custom', slices: [plain] }));
});
