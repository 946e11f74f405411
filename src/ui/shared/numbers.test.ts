import { expect, test } from 'vitest';
import { bytesLabel } from './numbers';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 KB'],
  [1_550_000, '1.6 MB'],
])('%i bytes: %s', (bytes, label) => {
  expect(bytesLabel(bytes)).toBe(label);
});
