import { expect, it } from 'vitest';
import { modelById } from './models';
import { tokenText } from './tokenText';

const exact = tokenText(modelById('gpt-5'), 'o200k_base');
const claude = tokenText(modelById('claude-5.5'), 'o200k_base');

it('is the count itself for a model with the same public tokenizer', () => {
  expect(exact.short(10_112)).toBe('10.1K');
  expect(exact.long(10_112)).toBe('10,112 tokens');
  expect(exact.long(1)).toBe('1 token');
});

it.each([
  ['another model', claude.short(10_112), claude.long(10_112), '≈15.7K', '≈15,674 tokens'],
  ['a guess', exact.short(10_112, false), exact.long(10_112, false), '≈10.1K', '≈10,112 tokens'],
  ['nothing counted yet', exact.short(0, false), exact.long(0, false), '≈', '≈ tokens'],
  ['nothing', claude.short(0), claude.long(0), '0', '0 tokens'],
])('marks the estimate of %s', (_, short, long, ...expected) => {
  expect([short, long]).toEqual(expected);
});

it('marks the count of another encoding', () => {
  expect(tokenText(modelById('gpt-5'), 'cl100k_base').short(1_000)).toBe('≈1K');
});

it('gives the share of the window if it is published', () => {
  expect(exact.windowShare(100_000)).toBe(0.25);
  expect(claude.windowShare(1_000_000)).toBe(1.55);
  expect(tokenText(modelById('claude-ai-free'), 'o200k_base').windowShare(100_000)).toBeUndefined();
});
