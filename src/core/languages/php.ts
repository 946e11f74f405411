import type { GrammarRules } from './rules';
import { childOf, nodeAt, textOf, type SyntaxNode } from './syntax';
import { lastOfPath } from './listedNames';
import { outside } from './topLevel';

/** The name of a variable without its dollar sign. */
const VARIABLE = { at: 'name', match: /[^$]+/ };

export const php: GrammarRules = {
  kind: 'grammar',
  id: 'php',
  grammar: 'php',
  symbols: {
    function_definition: { kind: 'Func' },
    method_declaration: { kind: 'Method' },
    class_declaration: { kind: 'Class' },
    interface_declaration: { kind: 'Interface' },
    trait_declaration: { kind: 'Trait' },
    enum_declaration: { kind: 'Enum' },
    enum_case: { kind: 'Field', neverNested: true },
    namespace_definition: { kind: 'Namespace' },
    const_element: {
      kind: 'Const',
      // `const` in a function is an error.
      only: { wrapper: 'const_declaration' },
      name: (node) => node.firstNamedChild ?? undefined,
      value: (node) => node.namedChildren.at(-1),
      neverNested: true,
    },
    property_element: { kind: 'Field', name: VARIABLE, value: 'default_value', neverNested: true },
    property_promotion_parameter: { kind: 'Field', name: VARIABLE, neverNested: true },
    // `return new class extends Migration { … }`
    anonymous_class: {
      kind: 'Class',
      name: () => 'class@anonymous',
      neverNested: true,
    },
    // `$load = function (…) { … }` at the top level of a file
    assignment_expression: {
      kind: { at: 'right', kinds: { anonymous_function: 'Func', arrow_function: 'Func' } },
      only: { zone: 'item', wrapper: 'expression_statement' },
      name: { at: 'left:(variable_name)', match: /[^$]+/ },
      body: 'right.body',
      neverNested: true,
      expression: { unless: 'compound_statement' },
    },
    // `define('LIMIT', 3)`
    function_call_expression: {
      kind: { match: /^define\(/, kinds: { 'define(': 'Const' } },
      only: { zone: 'item', wrapper: 'expression_statement' },
      name: 'arguments.(argument)',
      neverNested: true,
    },
  },
  wrappers: {
    const_declaration: {},
    property_declaration: {},
    expression_statement: {
      hint: /^define\b|^(?:require|include)|=\s*(?:static\s+)?(?:function|fn)\b/,
      // The file of `require __DIR__ . '/a.php'`, as far as it is a literal.
      imports: { match: /^(?:require|include)(?:_once)?\b[^'"]*(["'])(.+?)\1/s },
    },
  },
  bodies: { property_hook: { body: 'body:(compound_statement)' } },
  imports: { namespace_use_declaration: { sources: usedNames } },
  names: {
    names: ['name'],
    arguments: ['arguments'],
    tails: ['object_creation_expression'],
    keywords: new Set(['parent', 'static', 'true', 'false', 'null', 'TRUE', 'FALSE', 'NULL']),
  },
  importNames,
  signatures: {
    parameters: 'a: T',
    variables: 'T a',
    result: outside(/:/),
    bases: outside(/\b(?:extends|implements)\b/),
  },
  decorators: ['attribute_list'],
  enter: [
    'colon_block',
    'declaration_list',
    'formal_parameters',
    'property_hook_list',
    'else_if_clause',
    'default_statement',
    'declare_statement',
    'return_statement',
    'object_creation_expression',
    'member_call_expression',
    'scoped_call_expression',
    'arguments',
    'argument',
    'array_creation_expression',
    'array_element_initializer',
    'anonymous_function',
  ],
  nestedHint: /\bfunction\s+&?\s*\w|(?<!::)\b(?:class|interface|trait|enum)\b/,
  itemHint:
    /\bfunction\s+&?\s*\w|(?<!::)\b(?:class|interface|trait|enum)\b|\bdefine\b|\b(?:require|include)|=\s*(?:function|fn)\b/,
  folds: {
    compound_statement: 'block',
    colon_block: 'rest',
    switch_block: 'brackets',
    match_block: 'brackets',
    array_creation_expression: 'brackets',
    arguments: 'brackets',
    string: 'text',
    encapsed_string: 'text',
    heredoc: 'lines',
    nowdoc: 'lines',
    text: 'lines',
  },
  values: {
    binary_expression: 'head',
    conditional_expression: 'head',
    member_call_expression: 'head',
    scoped_call_expression: 'head',
    function_call_expression: 'head',
  },
  exported: ({ signature }) => !/^[\w\s]*\b(?:private|protected)\s/.test(signature),
};

/** `use A\B`, `use A\{B, C as D}`, `use function A\b`. */
function usedNames(node: SyntaxNode, text: string): readonly string[] {
  const group = nodeAt(node, 'body');
  const clauses = (group ?? node).namedChildren.filter(({ type }) => type === 'namespace_use_clause');
  const prefix = childOf(node, 'namespace_name');
  const start = group && prefix ? `${textOf(prefix, text)}\\` : '';
  return clauses.map(
    (clause) => start + textOf(clause, text).replace(/^(?:function|const)\s+|\s+as\s+\w+$/g, ''),
  );
}

/** `B`, `D` and `E` of `use A\B; use C\{D, E as F}`. */
function importNames(statement: string): readonly string[] {
  const list = /^use\s+(?:function\s+|const\s+)?([^;]*)/.exec(statement)?.[1] ?? '';
  const group = /\{([^}]*)\}/.exec(list)?.[1] ?? list;
  const paths = /\b(?:function|const|as)\b/.test(group)
    ? group.replaceAll(/\b(?:function|const)\s+|\s+as\b[^,]*/g, '')
    : group;
  return paths.split(',').flatMap(lastOfPath);
}
