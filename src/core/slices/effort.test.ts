import { describe, expect, it } from 'vitest';
import { at, numbered, plain, sliceOf, word } from '../../../tests/arbitraries/slices';
import { growth } from '../../../tests/growth';
import { createSlice } from './createSlice';
import type { CustomSlice } from './customSlice';
import { resolveSlices } from './resolveSlices';
import type { ResolvedSlice } from './resolvedSlice';

describe('takes time in proportion to the number of lines', () => {
  const long = (size: number): string[] =>
    Array.from({ length: size }, (_, index) =>
      index % 7 === 0 ? '}' : `  const ${word(index)} = ${index};`,
    );
  const slicesIn = (lines: readonly string[]): CustomSlice[] =>
    Array.from({ length: 50 }, (_, index) => {
      const startLine = 1 + Math.floor((index * (lines.length - 20)) / 50);
      return createSlice({ lines, fileHash: 'old' }, { startLine, endLine: startLine + 9 });
    });

  it.each([
    ['moved', (lines: string[]) => ['// new', ...lines], 'moved'],
    [
      'edited',
      (lines: string[]) => lines.map((line, index) => (index % 5 === 0 ? `${line} // new` : line)),
      'edited',
    ],
    ['rewritten', (lines: string[]) => lines.map((_, index) => word(index + 900_000)), 'stale'],
    ['all of one line', (lines: string[]) => lines.map(() => '}'), 'stale'],
  ])('%s', (_, change, state) => {
    const cases = new Map(
      [1_000, 5_000].map((size) => {
        const lines = long(size);
        return [
          size,
          { slices: slicesIn(lines), now: change(lines), old: new Map([['old', lines.join('\n')]]) },
        ];
      }),
    );
    const run = (size: number): readonly ResolvedSlice[] => {
      const { slices, now, old } = cases.get(size) ?? { slices: [], now: [], old: undefined };
      resolveSlices({ lines: now }, slices, old);
      return resolveSlices({ lines: now }, slices);
    };
    expect(run(1_000).filter((place) => place.state === state).length).toBeGreaterThan(45);
    expect(growth(run, { size: 1_000, factor: 5, limit: 12 })).toBeLessThan(12);
  });
});

it('a few slices are found among hundreds of thousands of equal lines', () => {
  const rows = (count: number): string[] => Array<string>(count).fill('0,');
  const count = 200_000;
  const old = ['id,a', ...rows(count), 'mid', ...rows(count)];
  const lines = old.slice(0, 1 + count + 1 + count / 4);
  const slices = [
    createSlice({ lines: old }, { startLine: old.length - 299, endLine: old.length }),
    createSlice({ lines: old }, { startLine: old.length - 699, endLine: old.length - 300 }),
    createSlice({ lines: old }, { startLine: 2, endLine: 800 }),
  ];
  const states = resolveSlices({ lines }, slices).map(({ state }) => state);
  expect(states).toEqual(['moved', 'moved', 'exact']);
});

it('finds one slice without codes, among lines of others, in time proportional to the number of lines', () => {
  const cases = new Map(
    [3_000, 12_000].map((size) => {
      const half = size / 2;
      const old = numbered(half + 1);
      const { contentHash } = createSlice({ lines: old }, { startLine: 1, endLine: half });
      const fresh = (first: number): string[] => Array.from({ length: half }, (_, at) => `${first + at}`);
      const lines = [...fresh(0), ...old.slice(half), ...fresh(half)];
      const slice = sliceOf(1, half, { contentHash, fileHash: 'old' });
      return [size, () => resolveSlices({ lines }, [slice], new Map([['old', old.join('\n')]]))];
    }),
  );
  const run = (size: number) => cases.get(size)?.();
  expect(growth(run, { size: 3_000, factor: 4, limit: 8 })).toBeLessThan(8);
});

describe('thousands of slices that are not there', () => {
  const WRONG = { contentHash: '0'.repeat(64) };
  const whole = (lines: readonly string[]): CustomSlice => ({
    ...plain(createSlice({ lines }, { startLine: 1, endLine: lines.length })),
    ...WRONG,
  });
  const program = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `  const part${index} = load('${index * index}', index);`);
  const braces = (count: number): string[] => Array<string>(count).fill('}');

  const mostOf = (lines: readonly string[], count: number): CustomSlice[] => {
    const slice = whole(lines);
    return Array.from({ length: count }, (_, index) => ({
      ...slice,
      startLine: 1 + (index % (lines.length / 2)),
    }));
  };
  const everywhere = (lines: readonly string[], count: number): CustomSlice[] => {
    const slice = { ...createSlice({ lines }, { startLine: 9, endLine: 12 }), ...WRONG };
    return Array.from({ length: count }, () => ({ ...slice }));
  };

  it.each([
    ['most of a file', program, mostOf],
    ['lines that are everywhere', braces, everywhere],
  ])('cost no more the more there are of them: %s', (_, text, slices) => {
    const run = (size: number): readonly ResolvedSlice[] => {
      const lines = text(size);
      return resolveSlices({ lines }, slices(lines, size));
    };
    // Four times as many slices in a file with four times the lines; searching the whole file for each would take
    // sixteen times as long.
    expect(growth(run, { size: 800, factor: 4, limit: 6 })).toBeLessThan(6);
  });

  it('hide no shorter slice', () => {
    const lines = program(4_000);
    const honest = createSlice({ lines }, { startLine: 10, endLine: 14 });
    const places = resolveSlices({ lines: ['', ...lines] }, [...mostOf(lines, 2_000), honest]);
    expect(places.at(-1)).toEqual(at(11, 15, 'moved'));
    expect(places[0]?.state).toBe('stale');
  });

  it('hide no slice at its old place', () => {
    const lines = braces(4_000);
    const longest = createSlice({ lines }, { startLine: 1, endLine: 4_000 });
    const honest = Array.from({ length: 2_000 }, () => ({ ...longest }));
    const places = resolveSlices({ lines }, [...everywhere(lines, 4_000), ...honest]);
    expect(places.slice(4_000).filter(({ state }) => state !== 'exact')).toEqual([]);
    expect(places[3_999]?.state).toBe('stale');
  });
});
