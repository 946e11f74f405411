/** Facts from a scan, and what scanners share. */
import type { FileFacts, Span } from '../facts/fileFacts';
import { lineTable, trimSpan } from '../facts/lineTable';
import { withPaths, type SymbolDraft } from '../facts/symbolPaths';
import { inOrder } from './cuts';
import type { PartsRules, Scan, ScannerRules } from './rules';

/** The facts of a file that a scanner describes. */
export function scanFacts(text: string, rules: ScannerRules | PartsRules): FileFacts {
  return factsOfScan(text, rules, rules.scan(text));
}

function factsOfScan(text: string, { id, family }: ScannerRules | PartsRules, scan: Scan): FileFacts {
  const lines = lineTable(text);
  const drafts: SymbolDraft[] = [];
  /** What the next symbol may stand in, from the outside in. */
  const open: { readonly index: number; readonly depth: number }[] = [];
  for (const { kind, name, depth, start, end, signatureEnd, body, doc, exported } of scan.symbols) {
    const range = trimSpan(text, start, end);
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const startLine = lines.lineAt(range.start);
    drafts.push({
      kind,
      name,
      parent: open.at(-1)?.index ?? -1,
      range,
      startLine,
      endLine: lines.lineAt(Math.max(range.start, range.end - 1)),
      signature: trimSpan(text, range.start, Math.min(range.end, signatureEnd ?? lines.endOf(startLine))),
      ...(body === undefined ? {} : { body: { start: body.start, end: Math.min(body.end, range.end) } }),
      ...(doc === undefined ? {} : { doc }),
      decorators: [],
      exported: exported ?? false,
    });
    open.push({ index: drafts.length - 1, depth });
  }
  return {
    language: id,
    family,
    lines: text === '' ? 0 : lines.count,
    symbols: withPaths(drafts),
    imports: scan.imports ?? [],
    cuts: scan.cuts ?? [],
    errors: scan.errors ?? 0,
  };
}

/** The facts of a part of a text, from its own text that begins at `start` of the whole. */
export interface PartFacts {
  readonly start: number;
  readonly facts: FileFacts;
}

/** The facts of a file joined with those of its parts; a part's symbols stand under the symbol of the whole that holds it. */
export function joinParts(text: string, whole: FileFacts, parts: readonly PartFacts[]): FileFacts {
  const lines = lineTable(text);
  const shifted = parts.map(({ start, facts }) => shiftFacts(facts, start, lines.lineAt(start) - 1));
  return {
    ...whole,
    symbols: withPaths(
      nest(
        whole.symbols,
        shifted.map(({ symbols }) => symbols),
      ),
    ),
    imports: [whole, ...shifted].flatMap(({ imports }) => imports).toSorted((a, b) => a.start - b.start),
    cuts: inOrder([whole, ...shifted].flatMap(({ cuts }) => cuts)),
    errors: [whole, ...shifted].reduce((sum, { errors }) => sum + errors, 0),
  };
}

/**
 * Orders symbols by place. Those of the whole stand in what their ranges tell, those of a part in what the part's own
 * facts tell, and the outermost of a part in what of the whole is around them.
 */
function nest(
  whole: readonly SymbolDraft[],
  parts: readonly (readonly SymbolDraft[])[],
): readonly SymbolDraft[] {
  const ordered = [whole, ...parts]
    .flatMap((symbols, list) => symbols.map((symbol, index) => ({ symbol, list, index })))
    .toSorted(
      (a, b) => a.symbol.range.start - b.symbol.range.start || b.symbol.range.end - a.symbol.range.end,
    );
  const places = [whole, ...parts].map(({ length }) => new Int32Array(length));
  for (const [place, { list, index }] of ordered.entries()) (places[list] ?? [])[index] = place;
  /** Places of symbols of the whole, each in the one before it. */
  const open: number[] = [];
  return ordered.map(({ symbol, list }, place) => {
    const { range } = symbol;
    while (open.length > 0 && (ordered[open.at(-1) ?? 0]?.symbol.range.end ?? 0) <= range.start) open.pop();
    if (list > 0 && symbol.parent >= 0) return { ...symbol, parent: places[list]?.[symbol.parent] ?? -1 };
    const around = open.findLast((outer) => (ordered[outer]?.symbol.range.end ?? 0) >= range.end) ?? -1;
    if (list === 0) open.push(place);
    return { ...symbol, parent: around };
  });
}

function shiftFacts(facts: FileFacts, by: number, lines: number): FileFacts {
  const span = ({ start, end }: Span): Span => ({ start: start + by, end: end + by });
  return {
    ...facts,
    symbols: facts.symbols.map(({ body, doc, ...symbol }) => ({
      ...symbol,
      range: span(symbol.range),
      startLine: symbol.startLine + lines,
      endLine: symbol.endLine + lines,
      signature: span(symbol.signature),
      ...(body === undefined ? {} : { body: span(body) }),
      ...(doc === undefined ? {} : { doc: span(doc) }),
      decorators: symbol.decorators.map(span),
    })),
    imports: facts.imports.map((entry) => ({ ...entry, ...span(entry) })),
    cuts: facts.cuts.map((cut) => ({
      ...cut,
      ...span(cut),
      startLine: cut.startLine + lines,
      endLine: cut.endLine + lines,
    })),
  };
}
