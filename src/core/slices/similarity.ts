/**
 * The similarity of two lines from 0 to 1: Dice's coefficient of their pairs of neighboring characters. White space is
 * trimmed and each run counts as one space; blank lines are equal.
 */

/** The data that lines are compared by. */
export interface LineShape {
  /** Distinct pairs of neighboring characters, ascending. Computed on first use. */
  readonly pairs: Int32Array;
  /** Upper bound on the number of pairs. */
  readonly maxPairs: number;
  /** The pairs folded into 64 bits, enough to see that two lines differ without comparing pairs. */
  readonly low: number;
  readonly high: number;
}

/** Only this many characters at each end of a line are considered. */
const CHARACTERS_PER_END = 200;

/** Prepares a line for comparison. */
export function shapeOf(line: string): LineShape {
  const shown = shownOf(line);
  const maxPairs = shown.length === 1 ? 1 : Math.max(0, shown.length - 1);
  let low = 0;
  let high = 0;
  for (let at = 0; at < maxPairs; at += 1) {
    const pair = pairAt(shown, at);
    const bit = (Math.imul(pair ^ (pair >>> 15), 0x9e3779b1) >>> 26) & 63;
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << (bit - 32);
  }
  let pairs: Int32Array | undefined;
  return {
    ...{ maxPairs, low, high },
    get pairs() {
      return (pairs ??= pairsOf(shown, maxPairs));
    },
  };
}

function shownOf(line: string): string {
  const trimmed = line.trim();
  const plain = /\s\s|[^\S ]/.test(trimmed) ? trimmed.replaceAll(/\s+/g, ' ') : trimmed;
  return plain.length <= 2 * CHARACTERS_PER_END
    ? plain
    : plain.slice(0, CHARACTERS_PER_END) + plain.slice(-CHARACTERS_PER_END);
}

/** A single character counts as a pair. */
function pairAt(shown: string, at: number): number {
  return shown.length === 1 ? shown.charCodeAt(0) : (shown.charCodeAt(at) << 16) | shown.charCodeAt(at + 1);
}

function pairsOf(shown: string, count: number): Int32Array {
  const pairs = Int32Array.from({ length: count }, (_, at) => pairAt(shown, at)).sort();
  return pairs.filter((pair, at) => at === 0 || pair !== pairs[at - 1]);
}

/** An upper bound for `similarity` at a fraction of its cost. */
export function maxSimilarity(one: LineShape, other: LineShape): number {
  if (one.maxPairs === 0 || other.maxPairs === 0) return one.maxPairs === other.maxPairs ? 1 : 0;
  const onlyOne = bits(one.low & ~other.low) + bits(one.high & ~other.high);
  const onlyOther = bits(other.low & ~one.low) + bits(other.high & ~one.high);
  const shared = Math.min(one.maxPairs - onlyOne, other.maxPairs - onlyOther);
  return (2 * shared) / (2 * shared + onlyOne + onlyOther);
}

/** How similar two lines are, from 0 to 1. */
export function similarity(one: LineShape, other: LineShape): number {
  const [a, b] = [one.pairs, other.pairs];
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  let shared = 0;
  let at = 0;
  for (const pair of a) {
    while (at < b.length && (b[at] ?? 0) < pair) at += 1;
    if (b[at] === pair) shared += 1;
  }
  return (2 * shared) / (a.length + b.length);
}

function bits(value: number): number {
  let sums = value - ((value >>> 1) & 0x55555555);
  sums = (sums & 0x33333333) + ((sums >>> 2) & 0x33333333);
  return Math.imul((sums + (sums >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
