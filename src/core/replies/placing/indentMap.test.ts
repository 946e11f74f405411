import { expect, test } from 'vitest';
import { indentMapOf } from './indentMap';

const pairsOf = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([written, present]) => ({ written: `${written}a`, present: `${present}a` }));

test('the indentation that was cut comes back, except at the margin', () => {
  const map = indentMapOf(pairsOf(['', ''], ['', '\t'], ['\t', '\t\t']));
  expect(map?.('\t\t')).toBe('\t\t\t');
  expect(map?.('')).toBeUndefined();
});

test.each([
  ['lines with the same indentation differ', pairsOf(['\t', '\t'], ['\t', '\t\t'])],
  ['only lines at the margin differ', pairsOf(['', ''], ['', '\t'])],
  ['the margin has more', pairsOf(['', ''], ['', '\t\t'], ['\t', '\t\t'])],
])('no map explains it if %s', (_, pairs) => {
  expect(indentMapOf(pairs)).toBeUndefined();
});
