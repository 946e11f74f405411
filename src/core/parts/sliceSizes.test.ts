import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildVocabulary } from '../../../.ci/vite/vocabulary.mjs';
import { anyText } from '../../../tests/arbitraries/anyText';
import { createTokenCounter } from '../tokens/counter';
import { TOKEN_ENCODINGS } from '../tokens/encoding';
import { sliceSizes } from './sliceSizes';

const line = fc.oneof(
  anyText,
  fc
    .tuple(
      fc.constantFrom('', ' ', '    ', '\t', '\t\t'),
      fc.constantFrom('x', ';', '/', '//x', '"', '', '\u0301', '\u0085'),
    )
    .map((texts) => texts.join('')),
);
const lines = fc.array(
  line.map((text) => `${text.replaceAll(/[\r\n]/g, '')}\n`),
  { minLength: 1, maxLength: 12 },
);
const opening = fc.constantFrom('```ts\n', '~~~markdown\n', '`````\n');
const ending = fc.constantFrom('', '\n');

it.each(TOKEN_ENCODINGS)('measures slices exactly in %s', (encoding) => {
  const { count } = createTokenCounter(encoding, buildVocabulary(encoding));
  const property = fc.property(
    lines,
    opening,
    ending,
    fc.nat(),
    fc.nat(),
    (written, before, after, one, other) => {
      const text = written.join('');
      const starts = written.map((_, at) => written.slice(0, at).join('').length);
      const [from, to] = [one % (text.length + 1), other % (text.length + 1)].sort((a, b) => a - b) as [
        number,
        number,
      ];
      const size = sliceSizes(text, starts, count)(from, to, before, after);
      expect(size).toBe(count(before + text.slice(from, to) + after));
    },
  );
  fc.assert(property, { numRuns: 500 });
});
