/**
 * A net under all grammars: finds declarations that a parse has swallowed. A tree is in doubt if it ends before its
 * text, in an ERROR node of many lines, and in a string or comment that is not closed. If a line in there declares
 * something that is no symbol, the file counts as not parsed.
 */
import type { FileSymbol, Span } from '../facts/fileFacts';
import type { LinedText } from '../facts/lineTable';
import { declarationsIn } from './declaredLines';
import type { GrammarId } from './grammarIds';

/** Shorter places are only reported as unreadable. */
const MANY_LINES = 60;

/** Node types without code inside. */
export const OPAQUE =
  /comment|heredoc_body|^(?:raw_|multiline_|line_)?string(?:_literal|_value|_content)?$|^template_string$/;

export interface OpaqueSpan extends Span {
  readonly isHeredoc: boolean;
}

export interface Doubt {
  /** Unreadable places. */
  readonly errors: readonly Span[];
  /** Strings and comments of several lines, in order. */
  readonly opaque: readonly OpaqueSpan[];
  /** The end of the tree. */
  readonly end: number;
}

/** The first line that declares what the parse has lost; undefined without one. */
export function lostLine(
  { text, lines }: LinedText,
  { errors, opaque, end }: Doubt,
  { symbols, grammar }: { readonly symbols: readonly FileSymbol[]; readonly grammar: GrammarId },
): number | undefined {
  const linesOf = ({ start, end: to }: Span): number =>
    lines.lineAt(Math.max(start, to - 1)) - lines.lineAt(start);
  const last = text.trimEnd().length;
  const isBroken = (span: Span): boolean =>
    errors.some((error) => error.start <= span.end + 1 && error.end >= span.start - 1);
  const long = opaque.filter(
    (span) => (linesOf(span) > MANY_LINES && isBroken(span)) || (span.end >= last && !isClosed(text, span)),
  );
  const doubtful = [
    ...errors.filter((span) => linesOf(span) > MANY_LINES),
    ...long,
    ...(end < last ? [{ start: end, end: text.length }] : []),
  ];
  if (doubtful.length === 0) return undefined;
  const closed = opaque.filter((span) => !long.includes(span));
  const known = new Set<number>();
  for (const { startLine, signature } of symbols) {
    const to = lines.lineAt(signature.end);
    for (let line = startLine; line <= to; line += 1) known.add(line);
  }
  for (const span of doubtful) {
    for (const at of declarationsIn(text, grammar, span.start, span.end)) {
      const line = lines.lineAt(at);
      if (!known.has(line) && !closed.some(({ start, end: to }) => start <= at && at < to)) return line;
    }
  }
  return undefined;
}

/** Whether the last line of a heredoc is the one that its opening announces. Grammars accept heredocs without an end. */
function isClosed(text: string, { start, end, isHeredoc }: OpaqueSpan): boolean {
  if (!isHeredoc) return true;
  const body = text.slice(start, end).trimEnd();
  const name = body.slice(body.lastIndexOf('\n') + 1).trim();
  const opening = text.slice(Math.max(0, start - 1_000), start);
  return new RegExp(String.raw`<<[~-]?[ \t]*["'\x60]?${name.replaceAll(/\W/g, '.')}\b`).test(opening);
}
