/** Tokens of images by the vendors' published formulas. All are estimates, because services resize images in other ways, too. */

import type { Model } from './models';

/** Pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * OpenAI: 85 tokens at low detail. At high detail, the image is shrunk into 2048 x 2048, then to a short side of 768, and
 * costs 170 for each tile of 512 x 512 and 85 more (https://developers.openai.com/api/docs/guides/images-vision).
 */
export function openAiImageTokens(image: ImageSize, detail: 'low' | 'high'): number {
  if (detail === 'low') return 85;
  const inSquare = shrunk(image, 2048 / Math.max(image.width, image.height));
  const { width, height } = shrunk(inSquare, 768 / Math.min(inSquare.width, inSquare.height));
  return 85 + 170 * tiles(width) * tiles(height);
}

/**
 * Claude: the image is shrunk to a long side of 1568 and costs a token for 750 pixels
 * (https://docs.claude.com/en/docs/build-with-claude/vision).
 */
export function claudeImageTokens(image: ImageSize): number {
  const { width, height } = shrunk(image, 1568 / Math.max(image.width, image.height));
  return Math.ceil((width * height) / 750);
}

/** Tokens of an image at high detail; undefined if the vendor publishes no formula. */
export function imageTokens(image: ImageSize, vendor: Model['vendor']): number | undefined {
  if (vendor === 'OpenAI') return openAiImageTokens(image, 'high');
  return vendor === 'Anthropic' ? claudeImageTokens(image) : undefined;
}

function tiles(length: number): number {
  return Math.ceil(length / 512);
}

/** Never enlarges. Sides are whole pixels, at least 1. */
function shrunk({ width, height }: ImageSize, scale: number): ImageSize {
  const factor = Math.min(1, scale);
  const side = (length: number) => Math.max(1, Math.round(length * factor));
  return { width: side(width), height: side(height) };
}
