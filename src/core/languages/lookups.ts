/** Finds what a rule points to in a node: other nodes, names, kinds, and modules. */
import type { SymbolKind } from '../facts/fileFacts';
import type {
  ImportNamesRule,
  KindTable,
  NodeRule,
  Place,
  PlaceRule,
  SourcesRule,
  SymbolRule,
  TextPart,
  TextRule,
} from './rules';
import { lastOfPath, listedNames } from './listedNames';
import { nodeAt, nodesAt, textOf, unquoted, type SyntaxNode } from './syntax';

/** Whether a declaration may be at this place. */
export function isAt({ zone, block, wrapper, parent }: Place, rule: PlaceRule): boolean {
  if (rule.zone !== undefined && rule.zone !== zone) return false;
  if (rule.block !== undefined && rule.block !== block) return false;
  if (rule.wrapper !== undefined && rule.wrapper !== wrapper) return false;
  if (rule.parents === undefined) return true;
  return parent === undefined ? rule.parents.length === 0 : rule.parents.includes(parent);
}

/** The kind of a declaration; undefined if the node declares nothing there. */
export function kindOf(
  node: SyntaxNode,
  kind: SymbolRule['kind'],
  { place, text }: { readonly place: Place; readonly text: string },
): SymbolKind | undefined {
  if (typeof kind === 'string') return kind;
  return typeof kind === 'function' ? kind(node, place, text) : kindInTable(node, kind, text);
}

function kindInTable(node: SyntaxNode, table: KindTable, text: string): SymbolKind | undefined {
  const key = 'match' in table ? partOf(node, table, text) : nodeAt(node, table.at)?.type;
  return key !== undefined && Object.hasOwn(table.kinds, key) ? table.kinds[key] : table.otherwise;
}

/** The node that a rule points to; undefined without a rule. */
export function nodeBy<Found>(
  node: SyntaxNode,
  rule: NodeRule<Found> | undefined,
  text: string,
): SyntaxNode | Found | undefined {
  if (rule === undefined) return undefined;
  return typeof rule === 'function' ? rule(node, text) : nodeAt(node, rule);
}

/** The text that a rule points to; undefined without a rule. */
export function textBy(node: SyntaxNode, rule: TextRule | undefined, text: string): string | undefined {
  return typeof rule === 'function' ? rule(node, text) : rule && partOf(node, rule, text);
}

/** In UTF-16 units. */
const LONGEST_PART = 300;

/** The part of a node's text that matches. */
export function partOf(node: SyntaxNode, { at, match }: TextPart, text: string): string | undefined {
  const found = at === undefined ? node : nodeAt(node, at);
  if (found === undefined) return undefined;
  const { startIndex, endIndex } = found;
  const start = text.slice(startIndex, Math.min(endIndex, startIndex + LONGEST_PART));
  return match.exec(start)?.findLast((part) => part !== undefined);
}

/** The modules that a node imports. */
export function sourcesOf(node: SyntaxNode, rule: SourcesRule | undefined, text: string): readonly string[] {
  if (rule === undefined) return [];
  if (typeof rule === 'function') return rule(node, text);
  if (isPart(rule)) return [partOf(node, rule, text) ?? []].flat().map(unquoted);
  return nodesAt(node, rule).map((source) => unquoted(textOf(source, text)));
}

/** Whether a rule is the part of a text and not a path. */
export function isPart(rule: object | string): rule is TextPart {
  return typeof rule === 'object' && 'match' in rule;
}

/** The names that an import statement lists. */
export function namesInImport(statement: string, rule: ImportNamesRule | undefined): readonly string[] {
  if (rule === undefined) return [];
  if (typeof rule === 'function') return rule(statement);
  return 'list' in rule
    ? listedNames(rule.list.exec(statement)?.[1] ?? '')
    : lastOfPath(rule.path.exec(statement)?.[1]);
}
