import { ecmascript, elementHeads, fieldKind } from './ecmascript';
import type { GrammarRules, SymbolRule } from './rules';

const ENUM_MEMBER: SymbolRule = {
  kind: 'Const',
  only: { parents: ['Enum'] },
  neverNested: true,
};

/** Members of an inline object type belong to what it describes. */
const MEMBER = { block: 'members' };

export const typescript: GrammarRules = {
  ...ecmascript,
  id: 'typescript',
  grammar: 'typescript',
  symbols: {
    ...ecmascript.symbols,
    abstract_class_declaration: { kind: 'Class' },
    function_signature: { kind: 'Func' },
    method_signature: { kind: 'Method', only: MEMBER, neverNested: true },
    abstract_method_signature: { kind: 'Method', neverNested: true },
    construct_signature: { kind: 'Method', only: MEMBER, name: () => 'new', neverNested: true },
    property_signature: { kind: 'Field', only: MEMBER, neverNested: true },
    public_field_definition: { kind: fieldKind, body: 'value.body', value: 'value', neverNested: true },
    interface_declaration: { kind: 'Interface' },
    enum_declaration: { kind: 'Enum' },
    enum_assignment: { ...ENUM_MEMBER, value: 'value' },
    property_identifier: { ...ENUM_MEMBER, name: (node) => node },
    string: { ...ENUM_MEMBER, name: (node) => node },
    type_alias_declaration: { kind: 'Type' },
    internal_module: { kind: 'Namespace' },
    module: { kind: 'Namespace' },
  },
  names: {
    ...ecmascript.names,
    names: [...ecmascript.names.names, 'type_identifier'],
    typeArguments: ['type_arguments'],
  },
  wrappers: { ...ecmascript.wrappers, ambient_declaration: {} },
  enter: [...ecmascript.enter, 'as_expression', 'satisfies_expression'],
  nestedHint: orTypes(ecmascript.nestedHint),
  itemHint: orTypes(ecmascript.itemHint),
  values: {
    ...ecmascript.values,
    as_expression: 'head',
    satisfies_expression: 'head',
    non_null_expression: 'head',
  },
};

function orTypes(hint: RegExp): RegExp {
  return new RegExp(`${hint.source}|\\b(?:interface|enum|namespace|module|type)\\b`, 'm');
}

/** The same rules with the grammar that reads JSX. */
export const tsx: GrammarRules = {
  ...typescript,
  id: 'tsx',
  grammar: 'tsx',
  names: { ...typescript.names, heads: elementHeads },
};
