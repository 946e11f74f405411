import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64Runs } from './base64';

test('finds the same runs as a regular expression', () => {
  const piece = fc.oneof(
    fc.stringMatching(/^[\w+/-]{1,40}$/),
    fc.constantFrom('=', '==', ' ', '\n', 'é', '"', 'A'.repeat(23), 'A'.repeat(24)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const expected = Array.from(text.matchAll(/[\w+/-]{24,}=*/g), ({ index, 0: run }) => ({
        start: index,
        end: index + run.length,
      }));
      expect([...base64Runs(text)]).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});
