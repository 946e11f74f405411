import type { SymbolKind } from '../facts/fileFacts';
import { modifiersBefore } from './declare';
import type { GrammarRules, Place } from './rules';
import { textOf, type SyntaxNode } from './syntax';
import { outside } from './topLevel';

export const java: GrammarRules = {
  kind: 'grammar',
  id: 'java',
  grammar: 'java',
  symbols: {
    class_declaration: { kind: 'Class' },
    record_declaration: { kind: 'Class' },
    interface_declaration: { kind: 'Interface' },
    annotation_type_declaration: { kind: 'Interface' },
    enum_declaration: { kind: 'Enum' },
    enum_constant: { kind: 'Const' },
    method_declaration: { kind: kindOfMethod },
    constructor_declaration: { kind: 'Method' },
    compact_constructor_declaration: { kind: 'Method' },
    annotation_type_element_declaration: { kind: 'Method', body: [] },
    variable_declarator: {
      kind: kindOfVariable,
      // The methods in `new Runnable() { … }` belong to the constant.
      body: 'value:(object_creation_expression).(class_body)',
      value: 'value',
      neverNested: true,
    },
    module_declaration: { kind: 'Module' },
  },
  wrappers: { field_declaration: {}, constant_declaration: {} },
  bodies: {
    static_initializer: { body: '(block)' },
    block: { body: (node) => node },
    lambda_expression: { body: 'body:(block)' },
  },
  imports: {
    import_declaration: { sources: { match: /^import\s+(?:static\s+)?([^;]*[^;\s])/ } },
  },
  containers: ['enum_body_declarations'],
  comments: ['line_comment', 'block_comment'],
  names: {
    names: ['identifier', 'type_identifier'],
    arguments: ['argument_list'],
    typeArguments: ['type_arguments'],
  },
  // `C` of `import a.b.C;`
  importNames: { path: /^import\s+(?:static\s+)?([\w.$]+)\s*;/ },
  signatures: { parameters: 'T a', bases: outside(/\b(?:extends|implements)\b/) },
  decorators: ['annotation', 'marker_annotation'],
  modifiers: ['modifiers'],
  enter: [
    'constructor_body',
    'enhanced_for_statement',
    'try_with_resources_statement',
    'switch_expression',
    'switch_block_statement_group',
    'switch_rule',
    'synchronized_statement',
  ],
  nestedHint: /\b(?:class|interface|enum|record)\s+\w/,
  folds: {
    array_initializer: 'brackets',
    argument_list: 'brackets',
    element_value_array_initializer: 'brackets',
    string_literal: 'text',
  },
  values: {
    binary_expression: 'head',
    ternary_expression: 'head',
    method_invocation: 'head',
    field_access: 'head',
    array_access: 'head',
  },
  exported: ({ signature }) => /\b(?:public|protected)\b/.test(signature),
};

/** A field, or a constant if its value is fixed for the whole type. */
function kindOfVariable(node: SyntaxNode, { wrapper }: Place, text: string): SymbolKind | undefined {
  if (wrapper === 'constant_declaration') return 'Const';
  if (wrapper !== 'field_declaration') return undefined;
  const modifiers = modifiersBefore(node, text);
  return /\bstatic\b/.test(modifiers) && /\bfinal\b/.test(modifiers) ? 'Const' : 'Field';
}

/** Recognizes tests of JUnit and TestNG. */
function kindOfMethod(node: SyntaxNode, _: Place, text: string): SymbolKind {
  const modifiers = node.firstNamedChild;
  const isTest =
    modifiers?.type === 'modifiers' &&
    /@(?:Test|ParameterizedTest|RepeatedTest)\b/.test(textOf(modifiers, text));
  return isTest ? 'Test' : 'Method';
}
