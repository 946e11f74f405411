import { expect, it } from 'vitest';
import { SOURCE_ENCODINGS } from '../../src/core/files/sourceEncoding';
import { decodeText } from './decode';

// Node decodes windows-1252 as Latin-1, so these bytes need a real browser.
it('reads the letters that only windows-1252 has', () => {
  expect(decodeText(Uint8Array.of(0x80, 0x93, 0x61, 0x94))).toMatchObject({
    text: '€“a”',
    encoding: 'windows-1252',
  });
});

it.each(SOURCE_ENCODINGS)('the browser knows %s by this name', (encoding) => {
  expect(new TextDecoder(encoding).encoding).toBe(encoding);
  const written = encoding === 'utf-16le' ? [0x41, 0] : encoding === 'utf-16be' ? [0, 0x41] : [0x41];
  expect(decodeText(Uint8Array.from(written), encoding)).toMatchObject({ text: 'A', encoding, warnings: [] });
});
