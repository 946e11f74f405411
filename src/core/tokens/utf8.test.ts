import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from '../../../tests/arbitraries/anyText';
import { utf8Length, writeUtf8 } from './utf8';

function encode(text: string): Uint8Array {
  const target = new Uint8Array(3 * text.length);
  return target.slice(0, writeUtf8(text, 0, text.length, target));
}

it('writes what TextEncoder writes, lone surrogates included', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(encode(text)).toEqual(new TextEncoder().encode(text));
    }),
    { numRuns: 3_000 },
  );
});

it('knows the length of a part without writing it', () => {
  fc.assert(
    fc.property(anyText, fc.nat(100), fc.nat(100), (text, one, other) => {
      const start = Math.min(one, other, text.length);
      const end = Math.min(Math.max(one, other), text.length);
      expect(utf8Length(text, start, end)).toBe(new TextEncoder().encode(text.slice(start, end)).length);
    }),
    { numRuns: 3_000 },
  );
});
