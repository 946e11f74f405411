/** Skeletons reduced further: signatures only, definitions only. */
import type { FileFacts, FileSymbol } from '../facts/fileFacts';
import { holdsMembers, isCallable, symbolsByDepth } from '../facts/questions';
import { indentAt, lineTable } from '../facts/lineTable';
import { renderFallback } from './fallback';
import { gapsBetween } from './gaps';
import { renderOutline } from './modes/outline';
import { unreadablePlaces } from './unreadable';
import type { RenderDescribed } from './described';

/** Signatures of types, functions and methods in source order, without imports, constants, fields, comments and bodies. */
export const renderSignatures: RenderDescribed = (source) => {
  const { text, facts } = source;
  if (facts === undefined) return renderFallback(source);
  if (facts.family !== 'code') return renderOutline(source);
  const shown = symbolsByDepth(facts).filter(
    ({ symbol }) => isDefinition(symbol) && !isHidden(facts, symbol),
  );
  const lines = shown.map(({ symbol, depth }) => '  '.repeat(depth) + flush(text, symbol.signature));
  const table = lineTable(text);
  const seen = shown.map(({ symbol: { signature } }) => ({
    startLine: table.lineAt(signature.start),
    endLine: table.lineAt(signature.end - 1),
  }));
  return {
    text: joined(lines),
    gaps: gapsBetween(seen, facts.lines),
    notes: [],
    ...unreadablePlaces(facts),
  };
};

/** The outermost types, functions and methods in full. */
export const renderDefinitions: RenderDescribed = (source) => {
  const { text, facts } = source;
  if (facts === undefined) return renderFallback(source);
  if (facts.family !== 'code') return renderOutline(source);
  const shown = facts.symbols.filter((symbol) => isDefinition(symbol) && !hasDefinitionAround(facts, symbol));
  const texts = shown.map(({ range, doc }) =>
    flush(text, { start: Math.min(range.start, doc?.start ?? range.start), end: range.end }),
  );
  const table = lineTable(text);
  const seen = shown.map(({ startLine, endLine, range, doc }) => ({
    startLine: doc && doc.start < range.start ? table.lineAt(doc.start) : startLine,
    endLine,
  }));
  return {
    text: texts.map((definition) => `${definition}\n`).join('\n'),
    gaps: gapsBetween(seen, facts.lines),
    notes: [],
    ...unreadablePlaces(facts),
  };
};

function isDefinition(symbol: FileSymbol): boolean {
  return isCallable(symbol) || holdsMembers(symbol) || symbol.kind === 'Type';
}

function hasDefinitionAround({ symbols }: FileFacts, symbol: FileSymbol): boolean {
  for (let outer = symbols[symbol.parent]; outer !== undefined; outer = symbols[outer.parent]) {
    if (isDefinition(outer)) return true;
  }
  return false;
}

/** Whether the symbol is inside a function's body. */
function isHidden({ symbols }: FileFacts, symbol: FileSymbol): boolean {
  for (let outer = symbols[symbol.parent]; outer !== undefined; outer = symbols[outer.parent]) {
    if (isCallable(outer)) return true;
  }
  return false;
}

/** Dedents a span of text by the indentation of its first line. */
export function flush(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  const indent = indentAt(text, text.lastIndexOf('\n', start - 1) + 1);
  const lines = text.slice(start, end).split('\n');
  return lines
    .map((line, index) => (index > 0 && line.startsWith(indent) ? line.slice(indent.length) : line))
    .join('\n');
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
