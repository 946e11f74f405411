/** Headings and their sections, the same for every prose language. */
import type { ScannedSymbol } from './rules';

export interface Heading {
  /** 1 is the outermost. */
  readonly level: number;
  readonly name: string;
  readonly start: number;
  /** End of its lines, if it has several. */
  readonly end?: number;
}

/** With more headings, an outline helps nobody. */
const MAX_HEADINGS = 5_000;

/** A section ends at the next heading of its level or of an outer one. */
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
