/**
 * How alike two lines are: twice the pairs of neighbouring characters both have, by the pairs of each (Dice's coefficient),
 * white space counted as one blank and not at all at the ends. From 0 to 1; blank lines are alike.
 */

/** What a line is compared by. */
export interface LineShape {
  /** Pairs of neighbouring characters, each once, ascending. */
  readonly pairs: Int32Array;
  /** The same, folded into 64 bits: shows without a look at the pairs that two lines are not alike. */
  readonly low: number;
  readonly high: number;
}

/** Characters of each end of a line that are looked at. */
const CHARACTERS_AN_END = 200;

export function shapeOf(line: string): LineShape {
  const plain = line.trim().replaceAll(/\s+/g, ' ');
  const shown =
    plain.length <= 2 * CHARACTERS_AN_END
      ? plain
      : plain.slice(0, CHARACTERS_AN_END) + plain.slice(-CHARACTERS_AN_END);
  const pairs = new Set<number>();
  if (shown.length === 1) pairs.add(shown.charCodeAt(0));
  for (let at = 1; at < shown.length; at += 1)
    pairs.add((shown.charCodeAt(at - 1) << 16) | shown.charCodeAt(at));
  let low = 0;
  let high = 0;
  for (const pair of pairs) {
    const bit = (Math.imul(pair ^ (pair >>> 15), 0x9e3779b1) >>> 26) & 63;
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << (bit - 32);
  }
  return { pairs: Int32Array.from(pairs).sort(), low, high };
}

/** At most what `similarity` gives, for a small part of its price. */
export function mostSimilarity(one: LineShape, other: LineShape): number {
  const [a, b] = [one.pairs.length, other.pairs.length];
  if (a === 0 || b === 0) return a === b ? 1 : 0;
  const onlyOne = bits(one.low & ~other.low) + bits(one.high & ~other.high);
  const onlyOther = bits(other.low & ~one.low) + bits(other.high & ~one.high);
  return (2 * Math.min(a - onlyOne, b - onlyOther)) / (a + b);
}

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
  let left = value - ((value >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
