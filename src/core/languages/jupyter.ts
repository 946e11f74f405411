import { counted } from '../counted';
import type { Cut, FileImport, Span } from '../facts/fileFacts';
import { lineTable, type LineTable } from '../facts/lineTable';
import { NO_REFERENCES } from '../facts/references';
import { utf8Length } from '../tokens/utf8';
import { LONG_STATEMENT, makeCut } from './cuts';
import { headingOf } from './markdown';
import { markdownBlocks } from './markdownBlocks';
import { notebookOf, type NotebookCell, type SourceLine } from './notebookCells';
import type { Scan, ScannedSymbol, ScannerRules } from './rules';
import { namesInCells } from './notebookNames';
import { sectionSymbols, type Heading } from './sections';

export const jupyter: ScannerRules = {
  kind: 'scanner',
  id: 'jupyter',
  family: 'code',
  scan: scanNotebook,
};

const MAX_SYMBOLS = 5_000;

/** A longer output is cut even if it has few lines: an image has only one. */
const LONG_OUTPUT = 500;

interface Source {
  readonly text: string;
  readonly lines: LineTable;
}

/** Finds headings with the cells under them, and functions and classes in Python cells. Cuts outputs and bodies. */
function scanNotebook(text: string): Scan {
  const source = { text, lines: lineTable(text) };
  const { cells, language, errors } = notebookOf(text);
  const isPython = language === undefined || /python/i.test(language);
  const described = cells.map((cell, index) => describeCell(source, cell, index + 1, isPython));
  const headings = cells.flatMap((cell) => headingsOf(cell));
  const end = cells.at(-1)?.end ?? 0;
  const symbols = [...sectionSymbols(headings, end), ...described.flatMap((cell) => cell.symbols)];
  return {
    symbols: nested(symbols).slice(0, MAX_SYMBOLS),
    imports: described.flatMap(({ imports }) => imports),
    cuts: described.flatMap(({ cuts }) => cuts),
    references: isPython
      ? namesInCells(
          source,
          cells.flatMap((cell) => (cell.kind === 'code' ? cell.source : [])),
        )
      : NO_REFERENCES,
    errors,
  };
}

interface DescribedCell {
  readonly symbols: readonly ScannedSymbol[];
  readonly imports: readonly FileImport[];
  readonly cuts: readonly Cut[];
}

function describeCell(source: Source, cell: NotebookCell, number: number, isPython: boolean): DescribedCell {
  const hidden = cell.hidden.flatMap((span) => outputCut(source, span) ?? []);
  if (cell.kind !== 'code') return { symbols: [], imports: [], cuts: hidden };
  const symbol: ScannedSymbol = {
    kind: 'Module',
    name: `cell ${number}`,
    depth: 0,
    start: cell.start,
    end: cell.end,
  };
  if (!isPython) return { symbols: [symbol], imports: [], cuts: hidden };
  const definitions = definitionsOf(cell.source);
  const bodies = definitions.flatMap(({ body, isCut }) =>
    isCut && body !== undefined ? (bodyCut(source, body) ?? []) : [],
  );
  return {
    symbols: [symbol, ...definitions.map((definition) => definition.symbol)],
    imports: cell.source.flatMap((line) => importOf(line)),
    cuts: [...bodies, ...hidden].toSorted((a, b) => a.start - b.start),
  };
}

function headingsOf({ kind, source, level }: NotebookCell): readonly Heading[] {
  if (kind === 'heading') {
    const [first] = source;
    return first === undefined
      ? []
      : [{ level, name: first.text.trim() || '(untitled)', start: first.start }];
  }
  if (kind !== 'markdown') return [];
  const text = source.map((line) => line.text).join('\n');
  const lines = lineTable(text);
  return markdownBlocks(text, 'commonmark').headings.flatMap((heading) => {
    const place = source[lines.lineAt(heading.start) - 1]?.start;
    const { level, name } = headingOf(heading);
    return place === undefined ? [] : [{ level, name, start: place }];
  });
}

/** From its first to its last line. */
interface DefinitionBody extends Span {
  readonly lines: number;
}

interface Definition {
  readonly symbol: ScannedSymbol;
  readonly body: DefinitionBody | undefined;
  /** A function not inside another function. */
  readonly isCut: boolean;
}

const DEFINITION = /^(\s*)(async\s+def|def|class)\s+([\p{L}_][\p{L}\p{N}_]*)/u;

function definitionsOf(lines: readonly SourceLine[]): readonly Definition[] {
  const open: { indent: number; kind: ScannedSymbol['kind'] }[] = [];
  const ends = blockEnds(lines);
  return lines.flatMap((line, index) => {
    const match = DEFINITION.exec(line.text.slice(0, 1_000));
    if (match === null) return [];
    const [, blanks = '', keyword, name = ''] = match;
    const indent = blanks.length;
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const outer = open.at(-1)?.kind;
    const kind = keyword === 'class' ? 'Class' : outer === 'Class' ? 'Method' : 'Func';
    const isCut = kind !== 'Class' && open.every((around) => around.kind === 'Class');
    open.push({ indent, kind });
    const last = ends[index] ?? index;
    const first = signatureEnd(lines, index);
    const from = lines[first + 1];
    const to = lines[last];
    const body =
      from !== undefined && to !== undefined && first < last
        ? { start: from.start, end: to.end, lines: last - first }
        : undefined;
    const symbol: ScannedSymbol = {
      kind,
      name,
      depth: 0,
      start: line.start,
      end: to?.end ?? line.end,
      signatureEnd: lines[first]?.end ?? line.end,
      ...(body === undefined ? {} : { body: { start: body.start, end: body.end } }),
    };
    return [{ symbol, body, isCut }];
  });
}

/** For each line, the last line (ignoring blank lines) of the deeper-indented block that follows it without a break. */
function blockEnds(lines: readonly SourceLine[]): readonly number[] {
  const ends: number[] = lines.map((_, index) => index);
  const open: { readonly index: number; readonly indent: number }[] = [];
  let last = -1;
  for (const [index, { text }] of lines.entries()) {
    if (/^\s*(?:$|#)/.test(text.slice(0, 1_000))) continue;
    const indent = text.length - text.trimStart().length;
    const isClosing = /^\s*[)\]}]/.test(text.slice(0, 200));
    for (
      let top = open.at(-1);
      top !== undefined && (isClosing ? top.indent > indent : top.indent >= indent);
      top = open.at(-1)
    ) {
      ends[top.index] = last;
      open.pop();
    }
    if (!isClosing) open.push({ index, indent });
    last = index;
  }
  for (const { index } of open) ends[index] = last;
  return ends;
}

/** The line whose final colon begins the body. */
function signatureEnd(lines: readonly SourceLine[], from: number): number {
  const near = lines.slice(from, from + 30);
  return (
    from +
    Math.max(
      0,
      near.findIndex(({ text }) => /:\s*(?:#.*)?$/.test(text.slice(0, 1_000))),
    )
  );
}

/**
 * The lines of a body are strings in a list, or pieces of one string. The stand-in is one such string or piece, and valid
 * Python.
 */
function bodyCut(source: Source, body: DefinitionBody): Cut | undefined {
  const { text, lines } = source;
  const line = lines.lineAt(body.start);
  const before = text.slice(lines.startOf(line), body.start);
  if (text[body.start] !== '"' && before.trim() !== '') {
    const shown = `    ...  # ${counted(body.lines, 'line')}${text.startsWith('\\n', body.end - 2) ? '\\n' : ''}`;
    const isShorter = body.lines > 1 || utf8Length(shown) < utf8Length(text, body.start, body.end);
    return isShorter
      ? { start: body.start, end: body.end, text: shown, startLine: line, endLine: line }
      : undefined;
  }
  if (before.trim() !== '') return undefined;
  return makeCut(source, body, body, { text: '"    ...  # %\\n"' });
}

function outputCut(source: Source, span: Span): Cut | undefined {
  const isObject = source.text[span.start - 1] === '{';
  const cut = makeCut(source, span, span, { text: isObject ? '"% hidden": null' : '"% hidden"' });
  if (
    cut === undefined ||
    (cut.endLine - cut.startLine < LONG_STATEMENT && span.end - span.start < LONG_OUTPUT)
  )
    return undefined;
  return cut;
}

function importOf({ text, start, end }: SourceLine): readonly FileImport[] {
  const line = text.slice(0, 1_000);
  const module = /^from\s+([\w.]+)\s+import\b/.exec(line)?.[1];
  const listed = /^import\s+([\w., ]+?)\s*(?:#.*)?$/.exec(line)?.[1];
  const sources =
    module === undefined
      ? (listed?.split(',').map((name) => name.trim().split(/\s+/)[0] ?? '') ?? [])
      : [module];
  return sources.length === 0 ? [] : [{ kind: 'import', sources, start, end }];
}

/** Sorts symbols by source order, each with its nesting depth. */
function nested(symbols: readonly ScannedSymbol[]): readonly ScannedSymbol[] {
  const open: number[] = [];
  return symbols
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .map((symbol) => {
      while ((open.at(-1) ?? Infinity) <= symbol.start) open.pop();
      const depth = open.filter((end) => end >= symbol.end).length;
      open.push(symbol.end);
      return { ...symbol, depth };
    });
}
