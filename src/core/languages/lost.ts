/**
 * A net under all grammars: finds declarations that a parse has swallowed. A tree is in doubt if it ends before its
 * text, in an ERROR node of many lines, and in a string or comment that is not closed, or not where it should be. If a
 * line in there declares something that is no symbol, the file counts as not parsed.
 */
import type { FileSymbol, Span } from '../facts/fileFacts';
import type { LinedText } from '../facts/lineTable';
import { declarationsIn } from './declaredLines';
import type { GrammarId } from './grammarIds';

/** Shorter places are only reported as unreadable. */
const MANY_LINES = 60;

/** Node types without code inside. */
export const OPAQUE =
  /comment|heredoc_body|^(?:raw_|multi_?line_|line_)?string(?:_literal|_value|_content)?$|^template_string$|^regex$|^subshell$/;

export interface OpaqueSpan extends Span {
  /** The type of its node. */
  readonly type: string;
}

/** Types that seldom have many lines, and then no code. */
const SHORT = new Set(['regex', 'subshell']);

/** Grammars whose comments contain comments. */
const NESTING: ReadonlySet<GrammarId> = new Set(['dart', 'kotlin', 'rust', 'scala', 'swift']);

/** Grammars that read a string of several lines where their language has none. */
const LINE_STRINGS: ReadonlySet<GrammarId> = new Set(['kotlin']);

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
  const isDoubtful = (span: OpaqueSpan): boolean =>
    (linesOf(span) > MANY_LINES && (isBroken(span) || SHORT.has(span.type))) ||
    (span.end >= last && !isClosed(text, span)) ||
    (text.startsWith('/*', span.start) && !NESTING.has(grammar) && isReopened(text, span)) ||
    (LINE_STRINGS.has(grammar) && /^"(?!"")/.test(text.slice(span.start, span.start + 3)));
  const swallowing: ReadonlySet<Span> = new Set(opaque.filter(isDoubtful));
  const doubtful = [
    ...[...errors, ...skippedOpening(text, errors)].filter((span) => linesOf(span) > MANY_LINES),
    ...swallowing,
    ...(end < last ? [{ start: end, end: text.length }] : []),
  ];
  if (doubtful.length === 0) return undefined;
  const closed = outside(opaque, swallowing);
  const starts = new Set(symbols.map(({ startLine }) => startLine));
  const signatures = new Set<number>();
  for (const { startLine, signature } of symbols) {
    const to = lines.lineAt(signature.end);
    for (let line = startLine; line <= to; line += 1) signatures.add(line);
  }
  for (const span of doubtful) {
    // A constant's signature may contain the whole string.
    const known = swallowing.has(span) ? starts : signatures;
    for (const at of declarationsIn(text, grammar, span.start, span.end)) {
      const line = lines.lineAt(at);
      if (!known.has(line) && !closed.some(({ start, end: to }) => start <= at && at < to)) return line;
    }
  }
  return undefined;
}

/** The text after the first opening of a string that the parser has skipped, to read the string as code. */
function skippedOpening(text: string, errors: readonly Span[]): readonly Span[] {
  const skipped = errors.find(({ start, end }) => /^"""(?![^]*""")/.test(text.slice(start, end)));
  return skipped === undefined ? [] : [{ start: skipped.start, end: text.length }];
}

/** Those that are not in one of the others. */
function outside(spans: readonly OpaqueSpan[], others: ReadonlySet<Span>): readonly OpaqueSpan[] {
  let end = 0;
  return spans.filter((span) => {
    if (others.has(span)) end = Math.max(end, span.end);
    return span.start >= end;
  });
}

/** Whether another comment begins in a comment: it most likely lacks its end, and the end of the next one closes it. */
function isReopened(text: string, { start, end }: Span): boolean {
  return /\n[ \t]*\/\*/.test(text.slice(start, end));
}

/** Delimiters that some grammars accept unclosed. */
const ENDS: readonly (readonly [string, string])[] = [
  ['/*', '*/'],
  ['"""', '"""'],
  ['{-', '-}'],
  ['(*', '*)'],
];

/** Whether a comment or string has its end. That of a heredoc is the line that its opening announces. */
function isClosed(text: string, { start, end, type }: OpaqueSpan): boolean {
  if (type !== 'heredoc_body') {
    const [opening = '', closing = ''] = ENDS.find(([opening]) => text.startsWith(opening, start)) ?? [];
    return text
      .slice(start + opening.length, end)
      .trimEnd()
      .endsWith(closing);
  }
  const body = text.slice(start, end).trimEnd();
  const name = body.slice(body.lastIndexOf('\n') + 1).trim();
  const opening = text.slice(Math.max(0, start - 1_000), start);
  return new RegExp(String.raw`<<[~-]?[ \t]*["'\x60]?${name.replaceAll(/\W/g, '.')}\b`).test(opening);
}
