import type { FileFacts } from '../facts/fileFacts';
import { lineTable } from '../facts/lineTable';
import type { LineRange } from './customSlice';

/** The lines of a symbol, 1-based, inclusive. */
export interface SymbolLines extends LineRange {
  /** Dotted, see `FileSymbol`. */
  readonly path: string;
  /** Lines that it may be said to start at: its comment, its decorators, its keyword. Ascending, `startLine` among them. */
  readonly starts: readonly number[];
}

/** In source order. */
export function symbolLinesOf(text: string, facts: FileFacts): readonly SymbolLines[] {
  const lines = lineTable(text);
  return facts.symbols.map(({ path, startLine, endLine, signature, doc }) => {
    const starts = new Set([startLine, lines.lineAt(signature.start)]);
    if (doc !== undefined && doc.start < signature.start) starts.add(lines.lineAt(doc.start));
    return { path, startLine, endLine, starts: [...starts].toSorted((a, b) => a - b) };
  });
}

/** The symbol that these lines are, if they are exactly one. */
export function symbolAt(
  symbols: readonly SymbolLines[],
  { startLine, endLine }: LineRange,
): string | undefined {
  const [first, ...others] = symbols.filter(
    (symbol) => symbol.endLine === endLine && symbol.starts.includes(startLine),
  );
  // What stands inside of it on the same lines goes with it; a neighbor on them is another symbol.
  return first !== undefined && others.every(({ path }) => path.startsWith(`${first.path}.`))
    ? first.path
    : undefined;
}
