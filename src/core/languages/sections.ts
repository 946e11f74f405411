/** Headings and the sections they begin, the same in every language of prose. */
import type { ScannedSymbol } from './rules';

export interface Heading {
  /** 1 is the outermost. */
  readonly level: number;
  readonly name: string;
  readonly start: number;
  /** Where its lines end, when it has more than one. */
  readonly end?: number;
}

/** Beyond so many headings an outline helps nobody. */
const MAX_HEADINGS = 5_000;

/** A section ends where the next of its level, or of a level further out, begins. */
export function sectionSymbols(headings: readonly Heading[], end: number): readonly ScannedSymbol[] {
  const symbols: ScannedSymbol[] = [];
  const open: { level: number; symbol: number }[] = [];
  const ends: number[] = [];
  for (const { level, name, start, end: headingEnd } of headings.slice(0, MAX_HEADINGS)) {
    while ((open.at(-1)?.level ?? 0) >= level) ends[open.pop()?.symbol ?? 0] = start;
    open.push({ level, symbol: symbols.length });
    symbols.push({
      kind: 'Heading',
      name,
      depth: open.length - 1,
      start,
      end,
      ...(headingEnd === undefined ? {} : { signatureEnd: headingEnd }),
    });
  }
  return symbols.map((symbol, index) => ({ ...symbol, end: ends[index] ?? symbol.end }));
}
