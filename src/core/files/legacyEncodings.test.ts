import { expect, it } from 'vitest';
import { provenEncoding } from './legacyEncodings';

it('decodes only the beginning of a text for each encoding that it tries, and all of it once', () => {
  const size = 10_000_000;
  const bytes = new Uint8Array(size).fill(0x41);
  let decoded = 0;
  const encoding = provenEncoding(bytes, (part) => {
    decoded += part.length;
    return 'Это обычный русский текст о том, что он нашёл в своём доме. '.repeat(10);
  });
  expect(encoding).toBeDefined();
  expect(decoded - size).toBeLessThan(size / 2);
});
