import type { GrammarRules } from './rules';
import { outside } from './topLevel';

export const solidity: GrammarRules = {
  kind: 'grammar',
  id: 'solidity',
  grammar: 'solidity',
  symbols: {
    contract_declaration: { kind: 'Class' },
    interface_declaration: { kind: 'Interface' },
    library_declaration: { kind: 'Class' },
    struct_declaration: { kind: 'Struct' },
    struct_member: { kind: 'Field' },
    enum_declaration: { kind: 'Enum' },
    enum_value: { kind: 'Field', name: (node) => node },
    event_definition: { kind: 'Type' },
    error_declaration: { kind: 'Type' },
    user_defined_type_definition: { kind: 'Type' },
    function_definition: { kind: 'Func', member: 'Method' },
    modifier_definition: { kind: 'Method' },
    constructor_definition: { kind: 'Method', name: () => 'constructor' },
    // `receive` or `fallback`
    fallback_receive_definition: { kind: 'Method', name: { match: /^\w+/ } },
    state_variable_declaration: { kind: 'Field', value: 'value' },
    constant_variable_declaration: { kind: 'Const', value: 'value' },
    yul_function_definition: { kind: 'Func', name: '(yul_identifier)', body: '(yul_block)' },
  },
  imports: { import_directive: { sources: 'source' } },
  names: {
    names: ['identifier'],
    arguments: [],
    tails: ['new_expression'],
    heads: { call_expression: 0, emit_statement: 5, revert_statement: 7 },
  },
  // `A` and `B` of `import {A, B as C} from "x"`
  importNames: { list: /^import\s*\{([^{}]*)\}/ },
  signatures: { parameters: 'T a', result: outside(/\breturns\s*/), bases: outside(/\bis\b/) },
  enter: ['function_body', 'statement', 'block_statement', 'assembly_statement', 'yul_block'],
  nestedHint: /\bassembly\b/,
  folds: { inline_array_expression: 'brackets' },
  values: { call_expression: 'brackets', binary_expression: 'head', expression: 'head' },
  exported: ({ kind, signature }) =>
    (kind !== 'Method' && kind !== 'Field') || /\b(?:public|external)\b|^constructor\b/.test(signature),
};
