/** How a cut is made: what goes, what stands in for it, and how many lines that is. */
import { counted } from '../counted';
import type { Cut, Span } from '../facts/fileFacts';
import { indentAt, trimSpan, type LinedText } from '../facts/lineTable';
import type { Damage } from './damage';
import type { FoldKind, GrammarRules, StandIn } from './rules';
import type { SyntaxNode } from './syntax';

/** What stands around a body. */
const BRACES: readonly [open: string, close: string] = ['{', '}'];

/** A statement of more lines than this is cut. */
export const LONG_STATEMENT = 5;

/** The part of a cut that is of interest, without the braces around it. */
export interface Content extends Span {
  /** Lines of it that hold nothing but a brace: one between a constructor's initialisers and its statements. */
  readonly braceLines?: number;
}

/** A text with the places that its grammar could not read. */
export interface ParsedText extends LinedText {
  readonly damage: Damage;
}

/** Undefined as well where the span holds what could not be read: nobody knows what would go with it. */
export function cutParsed(
  source: ParsedText,
  span: Span,
  content: Content,
  standIn: StandIn,
): Cut | undefined {
  return source.damage.isIn(span) ? undefined : makeCut(source, span, content, standIn);
}

/**
 * Replaces `span` by the stand-in, whose count is that of the lines of `content`, without blanks and braces. Undefined
 * when that is empty.
 */
export function makeCut(source: LinedText, span: Span, content: Content, standIn: StandIn): Cut | undefined {
  const { text, lines } = source;
  const gone = trimSpan(text, content.start, content.end);
  if (gone.start === gone.end) return undefined;
  const startLine = lines.lineAt(gone.start);
  const endLine = lines.lineAt(gone.end - 1);
  const shown = standIn.text.replace(
    '%',
    counted(endLine - startLine + 1 - (content.braceLines ?? 0), 'line'),
  );
  const place = standIn.inside === true ? gone : span;
  if (standIn.endsLine === undefined) return { ...place, text: shown, startLine, endLine };
  const next = afterBlanks(text, place.end);
  if (next >= text.length || text[next] === '\n') return { ...place, text: shown, startLine, endLine };
  // A comment to the end of the line must not swallow what follows it.
  const indent = indentAt(text, lines.startOf(lines.lineAt(content.start)));
  return { start: place.start, end: next, text: `${shown}\n${indent}`, startLine, endLine };
}

function afterBlanks(text: string, offset: number): number {
  let next = offset;
  while (text[next] === ' ' || text[next] === '\t') next += 1;
  return next;
}

/** By place, without those in what another cuts out anyway. A body is met before what may be cut in its head. */
export function inOrder(cuts: readonly Cut[]): readonly Cut[] {
  const kept: Cut[] = [];
  for (const cut of cuts.toSorted((a, b) => a.start - b.start)) {
    const last = kept.at(-1);
    if (last === undefined || cut.start >= last.end) kept.push(cut);
    else if (cut.end > last.end) kept[kept.length - 1] = cut;
  }
  return kept;
}

/** The cut that a fold makes, up to `end`; undefined where there is nothing to fold. */
export function foldCut(
  source: ParsedText,
  node: SyntaxNode,
  fold: FoldKind,
  { standIns, braces }: Pick<GrammarRules, 'standIns' | 'braces'>,
  end = node.endIndex,
): Cut | undefined {
  const { text } = source;
  const span = { start: node.startIndex, end };
  if (fold === 'block') {
    const content = insideBraces(text, span, braces);
    const bare = content.start === span.start;
    return cutParsed(source, bare ? trimSpan(text, span.start, span.end) : span, content, standIns.body);
  }
  if (fold === 'lines') return linesCut(source, span);
  const first = node.firstChild;
  const last = node.lastChild;
  if (first === null || last === null) return undefined;
  if (fold === 'rest') {
    const rest = trimSpan(text, first.endIndex, span.end);
    return first.isNamed ? undefined : cutParsed(source, rest, rest, standIns.body);
  }
  if (first.endIndex >= last.startIndex) return undefined;
  const between = { start: first.endIndex, end: last.startIndex };
  if (fold === 'text') return makeCut(source, between, between, { text: '... % ...' });
  // Arguments without parentheses are not enclosed by what stands first and last.
  if (first.isNamed || last.isNamed) return undefined;
  const ends = standIns.brackets.endsLine === true;
  const gone = ends ? trimSpan(text, between.start, between.end) : between;
  return cutParsed(source, gone, between, standIns.brackets);
}

/** The lines between the first and the last, with the last one's indentation. */
function linesCut(source: LinedText, { start, end }: Span): Cut | undefined {
  const { text, lines } = source;
  const from = lines.lineAt(start) + 1;
  const to = lines.lineAt(Math.max(start, end - 1)) - 1;
  if (from > to) return undefined;
  const span = { start: lines.startOf(from), end: lines.endOf(to) };
  return makeCut(source, span, span, { text: `${indentAt(text, lines.startOf(to + 1))}... % ...` });
}

/** What stands inside a node's braces; the whole node when it has none. */
export function insideBraces(text: string, { start, end }: Span, [open, close] = BRACES): Span {
  const from = start + open.length;
  const to = end - close.length;
  const braced = from <= to && text.startsWith(open, start) && text.startsWith(close, to);
  return braced ? { start: from, end: to } : { start, end };
}
