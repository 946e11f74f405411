import type { SymbolInfo } from '../../../app/ports/engine';

/** A symbol as a row of the list. `depth` counts the symbols around it. */
export interface SymbolRow {
  readonly symbol: SymbolInfo;
  readonly depth: number;
}

/** The symbols whose path contains the query, ignoring case, with the symbols around them. In source order. */
export function symbolRows(symbols: readonly SymbolInfo[], query: string): readonly SymbolRow[] {
  const wanted = query.trim().toLowerCase();
  const rows: SymbolRow[] = [];
  const open: { readonly row: SymbolRow; kept: boolean }[] = [];
  for (const symbol of symbols) {
    while (open.length > 0 && !holds(open.at(-1)?.row.symbol, symbol)) open.pop();
    const row = { symbol, depth: open.length };
    const isMatch = symbol.path.toLowerCase().includes(wanted);
    if (isMatch) {
      for (const above of open) {
        if (!above.kept) rows.push(above.row);
        above.kept = true;
      }
      rows.push(row);
    }
    open.push({ row, kept: isMatch });
  }
  return rows;
}

/** Compares dotted paths, because names may contain dots and counting them would be wrong. */
function holds(outer: SymbolInfo | undefined, inner: SymbolInfo): boolean {
  return outer !== undefined && inner.path.startsWith(`${outer.path}.`);
}
