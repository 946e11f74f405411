/** The token counters of a compute worker: one for each encoding, made when it is first needed. */
import { createTokenCounter } from '../../src/core/tokens/counter';
import type { TokenCounter, TokenEncoding } from '../../src/core/tokens/encoding';
import { writeUtf8 } from '../../src/core/tokens/utf8';

export function createTokenCounters(
  loadVocabulary: (encoding: TokenEncoding) => Promise<Uint8Array>,
): (encoding: TokenEncoding) => Promise<TokenCounter> {
  const counters = new Map<TokenEncoding, Promise<TokenCounter>>();
  return (encoding) => {
    const known = counters.get(encoding);
    if (known !== undefined) return known;
    const made = loadVocabulary(encoding).then((vocabulary) =>
      createTokenCounter(encoding, vocabulary, writeNatively),
    );
    counters.set(encoding, made);
    made.catch(() => counters.delete(encoding));
    return made;
  };
}

const utf8 = new TextEncoder();

/** Number of units from which a call into the browser pays off. */
const LONG_ENOUGH = 256;

function writeNatively(text: string, start: number, end: number, target: Uint8Array): number {
  if (end - start < LONG_ENOUGH) return writeUtf8(text, start, end, target);
  return utf8.encodeInto(text.slice(start, end), target).written;
}
