import { describe, expect, it } from 'vitest';
import { createTokenCounter } from '../../src/core/tokens/counter';
import { TOKEN_ENCODINGS } from '../../src/core/tokens/encoding';
import { loadVocabulary } from './vocabulary';

describe.each(TOKEN_ENCODINGS)('the vocabulary of %s', (encoding) => {
  it('is served and counts', async () => {
    const counter = createTokenCounter(encoding, await loadVocabulary(encoding));
    expect(counter.count('hello world')).toBe(2);
    expect(counter.count('<|endoftext|>')).toBe(7);
  });
});
