import type { GrammarRules } from './rules';
import { nodeAt, textOf, type SyntaxNode } from './syntax';
import { lastOfPath, listedNames } from './listedNames';
import { callsForXml } from './scalaXml';
import { outside } from './topLevel';

/** `val a = 1`, `val (a, b) = pair`, `val a, b = 1`. */
const BOUND = ['pattern:(identifier)', 'pattern.(identifier)'];

export const scala: GrammarRules = {
  kind: 'grammar',
  id: 'scala',
  grammar: 'scala',
  symbols: {
    class_definition: { kind: 'Class' },
    object_definition: { kind: 'Class' },
    package_object: { kind: 'Namespace' },
    trait_definition: { kind: 'Trait' },
    enum_definition: { kind: 'Enum' },
    simple_enum_case: { kind: 'Field' },
    full_enum_case: { kind: 'Field' },
    function_definition: { kind: 'Func', member: 'Method' },
    function_declaration: { kind: 'Func', member: 'Method' },
    val_definition: { kind: 'Const', member: 'Field', names: BOUND, value: 'value' },
    var_definition: { kind: 'Const', member: 'Field', names: BOUND, value: 'value' },
    val_declaration: { kind: 'Const', member: 'Field' },
    var_declaration: { kind: 'Const', member: 'Field' },
    // Class parameters that are also members
    class_parameter: {
      kind: { at: ['(val)', '(var)'], kinds: { val: 'Field', var: 'Field' } },
      value: 'default_value',
      neverNested: true,
    },
    type_definition: { kind: 'Type', neverNested: true },
    given_definition: {
      kind: {
        at: 'body',
        kinds: { with_template_body: 'Class', template_body: 'Class' },
        otherwise: 'Const',
      },
      // A given without a name is named after its type.
      name: (node) => nodeAt(node, ['name', 'return_type']) ?? node,
      body: ['body:(with_template_body)', 'body:(template_body)'],
      value: 'body',
    },
  },
  wrappers: {
    enum_case_definitions: {},
    export_declaration: { keeps: true, reExports: paths },
  },
  imports: { import_declaration: { sources: paths } },
  comments: ['comment', 'block_comment'],
  names: {
    names: ['identifier', 'type_identifier'],
    arguments: ['arguments', 'block'],
    typeArguments: ['type_arguments'],
    tails: ['instance_expression'],
  },
  importNames,
  signatures: { parameters: 'a: T', result: outside(/:/), bases: outside(/\b(?:extends|with)\b/) },
  decorators: ['annotation'],
  enter: [
    'package_clause',
    'template_body',
    'class_parameters',
    'extension_definition',
    'indented_block',
    'if_expression',
    'match_expression',
    'case_block',
    'indented_cases',
    'try_expression',
    'for_expression',
    'while_expression',
    'assignment_expression',
    'field_expression',
    'infix_expression',
    'parenthesized_expression',
    'call_expression',
    'colon_argument',
    'arguments',
    'lambda_expression',
    'instance_expression',
  ],
  nestedHint: /\b(?:def|class|object|trait|enum|given|type)\b/,
  folds: {
    template_body: 'block',
    block: 'block',
    indented_block: 'block',
    case_block: 'brackets',
    arguments: 'brackets',
    string: 'text',
  },
  values: {
    call_expression: 'head',
    generic_function: 'head',
    field_expression: 'head',
    infix_expression: 'head',
  },
  reads: callsForXml,
  keyword: /\b(?:class|object|trait|enum|case|def|val|var|type|given)\b/,
  exported: ({ signature }) => !/\b(?:private|protected)\b/.test(signature),
};

/** The paths of `a.b.{c, d as e}`, as written. */
function paths(node: SyntaxNode, text: string): readonly string[] {
  return textOf(node, text)
    .slice(0, 2_000)
    .replace(/^(?:import|export)\s+/, '')
    .replaceAll(/\s+/g, ' ')
    .split(/,\s*(?![^{]*\})/);
}

/** `C`, `D` and `F` of `import a.{C, D => E}, b.F`. */
function importNames(statement: string): readonly string[] {
  const groups = [...statement.matchAll(/\{([^{}]*)\}/g)].map(([, list = '']) => list);
  const alone = statement.replace(/^(?:import|export)\s+/, '').replaceAll(/[\w.]*\{[^{}]*\}/g, '');
  return [
    ...groups.flatMap((list) => listedNames(list.replaceAll(/\w+\s*=>\s*_/g, ''), /\s+as\b|\s*=>/)),
    ...alone.split(',').flatMap((path) => lastOfPath(path.split(/\s+as\b/, 1)[0])),
  ].filter((name) => name !== '_' && name !== 'given');
}
