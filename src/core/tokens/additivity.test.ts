import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildVocabulary } from '../../../.ci/vite/vocabulary.mjs';
import { anyText } from '../../../tests/arbitraries/anyText';
import { isSafeCut, lastSafeCut, nextSafeCut } from './additivity';
import { createTokenCounter } from './counter';
import { TOKEN_ENCODINGS } from './encoding';

const withCut = fc
  .tuple(anyText, fc.constantFrom('\n', '\r', '\r\n'), anyText)
  .map(([before, lineEnd, after]) => ({
    text: before + lineEnd + after,
    cut: before.length + lineEnd.length,
  }))
  .filter(({ text, cut }) => isSafeCut(text, cut));

describe.each(TOKEN_ENCODINGS)('in %s', (encoding) => {
  const { count } = createTokenCounter(encoding, buildVocabulary(encoding));

  it('counts add up over a safe cut', () => {
    const property = fc.property(withCut, ({ text, cut }) => {
      expect(count(text)).toBe(count(text.slice(0, cut)) + count(text.slice(cut)));
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  it('the sum over all safe cuts is the count of the whole', () => {
    const property = fc.property(anyText, (text) => {
      let sum = 0;
      for (let start = 0; start < text.length;) {
        const end = nextSafeCut(text, start + 1);
        sum += count(text.slice(start, end));
        start = end;
      }
      expect(sum).toBe(count(text));
    });
    fc.assert(property, { numRuns: 3_000 });
  });
});

describe('a safe cut', () => {
  it('is after a line end, and before neither white space nor a slash', () => {
    expect(isSafeCut('a\nb', 2)).toBe(true);
    expect(isSafeCut('a\rb', 2)).toBe(true);
    for (const after of [' ', '\t', '\n', '/', '\u00a0', '\u2028'])
      expect(isSafeCut(`a\n${after}b`, 2)).toBe(false);
    expect(isSafeCut('ab', 1)).toBe(false);
  });

  it('is inside the text', () => {
    expect(isSafeCut('a\n', 2)).toBe(false);
    expect(isSafeCut('b', 0)).toBe(false);
  });

  it('is found forwards and backwards', () => {
    const property = fc.property(anyText, fc.nat(60), (text, from) => {
      const safe = Array.from({ length: text.length }, (_, index) => index).filter((index) =>
        isSafeCut(text, index),
      );
      expect(nextSafeCut(text, from)).toBe(safe.find((cut) => cut >= from) ?? text.length);
      expect(lastSafeCut(text)).toBe(safe.at(-1) ?? 0);
    });
    fc.assert(property, { numRuns: 3_000 });
  });
});
