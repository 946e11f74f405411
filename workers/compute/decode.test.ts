import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from './decode';

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes);
const joined = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return Uint8Array.from(littleEndian ? bytes : bytes.swap16());
}

describe('decodeText', () => {
  it('drops the byte order mark, once', () => {
    expect(decodeText(utf8('\ufeffa\r\nb'))).toEqual({
      kind: 'text',
      text: 'a\nb',
      encoding: 'utf-8',
      warnings: [],
      verbatim: false,
    });
    expect(decodeText(utf8('\ufeff\ufeffa'))).toMatchObject({ text: '\ufeffa' });
  });

  it.each([true, false])('decodes UTF-16 by its mark (little-endian: %s)', (littleEndian) => {
    expect(decodeText(utf16('é 😀\r\n', littleEndian))).toEqual({
      kind: 'text',
      text: 'é 😀\n',
      encoding: littleEndian ? 'utf-16le' : 'utf-16be',
      warnings: [],
      verbatim: false,
    });
  });

  it.each([true, false])(
    'recognizes UTF-16 without a mark, and says so (little-endian: %s)',
    (littleEndian) => {
      expect(decodeText(utf16('naïve – 名\r\n', littleEndian).subarray(2))).toEqual({
        kind: 'text',
        text: 'naïve – 名\n',
        encoding: littleEndian ? 'utf-16le' : 'utf-16be',
        warnings: [{ kind: 'guessed-encoding', encoding: littleEndian ? 'utf-16le' : 'utf-16be' }],
        verbatim: false,
      });
    },
  );

  it('treats a file as binary if it is mostly data after a text header', () => {
    const header = utf8('#!/bin/sh\n# unpacks itself\n'.repeat(400));
    const data = Uint8Array.from({ length: 500_000 }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 24);
    expect(decodeText(joined(header, data))).toEqual({
      kind: 'binary',
      reason: 'binary: 9% of its bytes are control characters',
    });
    expect(decodeText(joined(header, new Uint8Array(500_000)))).toEqual({
      kind: 'binary',
      reason: 'binary: 97% of its characters are NUL',
    });
    const utf16Header = utf16('a text\n'.repeat(2_000), true);
    expect(decodeText(joined(utf16Header, new Uint8Array(500_000)))).toMatchObject({ kind: 'binary' });
    expect(decodeText(joined(header, data), 'windows-1252')).toMatchObject({ kind: 'text' });
  });

  it('shows text with control characters', () => {
    const log = '8=FIX.4.4\u00019=65\u000135=A\u000149=buyer\u0001\n'.repeat(300);
    expect(decodeText(utf8(log))).toMatchObject({ kind: 'text', text: log, encoding: 'utf-8' });
    const colored = '\u001b[31mfehler\u001b[0m \u00fc\u00e4\u00f6\n'.repeat(300);
    expect(decodeText(Uint8Array.from(Buffer.from(colored, 'latin1')))).toMatchObject({
      kind: 'text',
      encoding: 'windows-1252',
    });
  });

  it('counts what UTF-16 lost', () => {
    const broken = Uint8Array.from([...utf16('abc', true), 0x00, 0xd8, 0x61]);
    expect(decodeText(broken)).toMatchObject({
      text: 'abc\ufffd',
      warnings: [{ kind: 'replaced-bytes', count: 3 }],
    });
  });

  it('calls a file binary for an early NUL', () => {
    expect(decodeText(bytesOf(0x61, 0, 0x62))).toMatchObject({
      kind: 'binary',
      reason: expect.stringContaining('NUL'),
    });
    expect(decodeText(bytesOf(0x61, 0, 0x62), 'windows-1252').kind).toBe('binary');
  });

  it('shows a late NUL and says so', () => {
    const text = `${'a'.repeat(8_000)}\0b\0`;
    expect(decodeText(utf8(text))).toMatchObject({
      text: `${'a'.repeat(8_000)}\ufffdb\ufffd`,
      warnings: [{ kind: 'late-nul', count: 2 }],
    });
  });

  it('names a Git LFS pointer, unless the user chose to read it', () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';
    expect(decodeText(utf8(pointer))).toEqual({
      kind: 'binary',
      reason: 'a Git LFS pointer to 12,345 bytes that are not in this folder',
    });
    expect(decodeText(utf8(pointer), 'utf-8')).toMatchObject({ kind: 'text', text: pointer });
    expect(decodeText(utf8(`See ${pointer}`))).toMatchObject({ kind: 'text' });
  });

  it('keeps UTF-8 with few bad bytes and counts them', () => {
    const bytes = Uint8Array.from([...utf8('é'.repeat(200)), 0xe4, 0xb8]);
    expect(decodeText(bytes)).toEqual({
      kind: 'text',
      text: `${'é'.repeat(200)}\ufffd`,
      encoding: 'utf-8',
      warnings: [{ kind: 'replaced-bytes', count: 2 }],
      verbatim: false,
    });
  });

  it('reads other bytes as windows-1252 and says so', () => {
    const bytes = bytesOf(0x63, 0x61, 0x66, 0xe9, 0x20, 0xfc);
    expect(decodeText(bytes)).toEqual({
      kind: 'text',
      text: 'café ü',
      encoding: 'windows-1252',
      warnings: [{ kind: 'guessed-encoding', encoding: 'windows-1252' }],
      verbatim: false,
    });
    expect(decodeText(bytes, 'utf-8')).toMatchObject({
      text: 'caf\ufffd \ufffd',
      encoding: 'utf-8',
      warnings: [{ kind: 'replaced-bytes', count: 2 }],
    });
  });

  it('uses the encoding chosen by the user', () => {
    expect(decodeText(utf8('é'), 'windows-1252')).toMatchObject({ text: 'Ã©', warnings: [] });
    expect(decodeText(Uint8Array.from(Buffer.from('é\n', 'utf16le')), 'utf-16le')).toMatchObject({
      text: 'é\n',
    });
    // "日本" in Shift_JIS, EUC-JP and Big5, "да" in KOI8-R, "ż" in Windows-1250.
    expect(decodeText(bytesOf(0x93, 0xfa, 0x96, 0x7b), 'shift_jis')).toMatchObject({ text: '日本' });
    expect(decodeText(bytesOf(0xc6, 0xfc, 0xcb, 0xdc), 'euc-jp')).toMatchObject({ text: '日本' });
    expect(decodeText(bytesOf(0xa4, 0xe9, 0xa5, 0xbb), 'big5')).toMatchObject({ text: '日本' });
    expect(decodeText(bytesOf(0xc4, 0xc1), 'koi8-r')).toMatchObject({ text: 'да' });
    expect(decodeText(bytesOf(0xbf), 'windows-1250')).toMatchObject({ text: 'ż' });
  });

  it('counts what is not valid in the encoding the user chose', () => {
    expect(decodeText(bytesOf(0x93, 0xfa, 0x41, 0x81), 'shift_jis')).toMatchObject({
      text: '日A\ufffd',
      warnings: [{ kind: 'replaced-characters', count: 1 }],
    });
  });

  it('reads an apparently binary file as UTF-16 if the user says so', () => {
    const bytes = Uint8Array.from(Buffer.from('No', 'utf16le'));
    expect(decodeText(bytes)).toMatchObject({ kind: 'binary' });
    expect(decodeText(bytes, 'utf-16le')).toMatchObject({ kind: 'text', text: 'No' });
  });

  it('treats an empty file as an empty text', () => {
    expect(decodeText(bytesOf())).toMatchObject({ kind: 'text', text: '', warnings: [], verbatim: true });
  });

  it('never throws, and gives back well-formed text without CR or NUL', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const decoded = decodeText(bytes);
        if (decoded.kind === 'binary') return;
        expect(decoded.text).not.toMatch(/[\r\0]/);
        expect(decoded.text.isWellFormed()).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('gives back any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = text.toWellFormed().replaceAll(/[\0\r\ufeff]/g, '');
        expect(decodeText(utf8(clean))).toMatchObject({ text: clean, verbatim: true });
      }),
      { numRuns: 3_000 },
    );
  });

  it('marks a text verbatim only if its UTF-8 has the same bytes', () => {
    const unit = fc.constantFrom('a', 'é', '😀', '\n', '\r', '\r\n', '\0', '\ufeff', '\ufffd');
    const written = fc.oneof(
      fc.string({ unit }).map(utf8),
      fc
        .tuple(fc.string({ unit }), fc.uint8Array({ maxLength: 3 }))
        .map(([text, rest]) => bytesOf(...utf8(text), ...rest)),
      fc.string({ unit }).map((text) => utf16(text, true)),
    );
    const encodings = fc.constantFrom(undefined, 'utf-8', 'utf-16le', 'windows-1252');
    fc.assert(
      fc.property(written, encodings, (bytes, forced) => {
        const decoded = decodeText(bytes, forced);
        if (decoded.kind === 'text' && decoded.verbatim) expect(utf8(decoded.text)).toEqual(bytes);
      }),
      { numRuns: 10_000 },
    );
  });
});
