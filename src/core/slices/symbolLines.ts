import type { FileFacts } from '../facts/fileFacts';
import { lineTable } from '../facts/lineTable';
import type { LineRange } from './customSlice';

/** The lines of a symbol, 1-based, inclusive. */
export interface SymbolLines extends LineRange {
  /** Dotted, see `FileSymbol`. */
  readonly path: string;
  /**
   * Lines where it may be said to start: its comment, its decorators, its keyword. Ascending, and includes `startLine`.
   */
  readonly starts: readonly number[];
}

/** The lines of all symbols, in source order. */
export function symbolLinesOf(text: string, facts: FileFacts): readonly SymbolLines[] {
  const lines = lineTable(text);
  return facts.symbols.map(({ path, startLine, endLine, signature, doc }) => {
    const starts = new Set([startLine, lines.lineAt(signature.start)]);
    if (doc !== undefined && doc.start < signature.start) starts.add(lines.lineAt(doc.start));
    return { path, startLine, endLine, starts: [...starts].toSorted((a, b) => a - b) };
  });
}

/** The path of the symbol, if these lines are exactly one. */
export function symbolAt(
  symbols: readonly SymbolLines[],
  { startLine, endLine }: LineRange,
): string | undefined {
  const [first, ...others] = symbols.filter(
    (symbol) => symbol.endLine === endLine && symbol.starts.includes(startLine),
  );
  // Symbols inside it may share its lines, but an unrelated symbol on the same lines makes the answer ambiguous.
  return first !== undefined && others.every(({ path }) => path.startsWith(`${first.path}.`))
    ? first.path
    : undefined;
}
