import type { SymbolKind } from '../facts/fileFacts';
import type { GrammarRules } from './rules';
import { nodeAt, valueAfterEquals, type SyntaxNode } from './syntax';
import { lineStandIns } from './standIns';
import { partOf } from './lookups';
import { outside } from './topLevel';

const IMPORT = { match: /@import\("([^"\n]+)"\)/ };

export const zig: GrammarRules = {
  kind: 'grammar',
  id: 'zig',
  grammar: 'zig',
  symbols: {
    function_declaration: { kind: kindOfFunction, member: 'Method', dropsBody: (body) => !givesType(body) },
    variable_declaration: {
      kind: kindOfVariable,
      name: '(identifier)',
      body: members,
      value: valueAfterEquals,
    },
    container_field: { kind: 'Field', value: valueAfterEquals },
    test_declaration: { kind: 'Test', name: nameOfTest, body: '(block)' },
  },
  wrappers: { variable_declaration: { imports: IMPORT } },
  bodies: { comptime_declaration: { body: '(block)' } },
  imports: { using_namespace_declaration: { sources: IMPORT } },
  names: { names: ['identifier'], arguments: ['arguments'] },
  // `A` of `const B = @import("x").A`
  importNames: { list: /@import\([^()]*\)\.(\w+)/ },
  signatures: { parameters: 'a: T', result: outside(/(?:callconv\([^)]*\)\s*)?(?=[^\s{])/) },
  enter: ['block_expression', 'comptime_statement', 'call_expression', 'arguments', 'field_expression'],
  containers: [
    'expression_statement',
    'return_expression',
    'struct_declaration',
    'enum_declaration',
    'union_declaration',
    'opaque_declaration',
  ],
  nestedHint: /\b(?:fn|struct|enum|union|opaque)\b/,
  folds: {
    block: 'block',
    initializer_list: 'brackets',
    arguments: 'brackets',
  },
  values: { binary_expression: 'head', call_expression: 'head', field_expression: 'head' },
  standIns: { ...lineStandIns('//'), body: { text: '{} // %', endsLine: true } },
  exported: ({ signature }) => /^(?:pub|export)\b/.test(signature),
};

const KINDS: Readonly<Record<string, SymbolKind>> = {
  struct_declaration: 'Struct',
  union_declaration: 'Struct',
  opaque_declaration: 'Struct',
  enum_declaration: 'Enum',
  error_set_declaration: 'Enum',
};

/** A type is a constant too, but an imported file is not. */
function kindOfVariable(node: SyntaxNode, _: unknown, text: string): SymbolKind | undefined {
  const value = valueAfterEquals(node);
  if (value?.type === 'builtin_function' && partOf(value, IMPORT, text) !== undefined) return undefined;
  return (value && KINDS[value.type]) ?? 'Const';
}

/** A type's members, including its keyword: they are one node. */
function members(node: SyntaxNode): SyntaxNode | undefined {
  const value = valueAfterEquals(node);
  return value !== undefined && KINDS[value.type] !== undefined ? value : undefined;
}

/** `fn List(comptime T: type) type { return struct { … } }` declares a type whose members must be visible. */
function kindOfFunction(node: SyntaxNode): SymbolKind {
  const body = nodeAt(node, 'body');
  return body !== undefined && givesType(body) ? 'Struct' : 'Func';
}

function givesType(body: SyntaxNode): boolean {
  const last = body.namedChildren.at(-1);
  const given = last?.firstNamedChild?.firstNamedChild;
  return (
    last?.type === 'expression_statement' && given !== null && given !== undefined && given.type in KINDS
  );
}

function nameOfTest(node: SyntaxNode): SyntaxNode | string {
  const name = node.firstNamedChild;
  return name === null || name.type === 'block' ? 'test' : name;
}
