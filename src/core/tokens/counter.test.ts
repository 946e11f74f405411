import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { buildVocabulary } from '../../../.ci/vite/vocabulary.mjs';
import { anyText } from '../../../tests/arbitraries/anyText';
import { createTokenCounter } from './counter';
import { TOKEN_ENCODINGS, type TokenEncoding } from './encoding';

const oracles: Record<TokenEncoding, typeof o200k> = { o200k_base: o200k, cl100k_base: cl100k };

const SOURCES = [
  'svelte/src',
  'bits-ui/dist',
  'commonmark',
  'entities',
  'eslint/lib',
  '@types/node',
  'fast-check',
  'typescript/lib/de',
];
const LARGEST_SOURCE = 300_000;

function sourceFiles(): string[] {
  return SOURCES.flatMap((folder) =>
    readdirSync(join('node_modules', folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(js|ts|json|md|svelte|txt)$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').replace(/^\ufeff/, ''))
      .filter((text) => text.length <= LARGEST_SOURCE)
      .slice(0, 50),
  );
}

describe.each(TOKEN_ENCODINGS)('counting in %s', (encoding) => {
  const counter = createTokenCounter(encoding, buildVocabulary(encoding));
  const exact = (text: string): number =>
    oracles[encoding].encode(text, { disallowedSpecial: new Set() }).length;

  it('agrees with the reference on any text', () => {
    const property = fc.property(anyText, (text) => {
      expect(counter.count(text)).toBe(exact(text));
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  it('agrees with the reference on texts longer than one slice', () => {
    const longText = fc
      .array(anyText, { minLength: 200, maxLength: 300 })
      .map((parts) => parts.join('').repeat(8));
    const property = fc.property(longText, (text) => {
      expect(counter.count(text)).toBe(exact(text));
    });
    // Shrinking would take minutes on texts this long.
    fc.assert(property, { numRuns: 5, endOnFailure: true });
  });

  it('agrees with the reference on real files', () => {
    const texts = sourceFiles();
    expect(texts.length).toBeGreaterThan(150);
    for (const text of texts) expect(counter.count(text)).toBe(exact(text));
  });

  it('takes special tokens for text', () => {
    for (const text of ['<|endoftext|>', 'a<|fim_prefix|>b', '<|im_start|>user']) {
      expect(counter.count(text)).toBe(exact(text));
      expect(counter.count(text)).toBeGreaterThan(3);
    }
  });

  it('counts a lone surrogate as the replacement character', () => {
    expect(counter.count('a\ud800b')).toBe(counter.count('a\ufffdb'));
    expect(counter.count('\udc00\ud83d')).toBe(counter.count('\ufffd\ufffd'));
  });

  it('counts nothing in an empty text', () => {
    expect(counter.count('')).toBe(0);
  });

  const runs: readonly (readonly [string, string])[] = [
    ['one letter', 'a'],
    ['blanks', ' '],
    ['underscores', '_'],
    ['line feeds', '\n'],
    ['tabs', '\t'],
    ['digits', '7'],
    ['one Chinese character', '中'],
    ['Chinese text', '的一是不了人我在有他这中大来上国'],
    ['joined emoji', '👨‍👩‍👧‍👦'],
    ['combining marks', 'e\u0301\u0302\u0323'],
    ['marks alone', '\u0301'],
    ['lone surrogates', '\ud800'],
    ['letters of two kinds', 'ab'],
  ];

  // A quadratic algorithm takes minutes.
  it.each(runs)('counts 300,000 units of %s and does not hang', { timeout: 60_000 }, (_, unit) => {
    const text = unit.repeat(Math.ceil(300_000 / unit.length));
    expect(counter.count(text)).toBeGreaterThan(2_000);
  });

  it.each(runs)('counts a short run of %s as the reference does', (_, unit) => {
    for (const units of [100, 257, 600, 1025]) {
      const text = unit.repeat(Math.ceil(units / unit.length));
      expect(counter.count(text)).toBe(exact(text));
    }
  });
});
