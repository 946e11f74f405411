import { describe, expect, it } from 'vitest';
import { DEFAULT_MODEL_ID, estimateTokens, modelById, MODELS, smallestCacheable } from './models';

it('every model has a unique id, a valid window if any, and a band that fits its factor', () => {
  expect(new Set(MODELS.map(({ id }) => id)).size).toBe(MODELS.length);
  for (const { window, factor, band } of MODELS) {
    expect(window === undefined || window > 0).toBe(true);
    expect(band === 0 ? factor : 1).toBe(1);
  }
});

it('reads from a cache cost less than other tokens, and writes no less', () => {
  const caches = MODELS.flatMap(({ cache }) => cache ?? []);
  expect(caches).not.toEqual([]);
  for (const { minimum, read, write } of caches) {
    expect(minimum).toBeGreaterThan(0);
    expect([read < 1, write >= 1]).toEqual([true, true]);
  }
});

it('knows the shortest prefix that a service caches, in counted tokens', () => {
  expect(smallestCacheable(modelById('gpt-5'))).toBe(1_024);
  expect(smallestCacheable(modelById('claude-5'))).toBe(661);
  expect(smallestCacheable(modelById('claude-ai'))).toBe(undefined);
});

it('falls back to the default model', () => {
  expect(modelById('gone').id).toBe(DEFAULT_MODEL_ID);
});

describe('an estimate', () => {
  it('is the count itself if the tokenizer is the same', () => {
    expect(estimateTokens(modelById('gpt-5'), 1234)).toEqual({
      tokens: 1234,
      exact: true,
      low: 1234,
      high: 1234,
    });
  });

  it('is not exact in another encoding', () => {
    expect(estimateTokens(modelById('gpt-5'), 1000, 'cl100k_base')).toEqual({
      tokens: 1000,
      exact: false,
      low: 970,
      high: 1030,
    });
  });

  it('applies factor and band for other tokenizers', () => {
    expect(estimateTokens(modelById('claude-5.5'), 1000)).toEqual({
      tokens: 1550,
      exact: false,
      low: 1395,
      high: 1705,
    });
  });
});
