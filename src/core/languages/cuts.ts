/** Builds cuts: the span to remove, its stand-in, and the number of lines. */
import { counted } from '../counted';
import type { Cut, Span } from '../facts/fileFacts';
import { indentAt, trimSpan, type LinedText } from '../facts/lineTable';
import { utf8Length } from '../tokens/utf8';
import type { Damage } from './damage';
import type { FoldKind, FullRules, StandIn, StandIns } from './rules';
import type { SyntaxNode } from './syntax';

/** Delimiters of a body. */
const BRACES: readonly [open: string, close: string] = ['{', '}'];

/** Statements with more lines than this are cut. */
export const LONG_STATEMENT = 5;

/** The content of a cut that counts, without the braces around it. */
export interface Content extends Span {
  /** Lines in it with only a brace, such as the one between a constructor's initializers and its statements. */
  readonly braceLines?: number;
}

/** A text with the places that its grammar could not read. */
export interface ParsedText extends LinedText {
  readonly damage: Damage;
}

/** Like `makeCut`, but also undefined if the span has a parse error: the cut could hide unrelated code. */
export function cutParsed(
  source: ParsedText,
  span: Span,
  content: Content,
  standIn: StandIn,
): Cut | undefined {
  return source.damage.isIn(span) ? undefined : makeCut(source, span, content, standIn);
}

/**
 * Lines that may be indented no deeper than the declaration: ends of blocks and labels, and directives and comments
 * anywhere.
 */
const LEFT_IN_BODY =
  /^(?!(?:else|elif|elsif|catch|rescue|ensure|except|finally|when|where|and|then|do|done|fi|esac|end|in|of|until|while)\b|\w+\s*:(?!:))[\w@]/;

/**
 * Whether a file that does not parse has a line in this span that is indented no deeper than the declaration or
 * statement. If the parser missed a brace or quote, the span may have swallowed the code after it.
 */
export function mayHoldNeighbor(
  { text, lines, damage }: ParsedText,
  declaredAt: number,
  body: Span,
): boolean {
  if (damage.places === 0) return false;
  const indent = indentAt(text, lines.startOf(lines.lineAt(declaredAt))).length;
  const last = lines.lineAt(Math.max(body.start, body.end - 1));
  for (let line = lines.lineAt(body.start) + 1; line < last; line += 1) {
    const start = lines.startOf(line);
    const { length } = indentAt(text, start);
    if (length <= indent && LEFT_IN_BODY.test(text.slice(start + length, start + length + 80))) return true;
  }
  return false;
}

/**
 * Replaces `span` with the stand-in, which counts the lines of `content` without blank lines and braces. Undefined if
 * there are none, or only one that the stand-in would not shorten.
 */
export function makeCut(source: LinedText, span: Span, content: Content, standIn: StandIn): Cut | undefined {
  const { text, lines } = source;
  const gone = trimSpan(text, content.start, content.end);
  if (gone.start === gone.end) return undefined;
  const startLine = lines.lineAt(gone.start);
  const endLine = lines.lineAt(gone.end - 1);
  const count = endLine - startLine + 1 - (content.braceLines ?? 0);
  const place = standIn.inside === true ? gone : span;
  const shown = shownIn(source, place, content, standIn, standIn.text.replace('%', counted(count, 'line')));
  return count === 1 && !isLonger(text, shown) ? undefined : { ...shown, startLine, endLine };
}

/** Whether a cut's span has more bytes than its stand-in. A minified file nests many long spans in one line. */
function isLonger(text: string, { start, end, text: shown }: Span & { readonly text: string }): boolean {
  const bytes = utf8Length(shown);
  return end - start > bytes || utf8Length(text, start, end) > bytes;
}

/** A line comment must not swallow the code after it. */
function shownIn(
  { text, lines }: LinedText,
  { start, end }: Span,
  content: Span,
  { endsLine }: StandIn,
  shown: string,
): Span & { readonly text: string } {
  if (endsLine === undefined) return { start, end, text: shown };
  const next = afterBlanks(text, end);
  if (next >= text.length || text[next] === '\n') return { start, end, text: shown };
  const indent = indentAt(text, lines.startOf(lines.lineAt(content.start)));
  return { start, end: next, text: `${shown}\n${indent}` };
}

function afterBlanks(text: string, offset: number): number {
  let next = offset;
  while (text[next] === ' ' || text[next] === '\t') next += 1;
  return next;
}

/** Sorts cuts by place and drops those inside other cuts. A body is found before possible cuts in its head. */
export function inOrder(cuts: readonly Cut[]): readonly Cut[] {
  const kept: Cut[] = [];
  for (const cut of cuts.toSorted((a, b) => a.start - b.start)) {
    const last = kept.at(-1);
    if (last === undefined || cut.start >= last.end) kept.push(cut);
    else if (cut.end > last.end) kept[kept.length - 1] = cut;
  }
  return kept;
}

/** The cut that a fold makes, up to `end`; undefined if there is nothing to fold. */
export function foldCut(
  source: ParsedText,
  node: SyntaxNode,
  fold: FoldKind,
  { standIns, braces }: Pick<FullRules, 'standIns' | 'braces'>,
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
  if (fold === 'text') return textCut(source, node);
  if (fold === 'brackets') return bracketsCut(source, node, standIns);
  const first = node.firstChild;
  if (first === null || first.isNamed) return undefined;
  const rest = trimSpan(text, first.endIndex, span.end);
  return cutParsed(source, rest, rest, standIns.body);
}

const OPENERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Cuts the content of the brackets at the end of a node, unless they are arguments without parentheses. Braces keep
 * their spacing.
 */
export function bracketsCut(
  source: ParsedText,
  node: SyntaxNode,
  { brackets }: Pick<StandIns, 'brackets'>,
): Cut | undefined {
  const { text } = source;
  const last = node.lastChild;
  if (last === null || last.isNamed) return undefined;
  const opener = OPENERS[last.type] ?? '';
  const begins = node.firstChild?.isNamed === false && node.firstChild.type.endsWith(opener);
  const first = begins ? node.firstChild : node.children.find(({ type }) => type === opener);
  if (first === undefined || first.endIndex >= last.startIndex) return undefined;
  const between = { start: first.endIndex, end: last.startIndex };
  if (brackets.endsLine === true)
    return cutParsed(source, trimSpan(text, between.start, between.end), between, brackets);
  const shown = text[first.endIndex - 1] === '{' ? ` ${brackets.text} ` : brackets.text;
  return cutParsed(source, between, between, { text: shown });
}

const QUOTE = /^[\w$@#%]{0,20}(?:"{3,}|'{3}|["'`])/;

/** Cuts the content of a string, even if the grammar has no nodes for its quotes. */
function textCut(source: LinedText, node: SyntaxNode): Cut | undefined {
  const { startIndex, endIndex, firstChild, lastChild } = node;
  const told = firstChild?.startIndex === startIndex && lastChild?.endIndex === endIndex;
  const opening = QUOTE.exec(source.text.slice(startIndex, Math.min(endIndex, startIndex + 40)))?.[0] ?? '';
  const closing = opening.replace(/^[\w$@#%]+/, '').length + (/^\w*(#*)/.exec(opening)?.[1]?.length ?? 0);
  const between =
    told && firstChild !== null && lastChild !== null
      ? { start: firstChild.endIndex, end: lastChild.startIndex }
      : { start: startIndex + opening.length, end: endIndex - closing };
  if (between.start >= between.end) return undefined;
  return makeCut(source, between, between, { text: '... % hidden ...' });
}

/** Cuts the lines between the first and the last, keeping the last line's indentation. */
function linesCut(source: LinedText, { start, end }: Span): Cut | undefined {
  const { text, lines } = source;
  const from = lines.lineAt(start) + 1;
  const to = lines.lineAt(Math.max(start, end - 1)) - 1;
  if (from > to) return undefined;
  const span = { start: lines.startOf(from), end: lines.endOf(to) };
  return makeCut(source, span, span, { text: `${indentAt(text, lines.startOf(to + 1))}... % hidden ...` });
}

/** The span inside a node's braces; the whole node if it has none. */
export function insideBraces(text: string, { start, end }: Span, [open, close] = BRACES): Span {
  const from = start + open.length;
  const to = end - close.length;
  const braced = from <= to && text.startsWith(open, start) && text.startsWith(close, to);
  return braced ? { start: from, end: to } : { start, end };
}
