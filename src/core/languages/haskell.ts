import type { SymbolKind } from '../facts/fileFacts';
import type { GrammarRules, LeadKind, Place } from './rules';
import { nodeAt, textOf, type SyntaxNode } from './syntax';
import { lineStandIns } from './standIns';
import { listedNames } from './listedNames';

/** A type signature belongs to the function after it, and all equations of a function make one symbol. */
export const haskell: GrammarRules = {
  kind: 'grammar',
  id: 'haskell',
  grammar: 'haskell',
  symbols: {
    function: {
      // `a -> b` has the same node type.
      kind: { at: 'match', kinds: { match: 'Func' } },
      member: 'Method',
      name: nameOfFunction,
      body: lastPart,
      bodyStart: 'match',
      expression: givenValue,
      joins: true,
    },
    bind: {
      kind: kindOfBind,
      member: 'Method',
      body: (node, text) => (isFunction(node, text) ? lastPart(node) : undefined),
      bodyStart: 'match',
      expression: givenValue,
      value: 'match.expression',
      joins: true,
    },
    // Only a class's signature is a symbol; any other belongs to the definition after it.
    signature: {
      kind: 'Method',
      only: { parents: ['Trait'] },
      name: (node) => node.firstNamedChild ?? undefined,
      joins: true,
    },
    foreign_import: { kind: 'Func', name: 'signature.name' },
    pattern_synonym: { kind: 'Func', name: { match: /^pattern\s+(\w+)/ }, joins: true, keepsBody: true },
    data_type: { kind: 'Type' },
    newtype: { kind: 'Type' },
    type_synomym: { kind: 'Type' },
    type_family: { kind: 'Type' },
    data_family: { kind: 'Type' },
    data_constructor: { kind: 'Field', name: ['constructor.name', 'constructor.operator'] },
    newtype_constructor: { kind: 'Field' },
    gadt_constructor: { kind: 'Field', name: ['name', 'names'] },
    field: { kind: 'Field', names: '(field_name)' },
    class: { kind: 'Trait', body: 'declarations' },
    instance: { kind: 'Class', name: nameOfInstance, body: 'declarations' },
  },
  wrappers: { header: { keeps: true, exports: exportedNames }, data_instance: {} },
  imports: { imports: { sources: '(import).module' } },
  comments: ['comment', 'haddock'],
  names: {
    names: ['variable', 'constructor', 'name', 'module_id'],
    arguments: [],
    heads: { apply: 0 },
  },
  importNames,
  signatures: { parameters: 'words', variables: 'a: T' },
  leads: { signature: leadOfSignature, pragma: leadOfPragma },
  directives: true,
  containers: ['declarations'],
  enter: [
    'class_declarations',
    'instance_declarations',
    'data_constructors',
    'gadt_constructors',
    'record',
    'fields',
    'match',
    'local_binds',
    'let_in',
    'let',
    'do',
  ],
  nestedHint: /\b(?:where|let)\b/,
  folds: { list: 'brackets' },
  values: { infix: 'head', apply: 'head' },
  standIns: { ...lineStandIns('--'), body: { text: '= _ -- % hidden', endsLine: true } },
};

/** A name; operators lose their parentheses. */
function bare(node: SyntaxNode | null, text: string): string | undefined {
  return node === null ? undefined : textOf(node, text).replace(/^\(\s*(.*?)\s*\)$/s, '$1');
}

/** `f x`, `x +++ y`, `(f . g) x`. */
function nameOfFunction(node: SyntaxNode, text: string): string | undefined {
  const name = nodeAt(node, 'name');
  if (name !== undefined) return bare(name, text);
  const head = node.firstNamedChild;
  if (head === null) return undefined;
  const operator = nodeAt(head, 'operator');
  if (operator !== undefined) return textOf(operator, text).replaceAll('`', '');
  const inner = nodeAt(head, 'name') ?? head.firstNamedChild;
  return inner === null ? undefined : nameInside(inner, text);
}

function nameInside(head: SyntaxNode, text: string): string | undefined {
  return bare(nodeAt(head, 'operator') ?? nodeAt(head, 'name') ?? head, text);
}

const KIND_FROM_SIGNATURE = 600;

/** A binding without parameters is a function if its type is one, or if it has guards or local definitions. */
function isFunction(node: SyntaxNode, text: string): boolean {
  const name = nodeAt(node, 'name');
  if (name === undefined) return false;
  if (node.childForFieldName('binds') !== null) return true;
  const before = text.slice(Math.max(0, node.startIndex - KIND_FROM_SIGNATURE), node.startIndex);
  const at = before.lastIndexOf(`${textOf(name, text)} ::`);
  const type = at < 0 ? '' : before.slice(at);
  // A type that ends before this binding begins.
  return /->|::\s*(?:\w+\s+)?IO\b/.test(type) && !/\n\S[^\n]* = /.test(type);
}

function kindOfBind(node: SyntaxNode, { zone, parent }: Place, text: string): SymbolKind | undefined {
  if (parent === 'Trait' || parent === 'Class') return 'Method';
  if (zone === 'dropped') return undefined;
  return isFunction(node, text) ? 'Func' : 'Const';
}

function lastPart(node: SyntaxNode): SyntaxNode | undefined {
  return nodeAt(node, 'binds') ?? node.namedChildren.findLast(({ type }) => type === 'match');
}

/** The value after a single `=`. With guards or local definitions, the body is not a single value. */
function givenValue(body: SyntaxNode): SyntaxNode | undefined {
  return body.firstChild?.type === '=' ? nodeAt(body, 'expression') : undefined;
}

/** `Show (Expr a)` of `instance Eq a => Show (Expr a) where`. */
function nameOfInstance(node: SyntaxNode, text: string): string | undefined {
  const name = nodeAt(node, 'name');
  const types = nodeAt(node, 'patterns');
  return name && text.slice(name.startIndex, types?.endIndex ?? name.endIndex);
}

/** Only module-level signatures; in a class they are members. */
function leadOfSignature(text: string, start: number): LeadKind | undefined {
  return start === 0 || text[start - 1] === '\n' ? 'prefix' : undefined;
}

/** A pragma such as `{-# INLINE load #-}` may separate a signature from its function. */
function leadOfPragma(text: string, start: number): LeadKind | undefined {
  return /^\{-#\s*(?:INLINE|NOINLINE|INLINABLE|INLINEABLE|SPECIALI[SZ]E|OPAQUE)/i.test(
    text.slice(start, start + 40),
  )
    ? 'decorator'
    : undefined;
}

/** The names that `module App (load, Store (..)) where` exports. */
function exportedNames(node: SyntaxNode, text: string): readonly string[] {
  return (nodeAt(node, 'exports')?.namedChildren ?? []).flatMap((item) => {
    const name = nodeAt(item, 'variable') ?? nodeAt(item, 'type') ?? nodeAt(item, 'operator');
    return (name && bare(name, text)) ?? [];
  });
}

/** `a`, `B` and `c` of `import M (a, B (..))`, `import N (c)`. */
function importNames(statement: string): readonly string[] {
  return [...statement.matchAll(/\bimport\b[^()\n]*?(\bhiding\s*)?\(((?:[^()]|\([^()]*\))*)\)/g)].flatMap(
    ([, hiding, list = '']) =>
      hiding === undefined ? listedNames(list.replaceAll(/\([^()]*\)|\btype\b/g, '')) : [],
  );
}
