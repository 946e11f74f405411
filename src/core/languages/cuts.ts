/** How a cut is made: what goes, what stands in for it, and how many lines that is. */
import type { Cut, Span } from '../facts/fileFacts';
import { indentAt, trimSpan, type LineTable } from '../facts/lineTable';
import type { StandIn } from './rules';

/** A statement of more lines than this is cut. */
export const LONG_STATEMENT = 5;

/**
 * Replaces `span` by the stand-in, whose count is that of the lines of `content`: the part of the span that is of
 * interest, without braces and blanks. Undefined when that is empty.
 */
export function makeCut(
  source: { readonly text: string; readonly lines: LineTable },
  span: Span,
  content: Span,
  standIn: StandIn,
): Cut | undefined {
  const { text, lines } = source;
  const gone = trimSpan(text, content.start, content.end);
  if (gone.start === gone.end) return undefined;
  const startLine = lines.lineAt(gone.start);
  const endLine = lines.lineAt(gone.end - 1);
  const shown = standIn.text.replace('%', countOf(endLine - startLine + 1));
  if (standIn.endsLine === undefined) return { ...span, text: shown, startLine, endLine };
  return {
    ...span,
    text: shown + lineBreakAfter(text, lines, { start: content.start, end: span.end }),
    startLine,
    endLine,
  };
}

export function countOf(lines: number): string {
  return lines === 1 ? '1 line' : `${lines} lines`;
}

/** What stands inside a node's braces; the whole node when it has none. */
export function insideBraces(text: string, { start, end }: Span): Span {
  const braced = text[start] === '{' && text[end - 1] === '}' && end - start > 1;
  return braced ? { start: start + 1, end: end - 1 } : { start, end };
}

/** A comment to the end of the line must not swallow what follows it. */
function lineBreakAfter(text: string, lines: LineTable, { start, end }: Span): string {
  let next = end;
  while (text[next] === ' ' || text[next] === '\t') next += 1;
  if (next >= text.length || text[next] === '\n') return '';
  return `\n${indentAt(text, lines.startOf(lines.lineAt(start)))}`;
}
