/** Reads one declaration by its rule. */
import type { Span, SymbolKind } from '../facts/fileFacts';
import type { SymbolDraft } from '../facts/symbolPaths';
import { isAt, isPart, kindOf, nodeBy, partOf, textBy } from './lookups';
import type { FullRules, Place, StandIn, SymbolRule } from './rules';
import { nodeAt, nodesAt, textOf, unquoted, type SyntaxNode } from './syntax';

/** A symbol that its wrapper may still widen. */
export type DraftSymbol = { -readonly [Key in keyof SymbolDraft]: SymbolDraft[Key] };

/** A value, as far as it belongs to the declaration. */
export interface Value extends Span {
  /** Its node, or the last of several. */
  readonly node: SyntaxNode;
  /** Its node, or the first of several. */
  readonly first: SyntaxNode;
}

export interface Declared {
  readonly kind: SymbolKind;
  readonly names: readonly string[];
  readonly span: Span;
  /** End of the decorators among its first children; 0 if there are none. */
  readonly head: number;
  readonly decorators: readonly Span[];
  readonly body: Span | undefined;
  /** Start of the body itself, if the cut begins before it. */
  readonly opens: number | undefined;
  /** End of the signature, if there is a body or the rule gives it; else it ends with the declaration. */
  readonly signatureEnd: number | undefined;
  readonly value: Value | undefined;
  /** Whether it could have a value but has none. */
  readonly lacksValue: boolean;
  readonly docstring: Span | undefined;
  /** Documentation inside the declaration, before its body. */
  readonly doc: Span | undefined;
  readonly owner: string | undefined;
  readonly scope: string | undefined;
  /** Whether the skeleton cuts the body. */
  readonly drops: boolean;
  /** Otherwise only named functions and types in the body count. */
  readonly holdsMembers: boolean;
  readonly keepsShort: boolean;
  readonly standIn: StandIn;
  /** The value of a body that is not a block. */
  readonly expression: Value | undefined;
}

interface Context {
  readonly rules: FullRules;
  readonly text: string;
  readonly place: Place;
}

const TYPES: ReadonlySet<SymbolKind | undefined> = new Set(['Class', 'Struct', 'Interface', 'Trait', 'Enum']);
const CALLABLES: ReadonlySet<SymbolKind> = new Set(['Func', 'Method', 'Macro', 'Test']);

/** Undefined if the node declares nothing here, or has no name. */
export function declare(
  node: SyntaxNode,
  rule: SymbolRule,
  { rules, text, place }: Context,
): Declared | undefined {
  if (rule.only !== undefined && !isAt(place, rule.only)) return undefined;
  const plain = kindOf(node, rule.kind, { place, text });
  if (plain === undefined) return undefined;
  const kind = rule.member !== undefined && TYPES.has(place.parent) ? rule.member : plain;
  const callable = CALLABLES.has(kind);
  if (place.zone === 'dropped' && (kind === 'Const' || kind === 'Field')) return undefined;

  const names = namesOf(node, rule, { text, place });
  if (names.length === 0) return undefined;
  const body = bodyOf(node, rule, text);
  const bodyStart = body && nodeBy(node, rule.bodyStart, text)?.startIndex;
  const drops =
    body && rule.dropsBody !== undefined
      ? rule.dropsBody(body, node, text)
      : callable && rule.keepsBody !== true;
  const docstring = body && rules.docstring?.(body, kind);
  const doc = nodeBy(node, rule.doc, text);
  const value = nodeBy(node, rule.value, text);
  const decorators = leadingDecorators(node, rules);
  return {
    kind,
    names,
    span: spanOf(node),
    head: decorators.at(-1)?.end ?? 0,
    decorators,
    body: body && { start: bodyStart ?? body.startIndex, end: body.endIndex },
    opens: bodyStart === undefined ? undefined : body?.startIndex,
    signatureEnd: nodeBy(node, rule.signatureTo, text)?.startIndex ?? bodyStart ?? body?.startIndex,
    value: valueOf(value),
    lacksValue: rule.value !== undefined && value === undefined,
    docstring: docstring && spanOf(docstring),
    doc: doc && spanOf(doc),
    owner: textBy(node, rule.owner, text),
    scope: textBy(node, rule.scope, text),
    drops,
    holdsMembers: !drops && (!callable || rule.dropsBody !== undefined),
    keepsShort: rule.keepsShort === true,
    standIn: standInOf(rule, body) ?? rules.standIns.body,
    expression: expressionOf(rule, body),
  };
}

/** The text to the left of a declared name, from the start of its statement: `static final int `. */
export function modifiersBefore({ startIndex }: SyntaxNode, text: string): string {
  const before = text.slice(Math.max(0, startIndex - 300), startIndex);
  let from = before.length;
  while (from > 0 && !';{}'.includes(before.charAt(from - 1))) from -= 1;
  return before.slice(from);
}

/** Anything longer is an expression, not a name. */
const MAX_NAME = 200;

function namesOf(
  node: SyntaxNode,
  rule: SymbolRule,
  { text, place }: Pick<Context, 'text' | 'place'>,
): readonly string[] {
  const found = foundName(node, rule, { text, place });
  if (found === undefined) return [];
  const names = typeof found === 'string' ? [found] : isNode(found) ? [unquoted(nameOf(found, text))] : found;
  return names.map(plainName).filter((name) => name !== '');
}

/** A name; operators lose their parentheses. */
function nameOf(node: SyntaxNode, text: string): string {
  const written = textOf(node, text);
  return written.startsWith('(') ? written.replace(/^\(\s*(.*?)\s*\)$/s, '$1') : written;
}

function foundName(
  node: SyntaxNode,
  { name = 'name', names }: SymbolRule,
  { text, place }: Pick<Context, 'text' | 'place'>,
): SyntaxNode | string | readonly string[] | undefined {
  if (names !== undefined) return nodesAt(node, names).map((each) => nameOf(each, text));
  if (typeof name === 'function') return name(node, text, place);
  return isPart(name) ? partOf(node, name, text) : nodeAt(node, name);
}

function plainName(name: string): string {
  const short = name.slice(0, MAX_NAME);
  return /\s/.test(short) ? short.replaceAll(/\s+/g, ' ').trim() : short;
}

function isNode(found: SyntaxNode | readonly unknown[]): found is SyntaxNode {
  return !Array.isArray(found);
}

/** The body of a symbol, or of a nameless node with a body. */
export function bodyOf(
  node: SyntaxNode,
  rule: Pick<SymbolRule, 'body'>,
  text: string,
): SyntaxNode | undefined {
  return nodeBy(node, rule.body ?? 'body', text);
}

/** Undefined if the language's default applies. */
export function standInOf(
  { standIn }: Pick<SymbolRule, 'standIn'>,
  body: SyntaxNode | undefined,
): StandIn | undefined {
  return typeof standIn === 'function' ? body && standIn(body) : standIn;
}

/** Undefined if the body is a block. */
export function expressionOf(
  { expression }: Pick<SymbolRule, 'expression'>,
  body: SyntaxNode | undefined,
): Value | undefined {
  if (body === undefined || expression === undefined) return undefined;
  if (typeof expression === 'function') return valueOf(expression(body));
  return body.type === expression.unless ? undefined : valueOf(body);
}

/** A grammar may have no node for a whole value. */
function valueOf(found: SyntaxNode | readonly SyntaxNode[] | undefined): Value | undefined {
  if (found === undefined) return undefined;
  const nodes = isNode(found) ? [found] : found;
  const [first] = nodes;
  const node = nodes.at(-1);
  return first && node && { node, first, start: first.startIndex, end: node.endIndex };
}

/** The decorators among its first children, or among keywords at its start. */
export function leadingDecorators(node: SyntaxNode, rules: FullRules): readonly Span[] {
  const first = node.firstNamedChild;
  if (first === null) return [];
  if (rules.modifiers?.includes(first.type) === true) return leadingDecorators(first, rules);
  if (!rules.decorators.includes(first.type)) return [];
  const spans: Span[] = [];
  for (const child of node.namedChildren) {
    if (!rules.decorators.includes(child.type)) break;
    spans.push(spanOf(child));
  }
  return spans;
}

/** The span of a node. */
export function spanOf({ startIndex, endIndex }: SyntaxNode): Span {
  return { start: startIndex, end: endIndex };
}
