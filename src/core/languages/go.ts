import type { SymbolKind } from '../facts/fileFacts';
import type { GrammarRules, SymbolRule } from './rules';
import { nodeAt, textOf, type SyntaxNode } from './syntax';
import { outside } from './topLevel';

/** An interface's members are its direct children. */
const MEMBERS = ['type:(interface_type)', 'type:(struct_type).(field_declaration_list)'];

export const go: GrammarRules = {
  kind: 'grammar',
  id: 'go',
  grammar: 'go',
  symbols: {
    function_declaration: { kind: (node, _, text) => (isTest(node, text) ? 'Test' : 'Func') },
    method_declaration: { kind: 'Method', owner: receiver },
    type_spec: {
      kind: { at: 'type', kinds: { struct_type: 'Struct', interface_type: 'Interface' }, otherwise: 'Type' },
      body: MEMBERS,
      signatureTo: 'type:(interface_type).({)',
    },
    type_alias: { kind: 'Type' },
    // Members of an inline type belong to what it describes.
    method_elem: { kind: 'Method', only: { block: 'members' }, neverNested: true },
    field_declaration: {
      kind: 'Field',
      only: { block: 'members' },
      name: fieldNames,
      body: MEMBERS,
      neverNested: true,
    },
    const_spec: variable('Const'),
    var_spec: variable('Const'),
    short_var_declaration: {
      kind: (node, { zone }) => (zone === 'dropped' && functionIn(node) ? 'Func' : undefined),
      name: 'left',
      body: (node) => nodeAt(functionIn(node) ?? node, 'body'),
      nestedProbe: /:=\s*func\b/,
    },
  },
  wrappers: {
    const_declaration: { group: /^const\s*\(/ },
    var_declaration: { group: /^var\s*\(/ },
    type_declaration: { group: /^type\s*\(/ },
  },
  imports: {
    import_declaration: {
      sources: ['(import_spec_list).(import_spec).path', '(import_spec).path'],
    },
  },
  containers: ['var_spec_list'],
  names: {
    names: ['identifier', 'field_identifier', 'type_identifier', 'package_identifier'],
    arguments: ['argument_list'],
    typeArguments: ['type_arguments'],
    // The grammar reads `max[int](a)` as one.
    heads: { type_conversion_expression: 0 },
  },
  signatures: { parameters: 'a T', result: outside(/(?=[^\s{])/) },
  enter: [
    'statement_list',
    'expression_switch_statement',
    'expression_case',
    'default_case',
    'type_switch_statement',
    'type_case',
    'select_statement',
    'communication_case',
    'expression_statement',
    'go_statement',
    'defer_statement',
    'return_statement',
    'expression_list',
    'call_expression',
    'argument_list',
    'func_literal',
  ],
  nestedHint: /\btype\b|=\s*func\b/,
  folds: {
    block: 'block',
    literal_value: 'brackets',
    argument_list: 'brackets',
    raw_string_literal: 'text',
  },
  values: {
    binary_expression: 'head',
    call_expression: 'head',
    selector_expression: 'head',
    index_expression: 'head',
  },
  exported: ({ name }) => /^\p{Lu}/u.test(name),
};

/** `T` of `(t *T[K])`. */
function receiver(node: SyntaxNode, text: string): string | undefined {
  let type = nodeAt(node, 'receiver')?.firstNamedChild?.childForFieldName('type') ?? undefined;
  while (type !== undefined && type.type !== 'type_identifier') {
    type = nodeAt(type, 'type') ?? type.firstNamedChild ?? undefined;
  }
  return type && textOf(type, text);
}

/** The field's names, or an embedded type's name without its package. */
function fieldNames(node: SyntaxNode, text: string): readonly string[] {
  const names = node.namedChildren.filter(({ type }) => type === 'field_identifier');
  if (names.length > 0) return names.map((name) => textOf(name, text));
  const embedded = nodeAt(node, 'type');
  return embedded === undefined
    ? []
    : [
        textOf(embedded, text)
          .replace(/\[.*$/s, '')
          .replace(/^.*[.*]/s, ''),
      ];
}

/** A variable with a function as its only value is a function; `_` names nothing. */
function variable(kind: SymbolKind): SymbolRule {
  return {
    kind: (node, { zone }, text) => {
      if (namesOf(node, text).length === 0) return undefined;
      if (functionIn(node) !== undefined) return 'Func';
      return zone === 'item' ? kind : undefined;
    },
    name: namesOf,
    body: (node) => nodeAt(functionIn(node) ?? node, 'body') ?? nodeAt(node, MEMBERS),
    signatureTo: 'type:(interface_type).({)',
    value: onlyValue,
    nestedProbe: /=\s*func\b/,
  };
}

function namesOf(node: SyntaxNode, text: string): readonly string[] {
  const end = (nodeAt(node, 'type') ?? nodeAt(node, 'value'))?.startIndex ?? node.endIndex;
  return node.namedChildren
    .filter(({ type, startIndex }) => type === 'identifier' && startIndex < end)
    .map((name) => textOf(name, text))
    .filter((name) => name !== '_');
}

function onlyValue(node: SyntaxNode): SyntaxNode | undefined {
  const values = nodeAt(node, 'value');
  return values?.namedChildren.length === 1 ? values.namedChildren[0] : values;
}

function functionIn(node: SyntaxNode): SyntaxNode | undefined {
  const values = nodeAt(node, 'value') ?? nodeAt(node, 'right');
  const [value, ...others] = values?.namedChildren ?? [];
  return others.length === 0 && value?.type === 'func_literal' ? value : undefined;
}

/** Follows the naming rule of `go test`. */
function isTest(node: SyntaxNode, text: string): boolean {
  const name = nodeAt(node, 'name');
  if (name === undefined || !/^(?:Test|Benchmark|Fuzz|Example)(?!\p{Ll})/u.test(textOf(name, text)))
    return false;
  const parameters = nodeAt(node, 'parameters');
  return parameters !== undefined && /^\(\s*\)$|\*testing\.[TBF]\b/.test(textOf(parameters, text));
}
