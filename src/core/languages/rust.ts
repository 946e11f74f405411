import type { SymbolKind } from '../facts/fileFacts';
import { blankItemMacros } from './rustMacros';
import type { GrammarRules, Place } from './rules';
import { nodeAt, textOf, type SyntaxNode } from './syntax';
import { outside } from './topLevel';

/** Fields in braces. Fields in parentheses are part of the signature, like a function's parameters. */
const NAMED_FIELDS = 'body:(field_declaration_list)';

/** The bare name of the type: `Store` for `&'a mut store::Store<T>`. */
const IMPLEMENTED = { at: 'type', match: /(?:\w+::)*(\w+)(?=\s*(?:<|$))/ };

export const rust: GrammarRules = {
  kind: 'grammar',
  id: 'rust',
  grammar: 'rust',
  symbols: {
    function_item: { kind: kindOfFunction, member: 'Method' },
    function_signature_item: { kind: 'Func', member: 'Method' },
    struct_item: { kind: 'Struct', body: NAMED_FIELDS },
    union_item: { kind: 'Struct' },
    enum_item: { kind: 'Enum' },
    trait_item: { kind: 'Trait' },
    impl_item: { kind: 'Class', name: nameOfImpl, scope: IMPLEMENTED },
    mod_item: { kind: 'Module' },
    macro_definition: { kind: 'Macro' },
    type_item: { kind: 'Type' },
    associated_type: { kind: 'Type', neverNested: true },
    const_item: { kind: kindOfConstant, value: 'value', neverNested: true },
    static_item: { kind: 'Const', value: 'value', neverNested: true },
    field_declaration: { kind: 'Field', neverNested: true },
    enum_variant: { kind: 'Field', body: NAMED_FIELDS, value: 'value', neverNested: true },
  },
  wrappers: { use_declaration: { keeps: true, imports: importedPaths, reExports: reExportedPaths } },
  bodies: { macro_rule: { body: 'right' } },
  imports: { extern_crate_declaration: { sources: 'name' } },
  comments: ['line_comment', 'block_comment'],
  names: {
    names: ['identifier', 'field_identifier', 'shorthand_field_identifier', 'type_identifier'],
    // A macro's arguments are a token tree.
    arguments: ['arguments', 'token_tree'],
    typeArguments: ['type_arguments'],
  },
  importNames,
  signatures: { parameters: 'a: T', result: outside(/->/), bases: outside(/:(?!:)/) },
  decorators: ['attribute_item'],
  enter: [
    'declaration_list',
    'foreign_mod_item',
    'expression_statement',
    'let_declaration',
    'if_expression',
    'match_expression',
    'match_block',
    'match_arm',
    'loop_expression',
    'for_expression',
    'while_expression',
    'unsafe_block',
    'async_block',
    'const_block',
    'closure_expression',
    'assignment_expression',
    'try_expression',
    'await_expression',
    'reference_expression',
    'field_expression',
    'call_expression',
    'arguments',
  ],
  nestedHint: /\b(?:fn|struct|enum|union|trait|impl|mod|macro_rules)\b/,
  folds: {
    declaration_list: 'block',
    block: 'block',
    match_block: 'brackets',
    array_expression: 'brackets',
    tuple_expression: 'brackets',
    field_initializer_list: 'brackets',
    arguments: 'brackets',
    token_tree: 'brackets',
    string_literal: 'text',
    raw_string_literal: 'text',
  },
  values: {
    binary_expression: 'head',
    call_expression: 'head',
    field_expression: 'head',
    index_expression: 'head',
    try_expression: 'head',
    type_cast_expression: 'head',
  },
  reads: blankItemMacros,
  exported: ({ signature }) => signature.startsWith('pub'),
};

/** Attributes that mark a test, `#[test]` or `#[tokio::test(…)]`, and any attributes after them. */
const TEST = /#\[(?:\w+::)*test\b[^\]\n]*\](?:\s*#\[[^\]\n]*\])*\s*$/;

function kindOfFunction(node: SyntaxNode, _: Place, text: string): SymbolKind {
  return TEST.test(text.slice(Math.max(0, node.startIndex - 300), node.startIndex)) ? 'Test' : 'Func';
}

/** `const _: () = …` names nothing. */
function kindOfConstant(node: SyntaxNode, _: Place, text: string): SymbolKind | undefined {
  const name = nodeAt(node, 'name');
  return name !== undefined && textOf(name, text) === '_' ? undefined : 'Const';
}

/**
 * Names `impl Display for Store<T>` after what is implemented and for which type, without the block's parameters and
 * bounds.
 */
function nameOfImpl(node: SyntaxNode, text: string): string | undefined {
  const type = nodeAt(node, 'type');
  if (type === undefined) return undefined;
  const trait = nodeAt(node, 'trait');
  const what = trait === undefined ? '' : `${textOf(trait, text)} for `;
  return `impl ${what}${textOf(type, text)}`;
}

function isPublic(node: SyntaxNode): boolean {
  return node.firstNamedChild?.type === 'visibility_modifier';
}

function importedPaths(node: SyntaxNode, text: string): readonly string[] {
  return isPublic(node) ? [] : pathsOf(node, text);
}

function reExportedPaths(node: SyntaxNode, text: string): readonly string[] {
  return isPublic(node) ? pathsOf(node, text) : [];
}

/** One path per used item; for a nested list, its common prefix. */
function pathsOf(node: SyntaxNode, text: string): readonly string[] {
  const argument = nodeAt(node, 'argument');
  if (argument === undefined) return [];
  const list = nodeAt(argument, 'list');
  if (list === undefined) return [pathOf(argument, text)];
  const path = nodeAt(argument, 'path');
  const prefix = path === undefined ? '' : `${textOf(path, text)}::`;
  return list.namedChildren
    .filter(({ type }) => !type.endsWith('comment'))
    .map((used) => (used.type === 'self' ? prefix.slice(0, -2) : prefix + pathOf(used, text)));
}

/** `a::b` for `a::b`, `a::b as c` and `a::b::{c, d}`. */
function pathOf(node: SyntaxNode, text: string): string {
  const partial = node.type === 'use_as_clause' || node.type === 'scoped_use_list';
  return textOf((partial && nodeAt(node, 'path')) || node, text);
}

/** `c`, `d` and `f` of `use a::b::{c, d as e, self, g::{f, *}}`. */
function importNames(statement: string): readonly string[] {
  const plain = statement.includes('//') ? statement.replaceAll(/\/\/[^\n]*/g, '') : statement;
  const used = /\buse\b([^;]*)/.exec(plain)?.[1] ?? '';
  return [...used.matchAll(/\b(?<!\bas\s+)([A-Za-z_]\w*)(?=\s*(?:[,}]|$|\bas\b))/g)].flatMap(([, name]) =>
    name === undefined || /^(?:self|super|crate|_)$/.test(name) ? [] : [name],
  );
}
