/** Headings and their sections, the same for every prose language. */
import type { MutableSymbol, ScannedSymbol } from './rules';

export interface Heading {
  /** 1 is the outermost. */
  readonly level: number;
  readonly name: string;
  readonly start: number;
  /** End of its lines, if it has several. */
  readonly end?: number;
}

/** An outline with more headings is too long to help. */
const MAX_HEADINGS = 5_000;

/** A section ends at the next heading of its level or of an outer one. */
export function sectionSymbols(headings: readonly Heading[], end: number): readonly ScannedSymbol[] {
  const symbols: ScannedSymbol[] = [];
  const open: { readonly level: number; readonly symbol: MutableSymbol }[] = [];
  for (const { level, name, start, end: headingEnd } of headings.slice(0, MAX_HEADINGS)) {
    for (let last = open.at(-1); last !== undefined && last.level >= level; last = open.at(-1)) {
      last.symbol.end = start;
      open.pop();
    }
    const symbol: MutableSymbol = {
      ...{ kind: 'Heading', name, depth: open.length, start, end },
      ...(headingEnd === undefined ? {} : { signatureEnd: headingEnd }),
    };
    open.push({ level, symbol });
    symbols.push(symbol);
  }
  return symbols;
}
