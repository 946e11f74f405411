import type { FileSymbol, Span } from '../facts/fileFacts';
import { symbolByPath } from '../facts/questions';
import { renderFallback } from './fallback';
import { gapsBetween } from './gaps';
import { renderSummary } from './summary';
import type { Gap, RenderDescribed, DescribedFile } from './described';

/** Chosen symbols in the order they were chosen: whole, signature only, or hidden. */
export const renderMasked: RenderDescribed = (source, item) => {
  const { facts } = source;
  if (facts === undefined) return renderFallback(source, item);
  if (item.mask.length === 0) return renderSummary(source, item);
  const parts: string[] = [];
  const shown: Gap[] = [];
  const notes: string[] = [];
  for (const { symbol: path, level } of item.mask) {
    if (level === 'hide') continue;
    const symbol = symbolByPath(facts, path);
    if (symbol === undefined) {
      parts.push(`(symbol not found: ${oneLine(path)})\n`);
      notes.push(`symbol not found: ${oneLine(path)}`);
      continue;
    }
    parts.push(masked(source, symbol, level));
    shown.push(level === 'def' ? symbol : { startLine: symbol.startLine, endLine: symbol.startLine });
  }
  return { text: parts.join('\n'), gaps: gapsBetween(shown, facts.lines), notes };
};

/** Whole lines where nothing else stands on them, so that indentation reads as in the file. */
function masked({ text }: DescribedFile, symbol: FileSymbol, level: 'def' | 'sig'): string {
  const { range, doc, signature } = symbol;
  const span: Span =
    level === 'sig' ? signature : { start: Math.min(range.start, doc?.start ?? range.start), end: range.end };
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const start = text.slice(lineStart, span.start).trim() === '' ? lineStart : span.start;
  return `${text.slice(start, span.end)}\n`;
}

function oneLine(path: string): string {
  return path.replaceAll(/\s+/g, ' ').trim();
}
