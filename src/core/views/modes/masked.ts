import type { MaskEntry } from '../mask';
import { oneLine } from '../../compose/escapePath';
import type { FileSymbol, Span } from '../../facts/fileFacts';
import { lineTable } from '../../facts/lineTable';
import { symbolByPath } from '../../facts/questions';
import { createAllowance } from '../allowance';
import { renderFallback } from '../fallback';
import { gapsBetween } from '../gaps';
import { renderSummary } from '../summary';
import { unreadablePlaces } from '../unreadable';
import type { DescribedFile, DescribedView, Gap } from '../described';
import type { ModeDescriptor } from '../viewMode';

export interface MaskedRequest {
  readonly mode: 'masked';
  readonly mask: readonly MaskEntry[];
}

export const masked: ModeDescriptor<MaskedRequest> = {
  label: 'selected symbols',
  hint: 'The symbols you select, in full or as signatures',
  key: '5',
  parts: { kind: 'symbols', areIn: ({ astMask }) => astMask.length > 0 },
  requestOf: ({ astMask: mask }) => ({ mode: 'masked', mask }),
  needsFacts: () => true,
  showsSummary: ({ mask }, hasFacts) => !hasFacts || mask.length === 0,
  keyOf: ({ mask }) => JSON.stringify(mask),
};

/** Chosen symbols in the order they were chosen: whole, signature only, or hidden. */
export function renderMasked(source: DescribedFile, mask: readonly MaskEntry[]): DescribedView {
  const { facts } = source;
  if (facts === undefined) return renderFallback(source);
  if (mask.length === 0) return renderSummary(source);
  const parts: string[] = [];
  const shown: Gap[] = [];
  const warnings: string[] = [];
  const lines = lineTable(source.text);
  const hasRoomFor = createAllowance(source.text);
  const leaveOut = (message: string): void => {
    parts.push(`(${message})\n`);
    warnings.push(message);
  };
  for (const { symbol: path, level } of mask) {
    if (level === 'hide') continue;
    const symbol = symbolByPath(facts, path);
    if (symbol === undefined) {
      leaveOut(`symbol not found: ${oneLine(path)}`);
      continue;
    }
    const span = shownOf(symbol, level);
    if (!hasRoomFor(span.end - span.start)) {
      leaveOut(`symbol not shown, for it makes the view too long: ${oneLine(path)}`);
      continue;
    }
    parts.push(wholeLines(source.text, span));
    shown.push({ startLine: lines.lineAt(span.start), endLine: lines.lineAt(span.end - 1) });
  }
  const unreadable = unreadablePlaces(facts);
  return {
    text: parts.join('\n'),
    gaps: gapsBetween(shown, facts.lines),
    notes: [],
    ...unreadable,
    warnings: [...warnings, ...unreadable.warnings],
  };
}

function shownOf({ range, doc, signature }: FileSymbol, level: 'def' | 'sig'): Span {
  if (level === 'sig') return signature;
  return { start: Math.min(range.start, doc?.start ?? range.start), end: range.end };
}

/** Extends to whole lines if nothing else is on them, which keeps the file's indentation. */
function wholeLines(text: string, span: Span): string {
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const start = text.slice(lineStart, span.start).trim() === '' ? lineStart : span.start;
  return `${text.slice(start, span.end)}\n`;
}
