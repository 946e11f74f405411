import type { FactsOutcome } from '../../src/core/facts/outcome';

/** Limit on outcomes: enough for the files on screen and the menu of view modes. */
const MAX_OUTCOMES = 500;
/** Limit on their symbols, cuts and imports together: at most about 60 MB. */
const MAX_PARTS = 200_000;
/** The number of UTF-16 units of packed references that take as much memory as a symbol. */
const UNITS_PER_PART = 300;

export interface RecentFacts {
  get(key: string): FactsOutcome | undefined;
  has(key: string): boolean;
  keep(key: string, outcome: FactsOutcome): void;
}

/** The facts a worker made last. The newest stay even if they are larger than the limit. */
export function createRecentFacts(): RecentFacts {
  const outcomes = new Map<string, FactsOutcome>();
  let parts = 0;

  function forget(key: string): void {
    parts -= partsIn(outcomes.get(key));
    outcomes.delete(key);
  }

  return {
    get: (key) => outcomes.get(key),
    has: (key) => outcomes.has(key),
    keep(key, outcome) {
      forget(key);
      outcomes.set(key, outcome);
      parts += partsIn(outcome);
      for (const oldest of outcomes.keys()) {
        if (oldest === key || (outcomes.size <= MAX_OUTCOMES && parts <= MAX_PARTS)) break;
        forget(oldest);
      }
    },
  };
}

function partsIn(outcome: FactsOutcome | undefined): number {
  if (outcome?.kind !== 'facts') return 0;
  const { symbols, cuts, imports, references } = outcome.facts;
  const units = references.names.length + references.uses.length;
  return symbols.length + cuts.length + imports.length + Math.ceil(units / UNITS_PER_PART);
}
