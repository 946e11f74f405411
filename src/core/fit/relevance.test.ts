import { describe, expect, it } from 'vitest';
import { defaultBudget, relevantFiles } from './relevance';

describe('relevantFiles', () => {
  const file = (probability: number, ...reasons: string[]) => ({ probability, reasons });

  it('keeps files with a reason that are likely enough, compared with the most likely one', () => {
    const named = file(0.6, 'mentioned in the task');
    const neighbor = file(0.000_7, 'used by a.ts');
    const distant = file(0.000_5, 'uses b.ts');
    const unrelated = file(0.3);
    expect(relevantFiles([named, unrelated, neighbor, distant])).toEqual([named, neighbor]);
    expect(relevantFiles([neighbor, distant])).toEqual([neighbor, distant]);
  });

  it('keeps nothing if the task concerns no file', () => {
    expect(relevantFiles([file(0.5), file(0.5)])).toEqual([]);
    expect(relevantFiles([])).toEqual([]);
  });
});

describe('defaultBudget', () => {
  it.each([
    [8_193, 2_048],
    [128_000, 32_000],
    [1_000_000, 32_000],
    [undefined, 32_000],
  ])('starts a window of %s at %i', (window, budget) => {
    expect(defaultBudget(window)).toBe(budget);
  });
});
