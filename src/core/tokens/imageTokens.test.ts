import fc from 'fast-check';
import { expect, it } from 'vitest';
import { claudeImageTokens, imageTokens, openAiImageTokens } from './imageTokens';

it.each([
  [1024, 1024, 'high', 765],
  [2048, 4096, 'high', 1105],
  [4096, 8192, 'low', 85],
  [1024, 1024, 'low', 85],
  [512, 512, 'high', 255],
  [1, 1, 'high', 255],
  [10_000, 10, 'high', 85 + 4 * 170],
] as const)('OpenAI publishes for %d x %d at %s detail: %d', (width, height, detail, tokens) => {
  expect(openAiImageTokens({ width, height }, detail)).toBe(tokens);
});

it.each([
  [200, 200, 54],
  [1000, 1000, 1334],
  [1092, 1092, 1590],
  [784, 1568, 1640],
  [1568, 3136, 1640],
  [3136, 1568, 1640],
] as const)('Anthropic publishes for %d x %d: %d', (width, height, tokens) => {
  expect(claudeImageTokens({ width, height })).toBe(tokens);
});

it('follows the formula of the vendor, if it publishes one', () => {
  const square = { width: 1024, height: 1024 };
  expect(imageTokens(square, 'OpenAI')).toBe(765);
  expect(imageTokens(square, 'Anthropic')).toBe(1399);
  expect(imageTokens(square, 'Google')).toBeUndefined();
});

it('is the same for an image on its side, and has an upper bound', () => {
  const side = fc.integer({ min: 1, max: 100_000 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const [image, turned] = [
        { width, height },
        { width: height, height: width },
      ];
      const tokens = openAiImageTokens(image, 'high');
      expect(tokens).toBe(openAiImageTokens(turned, 'high'));
      expect(tokens).toBeGreaterThanOrEqual(255);
      expect(tokens).toBeLessThanOrEqual(85 + 8 * 170);
      expect(claudeImageTokens(image)).toBe(claudeImageTokens(turned));
      expect(claudeImageTokens(image)).toBeLessThanOrEqual(3279);
    }),
  );
});
