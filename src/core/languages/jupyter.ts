/** Jupyter notebooks: code cells are read in the kernel's language, Markdown cells for their headings. */
import type { Cut, Span } from '../facts/fileFacts';
import { lineTable, type LinedText } from '../facts/lineTable';
import { LONG_STATEMENT, makeCut } from './cuts';
import { heldText } from './heldText';
import { headingOf } from './markdown';
import { markdownBlocks } from './markdownBlocks';
import { notebookOf, type NotebookCell } from './notebookCells';
import { languageOfCell, languageOfKernel, withoutMagics } from './notebookKernels';
import type { Part, PartsRules, Scan, ScannedSymbol } from './rules';
import { sectionSymbols, type Heading } from './sections';

export const jupyter: PartsRules = {
  kind: 'parts',
  id: 'jupyter',
  family: 'code',
  scan: scanNotebook,
  parts: partsOf,
};

const MAX_SYMBOLS = 5_000;

/** A longer output is cut even if it has few lines: an image has only one. */
const LONG_OUTPUT = 500;

/** The language of a notebook's cells. Notebooks that do not say it are in Python. */
function languageOf([first = 'python', ...others]: readonly string[]): string {
  return languageOfKernel(first) ?? others.map(languageOfKernel).find((id) => id !== undefined) ?? first;
}

function partsOf(text: string): readonly Part[] {
  const { cells, kernel } = notebookOf(text);
  const language = languageOf(kernel);
  const owner = `the kernel ${kernel[0] ?? language}`;
  return cells.flatMap(({ kind, source, start, end }) => {
    if (kind !== 'code' || source.length === 0) return [];
    const held = heldText(text, source);
    const own = languageOfCell(held.text, language);
    if (own === undefined || held.text.trim() === '') return [];
    const code = { ...held, text: withoutMagics(held.text, own) };
    return [{ language: own, start, end, held: code, ...(own === language ? { owner } : {}) }];
  });
}

/** Finds headings and the cells under them. Cuts outputs. */
function scanNotebook(text: string): Scan {
  const source = { text, lines: lineTable(text) };
  const { cells, errors } = notebookOf(text);
  const headings = cells.flatMap((cell) => headingsOf(text, cell));
  const symbols = [...sectionSymbols(headings, cells.at(-1)?.end ?? 0), ...cells.flatMap(symbolOf)];
  return {
    symbols: nested(symbols).slice(0, MAX_SYMBOLS),
    cuts: cells.flatMap(({ hidden }) => hidden.flatMap((span) => outputCut(source, span) ?? [])),
    errors,
  };
}

function symbolOf({ kind, start, end }: NotebookCell, index: number): readonly ScannedSymbol[] {
  return kind === 'code' ? [{ kind: 'Module', name: `cell ${index + 1}`, depth: 0, start, end }] : [];
}

function headingsOf(text: string, { kind, source, level }: NotebookCell): readonly Heading[] {
  if ((kind !== 'heading' && kind !== 'markdown') || source.length === 0) return [];
  const held = heldText(text, source);
  if (kind === 'heading') {
    const name = held.text.split('\n', 1)[0] ?? '';
    return [{ level, name: name.trim() || '(untitled)', ...held.spanOf({ start: 0, end: name.length }) }];
  }
  return markdownBlocks(held.text, 'commonmark').headings.map((heading) => {
    const { level: rank, name } = headingOf(heading);
    return { level: rank, name, ...held.spanOf(heading) };
  });
}

function outputCut(source: LinedText, span: Span): Cut | undefined {
  const isObject = source.text[span.start - 1] === '{';
  const cut = makeCut(source, span, span, { text: isObject ? '"% hidden": null' : '"% hidden"' });
  if (
    cut === undefined ||
    (cut.endLine - cut.startLine < LONG_STATEMENT && span.end - span.start < LONG_OUTPUT)
  )
    return undefined;
  return cut;
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
