/** Records the symbols of a declaration: place, signature, doc, and whether they are exported. */
import type { Span } from '../facts/fileFacts';
import { trimSpan } from '../facts/lineTable';
import { withLeadingComments } from './cutBodies';
import { LONG_STATEMENT } from './cuts';
import type { Declared, DraftSymbol } from './declare';
import type { Lead } from './lead';
import { lineSpan, type Frame, type Walk, type Wrapper } from './walk';

/** `outer` is the frame around the declaration. */
export function recordSymbol(
  walk: Walk,
  declared: Declared,
  { name, lead, outer }: { name: string; lead: Lead; outer: Frame },
): void {
  const { text, lines, symbols, definitions } = walk;
  const { kind, span, body } = declared;
  const head = Math.min(lead.prefix ?? span.start, span.start);
  const range = trimSpan(text, Math.min(lead.decorators[0]?.start ?? head, head), span.end);
  const doc = declared.docstring ?? declared.doc ?? lead.comment;
  const first = outermostStart(outer.wrapper, span.start);
  const signatureStart = Math.max(Math.min(first, head), lead.decorators.at(-1)?.end ?? 0, declared.head);
  const signature = signatureOf(walk, declared, signatureStart);
  symbols.push({
    kind,
    name,
    parent: outer.symbol,
    range,
    startLine: lines.lineAt(range.start),
    endLine: lines.lineAt(Math.max(range.start, range.end - 1)),
    signature,
    // A body that the parser found missing is placed after the white space at the end of the text.
    ...(body === undefined || body.start > range.end
      ? {}
      : { body: { start: body.start, end: Math.min(body.end, range.end) } }),
    ...(doc === undefined ? {} : { doc }),
    decorators: [...lead.decorators, ...declared.decorators],
    exported: isExported(walk, declared, name, outer),
    ...(declared.owner === undefined ? {} : { owner: declared.owner }),
    ...(declared.scope === undefined ? {} : { scope: declared.scope }),
  });
  const end = body?.start ?? range.end;
  definitions.push({ name, start: signature.start, end });
  // A type signature before the definition also names it.
  if (lead.prefix !== undefined) definitions.push({ name, start: span.start, end });
  outer.wrapper?.made.push(symbols.length - 1);
}

/** Extends the previous symbol if this declaration is another equation of it. */
export function joinSymbol(walk: Walk, { kind, span }: Declared, name: string): number | undefined {
  const { text, lines, symbols, definitions, frame } = walk;
  const { latest = -1 } = frame;
  const symbol = symbols[latest];
  if (symbol === undefined || symbol.kind !== kind || symbol.name !== name) return undefined;
  const { start } = symbol.range;
  symbol.range = trimSpan(text, start, span.end);
  symbol.endLine = lines.lineAt(Math.max(start, symbol.range.end - 1));
  definitions.push({ name, start: span.start, end: span.end });
  return latest;
}

/** `const` in `const { a, b } = f()` belongs to both names. */
export function shareHead({ lines }: Walk, { signature }: DraftSymbol, other: DraftSymbol): void {
  other.signature = signature;
  other.range = { start: Math.min(signature.start, other.range.start), end: other.range.end };
  other.startLine = lines.lineAt(other.range.start);
}

/** Start of the outermost statement in which the declaration comes first. */
function outermostStart(wrapper: Wrapper | undefined, start: number): number {
  let first = start;
  for (let outer = wrapper; outer !== undefined && outer.made.length === 0; outer = outer.outer) {
    first = Math.min(first, outer.span.start);
  }
  return first;
}

/** A long constant without a body shows its first line. */
function signatureOf(walk: Walk, declared: Declared, start: number): Span {
  const { text, lines, compiled } = walk;
  const { kind, span, body, signatureEnd } = declared;
  if (signatureEnd !== undefined) {
    const head = { start, end: withLeadingComments(walk, signatureEnd, span.start) };
    const whole = withoutPragmas(walk, head);
    // The body's node may begin after its opening character.
    return /\s[={]$/.test(text.slice(Math.max(start, whole.end - 2), whole.end))
      ? trimSpan(text, start, whole.end - 1)
      : whole;
  }
  const long = (mayLackValue(declared) || kind === 'Macro') && lineSpan(walk, span) > LONG_STATEMENT;
  const whole = trimSpan(
    text,
    start,
    long ? Math.min(span.end, lines.endOf(lines.lineAt(span.start))) : span.end,
  );
  // The head of a conditionally compiled function ends with its brace, read as a semicolon.
  return compiled.rules.directives === true &&
    body === undefined &&
    /Func|Method/.test(kind) &&
    text[whole.end - 1] === '{'
    ? trimSpan(text, start, whole.end - 1)
    : whole;
}

const PRAGMA = /^[ \t]*#[ \t]*(?:pragma|region|endregion|nullable|line)\b/;
const IF = /^[ \t]*#[ \t]*if/m;
const ENDIF = /^[ \t]*#[ \t]*endif\b/;

/** Trims white space, and directives at the start and end that choose nothing in the head. */
function withoutPragmas({ text, lines, compiled }: Walk, head: Span): Span {
  let span = trimSpan(text, head.start, head.end);
  if (compiled.rules.directives !== true) return span;
  while (PRAGMA.test(text.slice(span.start, span.end)))
    span = trimSpan(text, Math.min(span.end, lines.endOf(lines.lineAt(span.start))), span.end);
  for (;;) {
    const line = lines.startOf(lines.lineAt(Math.max(span.start, span.end - 1)));
    const last = text.slice(line, span.end);
    // It belongs to an `#if` before the head, whose branches are heads that share the body.
    const endsChoice = ENDIF.test(last) && !IF.test(text.slice(span.start, line));
    if (line <= span.start || !(endsChoice || PRAGMA.test(last))) return span;
    span = trimSpan(text, span.start, line);
  }
}

/** A symbol without the value it could have is a type. Its whole text shows how to use it. */
export function mayLackValue({ kind, value, lacksValue }: Declared): boolean {
  return (kind === 'Const' && !lacksValue) || (kind === 'Field' && value !== undefined);
}

function isExported({ text, compiled }: Walk, declared: Declared, name: string, outer: Frame): boolean {
  if (outer.zone === 'dropped') return false;
  const { kind, span, body, head } = declared;
  let { start } = span;
  for (let wrapper = outer.wrapper; wrapper !== undefined; wrapper = wrapper.outer) {
    if (wrapper.rule.exported === true) return true;
    start = Math.min(start, wrapper.span.start);
  }
  const { exported, keyword } = compiled.rules;
  if (exported === undefined) return false;
  // Text inside attributes says nothing about it.
  const from = Math.max(start, head);
  const signature = text.slice(from, Math.min(body?.start ?? span.end, from + 400));
  const modifiers = keyword === undefined ? signature : signature.slice(0, signature.search(keyword));
  return exported({ name, signature: modifiers, kind });
}
