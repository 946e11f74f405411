import { describe, expect, it } from 'vitest';
import { modelById } from '../tokens/models';
import { breakdownOf, type BreakdownInput, type BreakdownItem } from './breakdown';

const items: readonly BreakdownItem[] = [
  { key: 'symbol:a', kind: 'symbol', tier: 'L0', tokens: 3_000, n: 14 },
  { key: 'file:b', kind: 'file', tier: 'L2', tokens: 2_000, n: 7 },
  { key: 'history:1', kind: 'history', tier: 'L2', tokens: 500, n: 6 },
  { key: 'section:gitChanges', kind: 'other', tier: 'active', tokens: 200, n: 1 },
];
const input: BreakdownInput = {
  ...{ model: modelById('gpt-5'), items, keptTokens: 0, earlier: { tokens: 10_000, emptyTiers: 4 } },
  ...{
    systemTokens: 100,
    legendTokens: 50,
    urlTokens: 0,
    treeTokens: 400,
    taskTokens: 30,
    overheadTokens: 20,
  },
};

describe('a breakdown', () => {
  const breakdown = breakdownOf(input);

  it('has the tokens and parts of each tier', () => {
    expect(breakdown.tiers).toEqual([
      {
        ...{ tier: 'L0', cached: true, tokens: 3_150 },
        counts: { symbols: 1, files: 0, history: 0, others: 0 },
        flags: { system: true, legend: true, tree: false, urls: false, history: false },
      },
      emptyTier('L1'),
      {
        ...{ tier: 'L2', cached: true, tokens: 2_500 },
        counts: { symbols: 0, files: 1, history: 1, others: 0 },
        flags: { system: false, legend: false, tree: false, urls: false, history: true },
      },
      emptyTier('L3'),
      {
        ...{ tier: 'active', cached: false, tokens: 630 },
        counts: { symbols: 0, files: 0, history: 0, others: 1 },
        flags: { system: false, legend: false, tree: true, urls: false, history: false },
      },
    ]);
  });

  const emptyTier = (tier: string) => ({
    ...{ tier, cached: true, tokens: 0 },
    counts: { symbols: 0, files: 0, history: 0, others: 0 },
    flags: { system: false, legend: false, tree: false, urls: false, history: false },
  });

  it('has the way of each block to its next tier', () => {
    expect(
      breakdown.items.map(({ next_tier, threshold, progress }) => [next_tier, threshold, progress]),
    ).toEqual([
      [null, null, 1],
      ['L1', 9, 1 / 3],
      ['L1', 9, 0],
      ['L3', 3, 1 / 3],
    ]);
    expect(breakdown.items[1]).toMatchObject({
      key: 'file:b',
      kind: 'file',
      tier: 'L2',
      tokens: 2_000,
      n: 7,
    });
  });

  it('adds up to the turn, the session, and the share of the window', () => {
    expect(breakdown).toMatchObject({
      ...{ system_tokens: 100, legend_tokens: 50, map_tokens: 3_000, tree_tokens: 400, url_tokens: 0 },
      ...{ task_tokens: 30, overhead_tokens: 20 },
      tokens: { turn: 6_300, session: 16_300 },
      empty_tiers: { turn: 2, session: 6 },
      window: { tokens: 400_000, used: 6_300, share: 6_300 / 400_000 },
    });
    expect(breakdownOf({ ...input, model: modelById('claude-ai-free') }).window).toBe(null);
  });

  it('is the same after a round trip through JSON', () => {
    expect(JSON.parse(JSON.stringify(breakdown))).toEqual(breakdown);
  });
});

describe('the cost of a hand-over', () => {
  const costOf = (id: string, parts: Partial<BreakdownInput> = {}) =>
    breakdownOf({ ...input, model: modelById(id), ...parts }).cost;

  it('is that of all tokens if the service caches by itself', () => {
    expect(costOf('gpt-6.2')).toEqual({ warm: 7_875, cold: 7_875 });
    expect(costOf('gpt-5', { keptTokens: 3_150 })).toEqual({ warm: 3_465, cold: 6_300 });
  });

  it('has what follows the last breakpoint at the full price', () => {
    // Claude's own tokens: 9,765 in all, 8,758 in cached tiers, 4,883 kept.
    expect(costOf('claude-5', { keptTokens: 3_150 })).toEqual({ warm: 6_339, cold: 11_955 });
    expect(costOf('claude-5', { keptTokens: 6_300 })).toEqual({ warm: 1_883, cold: 11_955 });
    expect(costOf('claude-5', { cachedTokens: 2_000 })?.cold).toBe(10_540);
  });

  it('is not lower if the prefix is too short to be cached', () => {
    expect(costOf('claude-5', { keptTokens: 600 })?.warm).toBe(11_955);
    expect(costOf('claude-5.5', { cachedTokens: 2_000, keptTokens: 2_000 })).toEqual({
      warm: 9_765,
      cold: 9_765,
    });
  });

  it('is unknown for a service without a cache', () => {
    expect(costOf('chatgpt-plus')).toBe(null);
  });
});
