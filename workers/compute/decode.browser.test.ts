import { expect, it } from 'vitest';
import { decodeText } from './decode';

// Node's decoder takes windows-1252 for Latin-1, so these bytes need a real browser.
it('reads the letters that only windows-1252 has', () => {
  expect(decodeText(Uint8Array.of(0x80, 0x93, 0x61, 0x94))).toMatchObject({
    text: '€“a”',
    encoding: 'windows-1252',
  });
});
