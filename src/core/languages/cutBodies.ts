/** Cuts the bodies of symbols, and of nameless parts such as accessors and macro arms. */
import type { Cut, Span, SymbolKind } from '../facts/fileFacts';
import { trimSpan } from '../facts/lineTable';
import { isCurated } from './curated';
import { cutParsed, insideBraces, LONG_STATEMENT, mayHoldNeighbor, type Content } from './cuts';
import { expressionCut } from './cutValues';
import { bodyOf, expressionOf, spanOf, standInOf, type Declared, type DraftSymbol } from './declare';
import { leadAt, type Lead } from './lead';
import type { StandIn } from './rules';
import { lineSpan, plainFrame, type Frame, type Walk } from './walk';

/** Symbol kinds that can have accessors or arms. */
const ACCESSED: ReadonlySet<SymbolKind> = new Set(['Const', 'Field', 'Method', 'Macro']);

/** Cuts a symbol's body, unless it is short and may stay, or its author marked it to stay. */
export function cutBody(walk: Walk, declared: Declared, symbol: DraftSymbol): void {
  const { text, curated, frame } = walk;
  const { docstring, standIn, span, expression } = declared;
  if (declared.body === undefined) return;
  const body = { start: declared.body.start, end: Math.min(declared.body.end, span.end) };
  if (declared.keepsShort && lineSpan(walk, body) <= LONG_STATEMENT) return;
  if (mayHoldNeighbor(walk, span.start, body)) return;
  const from = Math.min(commentedStart(symbol), frame.wrapper?.span.start ?? Infinity);
  if (isCurated(curated, from, body.end)) return;
  if (expression !== undefined) {
    const start = withLeadingComments(walk, expression.start, span.start);
    keepCut(walk, expressionCut(walk, expression, start));
    return;
  }
  if (docstring === undefined) {
    const start = withLeadingComments(walk, body.start, span.start);
    const opens = declared.opens ?? start;
    const inside = insideBody(walk, { start: opens, end: body.end }, standIn);
    const braceLines = opens > start && hasLineAlone(walk, opens, inside) ? 1 : 0;
    const content = opens > start ? { start, end: inside.end, braceLines } : inside;
    keepCut(walk, bodyCut(walk, { start, end: body.end }, content, standIn));
    return;
  }
  const rest = text.slice(docstring.end, body.end);
  const separator = /^[ \t]*;/.exec(rest)?.[0].length ?? 0;
  const behind = { start: docstring.end + separator, end: body.end };
  keepCut(walk, bodyCut(walk, behind, behind, standIn));
}

/** Cuts the body of a nameless node: a property's accessor, a macro's arm. */
export function enterNameless(walk: Walk, typeId: number, lead: Lead): Frame {
  const { cursor, compiled, text, symbols, frame } = walk;
  const rule = compiled.bodyRule(typeId) ?? {};
  const node = cursor.currentNode;
  const body = bodyOf(node, rule, text);
  if (body === undefined) return plainFrame(walk, 'inside');
  const span = spanOf(body);
  const owner = rule.ofSymbolBefore === true ? widenLast(walk, span, node.endIndex) : undefined;
  const from = owner === undefined ? namelessStart(walk, node.startIndex, lead) : commentedStart(owner);
  if (!isCurated(walk.curated, from, span.end) && !mayHoldNeighbor(walk, node.startIndex, span)) {
    const standIn = standInOf(rule, body) ?? compiled.rules.standIns.body;
    const expression = expressionOf(rule, body);
    const cut =
      expression === undefined
        ? bodyCut(walk, span, insideBody(walk, span, standIn), standIn)
        : expressionCut(walk, expression, expression.start);
    keepCut(walk, cut);
  }
  const inner = { ...plainFrame(walk, 'inside'), folding: false, body: { span, drops: true } };
  return owner === undefined ? inner : { ...inner, symbol: symbols.length - 1, depth: frame.depth + 1 };
}

/** Assigns the last symbol the body beside it in the tree. */
function widenLast({ text, lines, symbols, frame }: Walk, body: Span, end: number): DraftSymbol | undefined {
  const symbol = symbols.at(-1);
  if (symbol?.parent !== frame.symbol || symbol.body !== undefined) return undefined;
  if (text.slice(symbol.range.end, Math.min(body.start, symbol.range.end + 100)).includes(';'))
    return undefined;
  symbol.body = body;
  symbol.range = trimSpan(text, symbol.range.start, end);
  symbol.endLine = lines.lineAt(symbol.range.end - 1);
  return symbol;
}

function commentedStart({ doc, range }: DraftSymbol): number {
  return Math.min(doc?.start ?? range.start, range.start);
}

/** The start of the node. An accessor is part of its property, including the property's comment. */
function namelessStart(walk: Walk, start: number, lead: Lead): number {
  const owner = walk.symbols[walk.frame.symbol];
  if (owner !== undefined && ACCESSED.has(owner.kind)) return commentedStart(owner);
  return Math.min(start, leadAt(walk, lead, start).comment?.start ?? start);
}

function insideBody({ text, compiled }: Walk, span: Span, { braces }: StandIn): Span {
  return insideBraces(text, span, braces ?? compiled.rules.braces);
}

/** Whether the brace at `opens` has no other content on its line. */
function hasLineAlone({ text, lines }: Walk, opens: number, inside: Span): boolean {
  const line = lines.lineAt(opens);
  const before = text.slice(lines.startOf(line), opens);
  const behind = text.slice(inside.start, Math.min(lines.endOf(line), inside.end));
  return inside.start > opens && before.trim() === '' && behind.trim() === '';
}

/** `inside` is the content that counts, without the closing brace. */
function bodyCut(walk: Walk, span: Span, inside: Content, standIn: StandIn): Cut | undefined {
  const { text, compiled } = walk;
  const content = { ...inside, ...trimSpan(text, inside.start, inside.end) };
  if (compiled.rules.emptyBodies?.includes(text.slice(content.start, content.end)) === true) return undefined;
  return cutParsed(walk, inside.end === span.end ? content : span, content, standIn);
}

function keepCut({ cuts }: Walk, cut: Cut | undefined): void {
  if (cut !== undefined) cuts.push(cut);
}

/** In languages without braces, comments between a signature and the first statement belong to no node of the body. */
export function withLeadingComments(
  { text, lines, compiled }: Walk,
  bodyStart: number,
  from: number,
): number {
  const { bodyComment } = compiled.rules;
  if (bodyComment === undefined) return bodyStart;
  let start = bodyStart;
  const columnOf = (offset: number): number => offset - lines.startOf(lines.lineAt(offset));
  const column = columnOf(bodyStart);
  if (text.slice(bodyStart - column, bodyStart).trim() !== '') return start;
  for (let line = lines.lineAt(bodyStart) - 1; line > 0; line -= 1) {
    const above = trimSpan(text, lines.startOf(line), lines.endOf(line));
    if (above.start === above.end) continue;
    if (above.start <= from || !text.startsWith(bodyComment, above.start)) break;
    // The stand-in begins where the cut does, and must be indented.
    if (columnOf(above.start) < column) break;
    start = above.start;
  }
  return start;
}
