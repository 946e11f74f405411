import { describe, expect, it } from 'vitest';
import { focusedLines } from './focusedLines';
import type { TextWindow } from './windows';

const TEXT = 'four\n'.repeat(200);

/** Windows of 20 lines, a tenth of the text each, by number from 0. */
function windows(scores: Readonly<Record<number, number>>): readonly TextWindow[] {
  return Object.entries(scores).map(([at, score]) => {
    const startLine = Number(at) * 20 + 1;
    return { startLine, endLine: startLine + 19, score, words: 1 };
  });
}

describe('focusedLines', () => {
  it('takes the best windows up to a share of the text', () => {
    expect(focusedLines(TEXT, windows({ 0: 1, 3: 5, 6: 3 }), 0.2)).toEqual([
      { startLine: 61, endLine: 80 },
      { startLine: 121, endLine: 140 },
    ]);
  });

  it('joins windows that touch', () => {
    expect(focusedLines(TEXT, windows({ 2: 1, 3: 5, 6: 3 }), 0.34)).toEqual([
      { startLine: 41, endLine: 80 },
      { startLine: 121, endLine: 140 },
    ]);
  });

  it('leaves out windows that are too long, and takes shorter ones', () => {
    const text = `${'x'.repeat(5_000)}\n${'y\n'.repeat(59)}`;
    expect(focusedLines(text, windows({ 0: 9, 2: 1 }), 0.2)).toEqual([{ startLine: 41, endLine: 60 }]);
  });

  it('is empty without windows and without text', () => {
    expect(focusedLines(TEXT, [], 0.2)).toEqual([]);
    expect(focusedLines('', [], 1)).toEqual([]);
  });
});
