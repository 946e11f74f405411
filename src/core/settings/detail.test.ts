import { describe, expect, it } from 'vitest';
import type { ViewRules } from '../items/effectiveView';
import { DEFAULT_OPTIONS } from './compositionOptions';
import { detailChoices, detailInWords, detailOf } from './detail';

const rules = (change: Partial<ViewRules>): ViewRules => ({ ...DEFAULT_OPTIONS, ...change });

/** The settings after a choice. */
function after(before: ViewRules, id: string): ViewRules {
  const choice = detailChoices(before).find((one) => one.id === id);
  if (choice === undefined) throw new Error(`no choice ${id}`);
  return { ...before, ...choice.options };
}

describe('detail', () => {
  it.each([
    rules({}),
    rules({ agentTier: 3 }),
    rules({ agentTier: 2, strategy: 'summarize' }),
    rules({ strategy: 'full' }),
    rules({ summaryOnly: true }),
  ])('is what was chosen last, whatever was chosen before: %j', (before) => {
    for (const { id } of detailChoices(before)) expect(detailOf(after(before, id))).toBe(id);
  });

  it('keeps a role that only decides what summaries hold', () => {
    expect(after(rules({ agentTier: 2 }), 'summarize').agentTier).toBe(2);
    expect(after(rules({ agentTier: 3 }), 'summarize').agentTier).toBeUndefined();
  });

  it('names the role and the summary style where they count', () => {
    expect(detailInWords(rules({}))).toBe('Per file');
    expect(detailInWords(rules({ agentTier: 3 }))).toBe('Focus files in full, others as skeletons');
    expect(detailInWords(rules({ strategy: 'summarize', agentTier: 4 }))).toBe('All as summaries, QA');
    expect(detailInWords(rules({ richness: 3 }))).toBe('Per file, Outlines');
    expect(detailInWords(rules({ strategy: 'full', agentTier: 4, richness: 3 }))).toBe('All in full');
  });
});
