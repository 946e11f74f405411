import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binaryReason, byteOrderMark, countBadUtf16, countBadUtf8, judgeBrokenUtf8 } from './sniff';

const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes);

describe('byteOrderMark', () => {
  it.each([
    [[0xef, 0xbb, 0xbf, 0x61], { encoding: 'utf-8', length: 3 }],
    [[0xff, 0xfe, 0x61, 0], { encoding: 'utf-16le', length: 2 }],
    [[0xfe, 0xff, 0, 0x61], { encoding: 'utf-16be', length: 2 }],
    [[0xef, 0xbb], undefined],
    [[], undefined],
  ])('%j', (bytes, mark) => {
    expect(byteOrderMark(bytesOf(...bytes))).toEqual(mark);
  });
});

describe('binaryReason', () => {
  it('calls a file binary for a NUL among its first 8,000 bytes only', () => {
    const bytes = new Uint8Array(10_000).fill(0x61);
    bytes[8_000] = 0;
    expect(binaryReason(bytes, 'utf-8')).toBeUndefined();
    bytes[7_999] = 0;
    expect(binaryReason(bytes, 'utf-8')).toContain('NUL');
    expect(binaryReason(bytes, 'utf-16be')).toBeUndefined();
  });

  it('does not mistake UTF-32 for UTF-16 full of NULs', () => {
    expect(binaryReason(bytesOf(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0), 'utf-16le')).toContain('UTF-32');
    expect(binaryReason(bytesOf(0, 0, 0xfe, 0xff, 0, 0, 0, 0x61), 'utf-8')).toContain('UTF-32');
  });
});

describe('countBadUtf8', () => {
  it.each([
    ['clean text', Array.from(Buffer.from('a é 中 😀')), 0],
    ['a lone continuation', [0x61, 0x80, 0x61], 1],
    ['a cut sequence at the end', [0x61, 0xe4, 0xb8], 2],
    ['a cut sequence in the middle', [0xe4, 0xb8, 0x61], 2],
    ['an overlong slash', [0xc0, 0xaf], 2],
    ['a CESU surrogate pair', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], 6],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 4],
    ['a byte that is never used', [0xff, 0x61], 1],
  ])('%s', (_, bytes, bad) => {
    expect(countBadUtf8(bytesOf(...bytes))).toBe(bad);
  });

  it('finds as many ill-formed sequences as the decoder replaces', () => {
    const byte = fc.oneof(
      fc.constantFrom(
        0x41,
        0x80,
        0x8f,
        0x90,
        0x9f,
        0xa0,
        0xbf,
        0xc0,
        0xc1,
        0xc2,
        0xe0,
        0xe1,
        0xed,
        0xf0,
        0xf1,
        0xf4,
        0xf5,
        0xff,
      ),
      fc.integer({ min: 0, max: 255 }),
    );
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 24 }), (list) => {
        const bytes = bytesOf(...list);
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
        // Text that was not replaced encodes to its original length; U+FFFD itself takes three bytes.
        const own = countSequence(list, [0xef, 0xbf, 0xbd]);
        const replacements = text.split('\ufffd').length - 1 - own;
        expect(countBadUtf8(bytes)).toBe(bytes.length - (Buffer.byteLength(text) - 3 * replacements));
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('countBadUtf16', () => {
  it.each([
    ['clean', [0x3d, 0xd8, 0x00, 0xde, 0x61, 0], 0],
    ['a lone lead', [0x3d, 0xd8, 0x61, 0], 2],
    ['a lone trail', [0x00, 0xde, 0x61, 0], 2],
    ['half a unit', [0x61, 0, 0x61], 1],
  ])('%s', (_, bytes, bad) => {
    expect(countBadUtf16(bytesOf(...bytes), 'utf-16le')).toBe(bad);
  });
});

describe('judgeBrokenUtf8', () => {
  it('stays with UTF-8 below one bad byte in a hundred', () => {
    const bytes = new Uint8Array(201).fill(0x61);
    bytes[0] = 0xff;
    bytes[1] = 0xff;
    expect(judgeBrokenUtf8(bytes)).toEqual({ kind: 'replace', badBytes: 2 });
    expect(judgeBrokenUtf8(bytes.subarray(0, 200))).toEqual({ kind: 'legacy' });
  });
});

function countSequence(bytes: readonly number[], sequence: readonly number[]): number {
  return bytes.filter((_, at) => sequence.every((byte, offset) => bytes[at + offset] === byte)).length;
}
