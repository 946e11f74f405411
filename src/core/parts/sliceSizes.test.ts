import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildVocabulary } from '../../../.ci/vite/vocabulary.mjs';
import { anyText } from '../../../tests/arbitraries/anyText';
import { createTokenCounter } from '../tokens/counter';
import { TOKEN_ENCODINGS } from '../tokens/encoding';
import { sliceSizes } from './sliceSizes';

const fragment = fc.oneof(anyText, fc.constantFrom(';\n', '//', ' x', "a'", 'a9', '\n\n', '    '));
const anyLongText = fc.array(fragment, { maxLength: 20, size: 'max' }).map((texts) => texts.join(''));
const ends = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));

it.each(TOKEN_ENCODINGS)('measures slices exactly in %s', (encoding) => {
  const { count } = createTokenCounter(encoding, buildVocabulary(encoding));
  const property = fc.property(anyLongText, ends, (text, shares) => {
    const [from = 0, to = 0] = shares.map((share) => Math.round(share * text.length)).sort((a, b) => a - b);
    const after = text[to - 1] === '\n' ? '' : '\n';
    const size = sliceSizes(text, count)(from, to, '```ts\n', after);
    expect(size).toBe(count(`\`\`\`ts\n${text.slice(from, to)}${after}`));
  });
  fc.assert(property, { numRuns: 300 });
});
