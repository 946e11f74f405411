/** Reads one declaration by its rule. */
import type { Span, SymbolKind } from '../facts/fileFacts';
import type { SymbolDraft } from '../facts/symbolPaths';
import type { GrammarRules, ImportRule, Place, StandIn, SymbolRule } from './rules';
import { nodeAt, type SyntaxNode } from './syntax';

/** A symbol that its wrapper may still widen. */
export type DraftSymbol = { -readonly [Key in keyof SymbolDraft]: SymbolDraft[Key] };

/** A value, as far as it belongs to the declaration. */
export interface Value extends Span {
  readonly node: SyntaxNode;
}

export interface Declared {
  readonly kind: SymbolKind;
  readonly names: readonly string[];
  readonly span: Span;
  /** Where decorators that are its first children end; 0 without any. */
  readonly head: number;
  readonly decorators: readonly Span[];
  readonly body: Span | undefined;
  /** Where the body itself begins, if what is left out begins before it. */
  readonly opens: number | undefined;
  /** Where the signature ends, when there is a body or it is told; else with the declaration. */
  readonly signatureEnd: number | undefined;
  readonly value: Value | undefined;
  /** Whether it could have a value and has none. */
  readonly lacksValue: boolean;
  readonly docstring: Span | undefined;
  /** Documentation that stands in it before its body. */
  readonly doc: Span | undefined;
  readonly owner: string | undefined;
  readonly scope: string | undefined;
  /** Whether the skeleton leaves the body out. */
  readonly drops: boolean;
  /** Otherwise only functions and types with names count in the body. */
  readonly holdsMembers: boolean;
  readonly keepsShort: boolean;
  readonly standIn: StandIn;
  /** The value that the body gives, where it is no block. */
  readonly expression: Value | undefined;
}

interface Context {
  readonly rules: GrammarRules;
  readonly text: string;
  readonly place: Place;
}

const TYPES: ReadonlySet<SymbolKind | undefined> = new Set(['Class', 'Struct', 'Interface', 'Trait', 'Enum']);
const CALLABLES: ReadonlySet<SymbolKind> = new Set(['Func', 'Method', 'Macro', 'Test']);

/** Undefined where the node declares nothing here, or has no name. */
export function declare(
  node: SyntaxNode,
  rule: SymbolRule,
  { rules, text, place }: Context,
): Declared | undefined {
  const plain = typeof rule.kind === 'string' ? rule.kind : rule.kind(node, place, text);
  if (plain === undefined) return undefined;
  const kind = rule.member !== undefined && TYPES.has(place.parent) ? rule.member : plain;
  const callable = CALLABLES.has(kind);
  if (place.zone === 'dropped' && (kind === 'Const' || kind === 'Field')) return undefined;

  const names = namesOf(node, rule, text);
  if (names.length === 0) return undefined;
  const body = bodyOf(node, rule, text);
  const bodyStart = body && rule.bodyStart?.(node)?.startIndex;
  const drops =
    body && rule.dropsBody !== undefined
      ? rule.dropsBody(body, node, text)
      : callable && rule.keepsBody !== true;
  const docstring = body && rules.docstring?.(body, kind);
  const doc = rule.doc?.(node, text);
  const value = typeof rule.value === 'string' ? nodeAt(node, rule.value) : rule.value?.(node, text);
  const decorators = leadingDecorators(node, rules);
  return {
    kind,
    names,
    span: spanOf(node),
    head: decorators.at(-1)?.end ?? 0,
    decorators,
    body: body && { start: bodyStart ?? body.startIndex, end: body.endIndex },
    opens: bodyStart === undefined ? undefined : body?.startIndex,
    signatureEnd: rule.signatureTo?.(node)?.startIndex ?? bodyStart ?? body?.startIndex,
    value: value && valueOf(value),
    lacksValue: rule.value !== undefined && value === undefined,
    docstring: docstring && spanOf(docstring),
    doc: doc && spanOf(doc),
    owner: rule.owner?.(node, text),
    scope: rule.scope?.(node, text),
    drops,
    holdsMembers: !drops && (!callable || rule.dropsBody !== undefined),
    keepsShort: rule.keepsShort === true,
    standIn: standInOf(rule, body) ?? rules.standIns.body,
    expression: expressionOf(rule, body),
  };
}

/** Module names of an import. */
export function importSources(
  node: SyntaxNode,
  rule: ImportRule | undefined,
  text: string,
): readonly string[] {
  if (rule === undefined) return [];
  if (typeof rule.sources !== 'string') return rule.sources(node, text);
  const source = nodeAt(node, rule.sources);
  return source === undefined ? [] : [unquoted(textOf(source, text))];
}

export function textOf(node: SyntaxNode, text: string): string {
  return text.slice(node.startIndex, node.endIndex);
}

/** What stands on the left of a declared name, from the beginning of its statement: `static final int `. */
export function modifiersBefore({ startIndex }: SyntaxNode, text: string): string {
  const before = text.slice(Math.max(0, startIndex - 300), startIndex);
  return before.slice(before.search(/[^;{}]*$/));
}

/** Without the quotes around it. */
export function unquoted(text: string): string {
  return /^(["'`]).*\1$/s.test(text) ? text.slice(1, -1) : text;
}

/** A name longer than this is no name but a whole expression. */
const MAX_NAME = 200;

function namesOf(node: SyntaxNode, rule: SymbolRule, text: string): readonly string[] {
  const found = typeof rule.name === 'function' ? rule.name(node, text) : nodeAt(node, rule.name ?? 'name');
  if (found === undefined) return [];
  const names = typeof found === 'string' ? [found] : isNode(found) ? [unquoted(textOf(found, text))] : found;
  return names
    .map((name) => name.slice(0, MAX_NAME).replaceAll(/\s+/g, ' ').trim())
    .filter((name) => name !== '');
}

function isNode(found: SyntaxNode | readonly unknown[]): found is SyntaxNode {
  return 'startIndex' in found;
}

/** The body of a symbol, or of what has a body without being one. */
export function bodyOf(
  node: SyntaxNode,
  rule: Pick<SymbolRule, 'body'>,
  text: string,
): SyntaxNode | undefined {
  if (typeof rule.body === 'function') return rule.body(node, text);
  return nodeAt(node, rule.body ?? 'body');
}

/** Undefined where the language's own serves. */
export function standInOf(
  { standIn }: Pick<SymbolRule, 'standIn'>,
  body: SyntaxNode | undefined,
): StandIn | undefined {
  return typeof standIn === 'function' ? body && standIn(body) : standIn;
}

/** Undefined where the body is a block. */
export function expressionOf(
  { expression }: Pick<SymbolRule, 'expression'>,
  body: SyntaxNode | undefined,
): Value | undefined {
  const found = body && expression?.(body);
  if (found === undefined) return undefined;
  const nodes = isNode(found) ? [found] : found;
  const [first] = nodes;
  const last = nodes.at(-1);
  return first && last && { node: last, start: first.startIndex, end: last.endIndex };
}

function valueOf(node: SyntaxNode): Value {
  return { node, ...spanOf(node) };
}

/** Those that are its first children, or among the keywords that are. */
export function leadingDecorators(node: SyntaxNode, rules: GrammarRules): readonly Span[] {
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

export function spanOf({ startIndex, endIndex }: SyntaxNode): Span {
  return { start: startIndex, end: endIndex };
}
