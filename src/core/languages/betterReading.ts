/** Chooses between two parses of a text, of which the second had no bodies of functions. */
import type { Reading } from './extract';

/**
 * The second counts if it has lost nothing and found more. Names come from the first, which has read the bodies, and
 * bodies with places that it could not read are not cut.
 */
export function betterReading(first: Reading, second: Reading): Reading {
  if (second.lost !== undefined) return first;
  const { symbols, cuts } = second.facts;
  if (first.lost === undefined && symbols.length <= first.facts.symbols.length) return first;
  const { references, errors } = first.facts;
  const kept = cuts.filter((cut) => !first.damage.isIn(cut));
  return { ...second, facts: { ...second.facts, references, errors, cuts: kept } };
}
