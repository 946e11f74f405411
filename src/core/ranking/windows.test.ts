import { describe, expect, it } from 'vitest';
import { runSteps } from '../async/steps';
import { indexOf } from '../../../tests/rankedFolder';
import { fieldScoreSteps } from './fieldScores';
import { parseTask } from './parseTask';
import { createTermsReader } from './windowTerms';
import { createWindowFinder, type TextWindow } from './windows';

const termsOf = createTermsReader();

interface TextFinder {
  windowsOf(text: string): readonly TextWindow[];
  bestWindow(text: string): TextWindow | undefined;
}

/** A finder for a task whose words all occur in the folder. */
function finderFor(task: string): TextFinder {
  const index = indexOf({ a: `${task} cacheSize`, b: '', c: '' });
  const { windowsOf, bestWindow } = createWindowFinder(
    runSteps(fieldScoreSteps(index.table(), parseTask(task))).terms,
  );
  return {
    windowsOf: (text) => windowsOf(termsOf(text)),
    bestWindow: (text) => bestWindow(termsOf(text)),
  };
}

/** `lines` by number, from 1. */
function textWith(lines: Readonly<Record<number, string>>, length: number): string {
  return Array.from({ length }, (_, at) => `${lines[at + 1] ?? '-'}\n`).join('');
}

describe('createWindowFinder', () => {
  it('finds the windows of 20 lines that have words of the task', () => {
    const text = textWith({ 5: 'the cache', 45: 'limit of the cache', 50: 'caches' }, 50);
    expect(finderFor('cache limit').windowsOf(text)).toMatchObject([
      { startLine: 1, endLine: 20, words: 1 },
      { startLine: 41, endLine: 50, words: 2 },
    ]);
  });

  it('prefers the window with more of the task, and the first of equal ones', () => {
    const { bestWindow } = finderFor('cache limit');
    expect(bestWindow(textWith({ 5: 'cache', 65: 'cache limit' }, 80))?.startLine).toBe(61);
    expect(bestWindow(textWith({ 25: 'cache', 65: 'cache' }, 80))?.startLine).toBe(21);
    expect(bestWindow('nothing here')).toBeUndefined();
    expect(bestWindow('')).toBeUndefined();
  });

  it('adds nine tenths of the terms that only the next window has', () => {
    const { windowsOf } = finderFor('cache limit');
    const [only] = windowsOf(textWith({ 5: 'limit' }, 20));
    const [both] = windowsOf(textWith({ 5: 'cache', 25: 'limit cache' }, 40));
    const [first] = windowsOf(textWith({ 5: 'cache' }, 20));
    expect(both?.score).toBeCloseTo((first?.score ?? 0) + 0.9 * (only?.score ?? 0), 12);
  });

  it('counts a compound once', () => {
    expect(finderFor('cacheSize').bestWindow('cacheSize of the cache')).toMatchObject({ words: 1 });
  });

  it('stops at its limits', () => {
    const { windowsOf } = finderFor('cache');
    expect(windowsOf('cache\n'.repeat(100_000)).at(-1)?.endLine).toBe(12_000);
    expect(windowsOf('cache '.repeat(2_000_000))).toHaveLength(1);
  });
});
