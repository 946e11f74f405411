/** Headings and their sections, the same for every prose language. */
import type { MutableSymbol, ScannedSymbol } from './rules';

export interface Heading {
  /** 1 is the outermost. */
  readonly level: number;
  readonly name: string;
  readonly start: number;
  /** End of its lines, if it has several. */
  readonly end?: number;
  /** The quote or list item around it, which its section does not leave. */
  readonly container?: { readonly end: number } | undefined;
}

/** An outline with more headings is too long to help. */
const MAX_HEADINGS = 5_000;

/**
 * A section ends at the next heading of its level or of an outer one. A heading in a quote or list item ends none of
 * the sections around its container.
 */
export function sectionSymbols(headings: readonly Heading[], end: number): readonly ScannedSymbol[] {
  const symbols: ScannedSymbol[] = [];
  const open: { readonly heading: Heading; readonly symbol: MutableSymbol }[] = [];
  for (const heading of headings.slice(0, MAX_HEADINGS)) {
    const { level, name, start, end: headingEnd, container } = heading;
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const isOver = (last.heading.container?.end ?? end) <= start;
      if (!isOver && (last.heading.container !== container || last.heading.level < level)) break;
      last.symbol.end = Math.min(start, last.symbol.end);
      open.pop();
    }
    const symbol: MutableSymbol = {
      ...{ kind: 'Heading', name, depth: open.length, start, end: container?.end ?? end },
      ...(headingEnd === undefined ? {} : { signatureEnd: headingEnd }),
    };
    open.push({ heading, symbol });
    symbols.push(symbol);
  }
  return symbols;
}
