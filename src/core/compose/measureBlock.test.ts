import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildVocabulary } from '../../../.ci/vite/vocabulary.mjs';
import { anyText } from '../../../tests/arbitraries/anyText';
import { createTokenCounter } from '../tokens/counter';
import { TOKEN_ENCODINGS, type TokenCounter } from '../tokens/encoding';
import { SEPARATOR } from './separator';
import type { BlockMeasure } from '../tokens/blockMeasure';
import { measureBlock, measureFileBlock } from './measureBlock';

const bodies = anyText.map((text) => `## Task\n\n${text.replace(/[\r\n]+$/, '')}`);
const files = anyText.map((text) => text.replaceAll(/\r\n?/g, '\n'));
const heads = fc.constantFrom('### `a/b.ts`\n\n```ts\n', '### `x`\n\n````text\n', '### `文`\n\n~~~c-sharp\n');

function measureDirectly(body: string, counter: TokenCounter): BlockMeasure {
  return {
    tokens: counter.count(body + SEPARATOR),
    tokensAsLast: counter.count(`${body}\n`),
    bytes: new TextEncoder().encode(body + SEPARATOR).length,
    lines: (body + SEPARATOR).split('\n').length - 1,
  };
}

describe.each(TOKEN_ENCODINGS)('in %s', (encoding) => {
  const counter = createTokenCounter(encoding, buildVocabulary(encoding));

  it('a block measures what its text does', () => {
    const property = fc.property(bodies, (body) => {
      expect(measureBlock(body, counter)).toEqual(measureDirectly(body, counter));
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  it("a file's block measures what its text does, and the text too", () => {
    const property = fc.property(heads, files, (head, text) => {
      const tail = '`````';
      const body = head + text + (text === '' || text.endsWith('\n') ? '' : '\n') + tail;
      expect(measureFileBlock(head, text, tail, counter)).toEqual({
        tokens: counter.count(text),
        block: measureDirectly(body, counter),
      });
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  it('blocks add up to the document', () => {
    const property = fc.property(fc.array(bodies, { minLength: 1, maxLength: 6 }), (parts) => {
      const measures = parts.map((body) => measureBlock(body, counter));
      const last = measures.at(-1);
      const sum = measures
        .slice(0, -1)
        .reduce((tokens, measure) => tokens + measure.tokens, last?.tokensAsLast ?? 0);
      expect(sum).toBe(counter.count(`${parts.join(SEPARATOR)}\n`));
    });
    fc.assert(property, { numRuns: 3_000 });
  });
});

it('counts a long text once', () => {
  const counted: string[] = [];
  const counter: TokenCounter = {
    encoding: 'o200k_base',
    count(text) {
      counted.push(text);
      return text.length;
    },
  };
  const text = `  indented\n${'line of text\n'.repeat(10_000)}end`;
  measureFileBlock('### `a`\n\n```text\n', text, '```', counter);
  measureBlock(text, counter);
  expect(counted.join('').length).toBeLessThan(2 * text.length + 500);
});
