import { expect, it } from 'vitest';
import { focusedLines } from './focusedLines';

const window = (startLine: number, score: number) => ({ startLine, endLine: startLine + 19, score });

it('takes the best windows up to a share, in order, joined where they touch', () => {
  const windows = [window(1, 1), window(21, 5), window(41, 4), window(101, 3), window(161, 2)];
  expect(focusedLines(windows, 200, 0.3)).toEqual([
    { startLine: 21, endLine: 60 },
    { startLine: 101, endLine: 120 },
  ]);
  expect(focusedLines(windows, 200, 0.5)).toEqual([
    { startLine: 1, endLine: 60 },
    { startLine: 101, endLine: 120 },
    { startLine: 161, endLine: 180 },
  ]);
});

it('takes at least the best window, and nothing if none matches', () => {
  expect(focusedLines([window(1, 1), window(21, 5)], 40, 0.2)).toEqual([{ startLine: 21, endLine: 40 }]);
  expect(focusedLines([], 40, 0.2)).toEqual([]);
});

it('prefers the first of equal windows', () => {
  expect(focusedLines([window(21, 5), window(1, 5)], 60, 0.4)).toEqual([{ startLine: 1, endLine: 20 }]);
});
