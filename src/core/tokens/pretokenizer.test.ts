import fc from 'fast-check';
import {
  CL100K_TOKEN_SPLIT_REGEX,
  O200K_TOKEN_SPLIT_REGEX,
} from 'gpt-tokenizer/esm/encodingParams/constants';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/arbitraries/anyText';
import { END } from './characterClasses';
import { TOKEN_ENCODINGS, type TokenEncoding } from './encoding';
import { pretokenizerFor } from './pretokenizer';
import { writeUtf8 } from './utf8';

const patterns: Record<TokenEncoding, RegExp> = {
  o200k_base: O200K_TOKEN_SPLIT_REGEX,
  cl100k_base: CL100K_TOKEN_SPLIT_REGEX,
};

function piecesOf(encoding: TokenEncoding, text: string): string[] {
  const bytes = new Uint8Array(3 * text.length + 1);
  const length = writeUtf8(text, 0, text.length, bytes);
  bytes[length] = END;
  const pieces: string[] = [];
  for (let at = 0; at < length;) {
    const end = pretokenizerFor(encoding)(bytes, at);
    pieces.push(Buffer.from(bytes.subarray(at, end)).toString());
    at = end;
  }
  return pieces;
}

describe.each(TOKEN_ENCODINGS)('the pretokenizer of %s', (encoding) => {
  it('cuts as the regular expression of the encoding does', () => {
    const property = fc.property(anyText, (text) => {
      expect(piecesOf(encoding, text)).toEqual(text.toWellFormed().match(patterns[encoding]) ?? []);
    });
    fc.assert(property, { numRuns: 5_000 });
  });

  it('knows every character of Unicode', () => {
    const wrong: string[] = [];
    for (let point = 0; point <= 0x10ffff; point += point < 0x3000 ? 1 : 13) {
      const text = `a${String.fromCodePoint(point)}b ${String.fromCodePoint(point)}`.toWellFormed();
      const expected = text.match(patterns[encoding]) ?? [];
      if (piecesOf(encoding, text).join('\0') !== expected.join('\0')) wrong.push(point.toString(16));
    }
    expect(wrong).toEqual([]);
  });
});

it('makes a mark before upper case a word of its own, as o200k_base does by backtracking', () => {
  expect(piecesOf('o200k_base', '\u0301AB \u0301Ab')).toEqual(['\u0301', 'AB', ' \u0301Ab']);
});
