/** Turns a scan into facts; shared by all scanners. */
import type { FileFacts, Span } from '../facts/fileFacts';
import { lineTable, trimSpan, type LineTable } from '../facts/lineTable';
import { joinReferences, NO_REFERENCES } from '../facts/references';
import { withPaths, type SymbolDraft } from '../facts/symbolPaths';
import type { Definition } from './collectUses';
import { inOrder } from './cuts';
import { readWords } from './readWords';
import type { Part, PartsRules, Scan, ScannerRules } from './rules';

/** The facts of a file read by a scanner. */
export function scanFacts(text: string, rules: ScannerRules | PartsRules): FileFacts {
  return factsOfScan(text, rules, rules.scan(text));
}

function factsOfScan(text: string, rules: ScannerRules | PartsRules, scan: Scan): FileFacts {
  const { id, family, words } = rules;
  const lines = lineTable(text);
  const drafts: SymbolDraft[] = [];
  /** Possible parents of the next symbol, outermost first. */
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
    references:
      scan.references ??
      (words === undefined
        ? NO_REFERENCES
        : readWords({ text, lines, definitions: drafts.flatMap(headsOf) }, words)),
    errors: scan.errors ?? 0,
  };
}

/** A key, such as a component in a template, defines nothing. */
function headsOf({ kind, name, signature }: SymbolDraft): readonly Definition[] {
  return kind === 'Key' ? [] : [{ name, ...signature }];
}

/** The facts of one part, from its own text, which begins at `start` in the whole or is held there. */
export interface PartFacts extends Pick<Part, 'start' | 'held'> {
  readonly facts: FileFacts;
}

/** Joins a file's facts with those of its parts. A part's symbols go under the enclosing symbol of the whole. */
export function joinParts(text: string, whole: FileFacts, parts: readonly PartFacts[]): FileFacts {
  const lines = lineTable(text);
  const placed = parts.map((part) => {
    const place = placeOf(part, lines);
    return { ...placeFacts(part.facts, place), lineOf: place.line };
  });
  return {
    ...whole,
    symbols: withPaths(
      nest(
        whole.symbols,
        placed.map(({ symbols }) => symbols),
      ),
    ),
    imports: [whole, ...placed].flatMap(({ imports }) => imports).toSorted((a, b) => a.start - b.start),
    cuts: inOrder([whole, ...placed].flatMap(({ cuts }) => cuts)),
    references: joinReferences([
      { references: whole.references, lineOf: (line) => line },
      ...placed.map(({ references, lineOf }) => ({ references, lineOf })),
    ]),
    errors: [whole, ...placed].reduce((sum, { errors }) => sum + errors, 0),
  };
}

/** Maps the spans, lines, and text of a part to the whole. */
interface Place {
  span(span: Span): Span;
  line(line: number): number;
  written(text: string): string;
}

function placeOf({ start, held }: Pick<Part, 'start' | 'held'>, lines: LineTable): Place {
  if (held === undefined) {
    const before = lines.lineAt(start) - 1;
    return {
      span: (span) => ({ start: span.start + start, end: span.end + start }),
      line: (line) => line + before,
      written: (text) => text,
    };
  }
  const own = lineTable(held.text);
  return {
    span: (span) => held.spanOf(span),
    line: (line) => lines.lineAt(held.spanOf({ start: own.startOf(line), end: own.startOf(line) }).start),
    written: (text) => held.written(text),
  };
}

/** The line of the whole for a line of the part. */
export function lineOfPart(text: string, part: Pick<Part, 'start' | 'held'>, line: number): number {
  return placeOf(part, lineTable(text)).line(line);
}

/**
 * Sorts symbols by place and nests them: symbols of the whole by their ranges, symbols of a part by the part's own
 * facts, and the outermost symbols of a part under the enclosing symbol of the whole.
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
  /** Enclosing symbols of the whole, outermost first. */
  const open: { readonly place: number; readonly end: number }[] = [];
  return ordered.map(({ symbol, list }, place) => {
    const { range } = symbol;
    while ((open.at(-1)?.end ?? Infinity) <= range.start) open.pop();
    if (list > 0 && symbol.parent >= 0) return { ...symbol, parent: places[list]?.[symbol.parent] ?? -1 };
    const around = open.findLast(({ end }) => end >= range.end);
    if (list === 0) open.push({ place, end: range.end });
    return { ...symbol, parent: around?.place ?? -1 };
  });
}

function placeFacts(facts: FileFacts, { span, line, written }: Place): FileFacts {
  return {
    ...facts,
    symbols: facts.symbols.map(({ body, doc, ...symbol }) => ({
      ...symbol,
      range: span(symbol.range),
      startLine: line(symbol.startLine),
      endLine: line(symbol.endLine),
      signature: span(symbol.signature),
      ...(body === undefined ? {} : { body: span(body) }),
      ...(doc === undefined ? {} : { doc: span(doc) }),
      decorators: symbol.decorators.map(span),
    })),
    imports: facts.imports.map((entry) => ({ ...entry, ...span(entry) })),
    cuts: facts.cuts.map((cut) => ({
      ...span(cut),
      text: written(cut.text),
      startLine: line(cut.startLine),
      endLine: line(cut.endLine),
    })),
  };
}
