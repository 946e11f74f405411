/** Tables of the symbols of many files, for the search in the engine. */
import { isLastingReason, type FactsOutcome } from '../../src/core/facts/outcome';
import { packSymbols } from '../../src/core/symbols/packedSymbols';
import type { ContentSymbols, FileBytes, KnownContent, ReadContent } from './contract';
import { mayHaveFacts } from './parse';
import { textsWithFacts, type FactsSource } from './textsWithFacts';
import type { Viewing } from './viewing';

const NONE: ContentSymbols = { kind: 'none' };

export async function storedSymbols(
  contents: readonly KnownContent[],
  viewing: Viewing,
): Promise<readonly (ContentSymbols | undefined)[]> {
  const stored = await viewing.storedFacts(contents.filter(({ path }) => mayHaveFacts(path)));
  let next = 0;
  return contents.map(({ path }) => {
    if (!mayHaveFacts(path)) return NONE;
    const outcome = stored[next++];
    return outcome && symbolsOf(outcome);
  });
}

export async function readSymbols(
  files: readonly FileBytes[],
  source: FactsSource,
): Promise<readonly ReadContent<ContentSymbols>[]> {
  const found = await textsWithFacts(files, source, ({ hash }, outcome) => ({
    hash,
    found: symbolsOf(outcome),
  }));
  return found.map((read) => read ?? { found: NONE });
}

function symbolsOf(outcome: FactsOutcome): ContentSymbols {
  if (outcome.kind === 'facts') return { kind: 'symbols', symbols: packSymbols(outcome.facts) };
  if (outcome.reason.kind === 'no-grammar') return NONE;
  return { kind: 'unparsed', lasting: isLastingReason(outcome.reason) };
}
