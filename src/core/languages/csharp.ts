import type { SymbolKind } from '../facts/fileFacts';
import { chooseBranches } from './branches';
import { modifiersBefore } from './declare';
import type { GrammarRules, LeadKind, Place } from './rules';
import { childOf, nodeAt, textOf, valueAfterEquals, type SyntaxNode } from './syntax';
import { outside } from './topLevel';

export const csharp: GrammarRules = {
  kind: 'grammar',
  id: 'csharp',
  grammar: 'csharp',
  symbols: {
    namespace_declaration: { kind: 'Namespace' },
    file_scoped_namespace_declaration: { kind: 'Namespace' },
    class_declaration: { kind: 'Class' },
    record_declaration: {
      kind: (node, _, text) => (/\brecord\s+struct\b/.test(opening(node, text)) ? 'Struct' : 'Class'),
    },
    struct_declaration: { kind: 'Struct' },
    interface_declaration: { kind: 'Interface' },
    enum_declaration: { kind: 'Enum' },
    enum_member_declaration: { kind: 'Const' },
    delegate_declaration: { kind: 'Type' },
    method_declaration: { kind: kindOfMethod, name: memberName, expression: givenValue },
    constructor_declaration: { kind: 'Method', expression: givenValue },
    destructor_declaration: {
      kind: 'Method',
      name: (node, text) => `~${textOf(nodeAt(node, 'name') ?? node, text)}`,
      expression: givenValue,
    },
    operator_declaration: { kind: 'Method', name: operatorName, expression: givenValue },
    conversion_operator_declaration: { kind: 'Method', name: operatorName, expression: givenValue },
    local_function_statement: { kind: 'Func', expression: givenValue },
    property_declaration: { kind: 'Field', name: memberName, signatureTo: implementation },
    indexer_declaration: {
      kind: 'Method',
      name: () => 'this',
      body: [],
      signatureTo: implementation,
    },
    event_declaration: { kind: 'Field', name: memberName, signatureTo: implementation },
    variable_declarator: {
      kind: kindOfVariable,
      only: { zone: 'item', wrapper: 'variable_declaration', parents: ['Class', 'Struct', 'Interface'] },
      value: valueAfterEquals,
      neverNested: true,
    },
  },
  wrappers: {
    field_declaration: {},
    event_field_declaration: {},
    variable_declaration: { hint: /./s },
    global_statement: {},
  },
  bodies: {
    accessor_declaration: { expression: givenValue },
    arrow_expression_clause: { body: (node) => node, expression: givenValue },
    lambda_expression: { body: 'body:(block)' },
    anonymous_method_expression: { body: '(block)' },
  },
  imports: {
    using_directive: {
      sources: {
        match: /^(?:global\s+)?using\s+(?:static\s+|unsafe\s+)*(?:\w+\s*=\s*)?([^;]*[^;\s])/,
      },
    },
  },
  directives: true,
  reads: chooseBranches,
  containers: ['preproc_if', 'preproc_else', 'preproc_elif'],
  names: {
    names: ['identifier'],
    arguments: ['argument_list'],
    typeArguments: ['type_argument_list'],
    // The name follows `new ` in `new A { … }`.
    heads: { object_creation_expression: 4 },
  },
  // `C` of `using B = A.C;`
  importNames: { path: /^(?:global\s+)?using\s+\w+\s*=\s*([\w.]+)/ },
  signatures: { parameters: 'T a', bases: outside(/:/) },
  decorators: ['attribute_list'],
  leads: { preproc_pragma: aside, preproc_region: aside, preproc_endregion: aside, preproc_nullable: aside },
  enter: [
    'accessor_list',
    'switch_section',
    'lock_statement',
    'using_statement',
    'fixed_statement',
    'unsafe_statement',
    'checked_statement',
  ],
  // A local function: a type, a name, parameters, a body; not the calls and statements that resemble one.
  nestedHint:
    /[{;}\n]\s{0,80}(?!(?:else|return|await|new|throw|case|yield|using|lock|goto|var)\b)(?:(?:static|async|unsafe|extern)\s{1,8}){0,3}(?:[\w.]{1,80}(?:<[^;{}()]{0,120}>)?|\([^;{}()]{0,120}\))(?:\[,{0,3}\])?\??\s{1,8}\w{1,80}\s{0,8}(?:<[\w, ]{1,80}>)?\([^;{}]{0,400}\)\s{0,80}(?:where\b[^{;]{0,200})?(?:\{|=>)/,
  itemHint: /=>|\bdelegate\b/,
  folds: {
    block: 'block',
    initializer_expression: 'brackets',
    argument_list: 'brackets',
    verbatim_string_literal: 'text',
    raw_string_literal: 'text',
  },
  values: {
    switch_expression: 'brackets',
    invocation_expression: 'head',
    member_access_expression: 'head',
    element_access_expression: 'head',
    conditional_access_expression: 'head',
    conditional_expression: 'head',
    binary_expression: 'head',
    as_expression: 'head',
  },
  exported: ({ signature }) => /\b(?:public|protected)\b/.test(signature),
};

/** A directive may separate a member from its comment. */
function aside(): LeadKind {
  return 'aside';
}

function givenValue(body: SyntaxNode): SyntaxNode | undefined {
  return body.type === 'arrow_expression_clause' ? (body.firstNamedChild ?? undefined) : undefined;
}

/** A property's implementation: `=> …`, or accessors with bodies. */
function implementation(node: SyntaxNode): SyntaxNode | undefined {
  const value = nodeAt(node, 'value');
  if (value?.type === 'arrow_expression_clause') return value;
  const accessors = nodeAt(node, 'accessors');
  return accessors?.namedChildren.some((each) => nodeAt(each, 'body') !== undefined) === true
    ? accessors
    : undefined;
}

/** Includes the interface that the member implements: `IEnumerable.GetEnumerator`. */
function memberName(node: SyntaxNode, text: string): string | undefined {
  const name = nodeAt(node, 'name');
  if (name === undefined) return undefined;
  const qualifier = childOf(node, 'explicit_interface_specifier');
  return qualifier === undefined ? textOf(name, text) : textOf(qualifier, text) + textOf(name, text);
}

/** The text before the members. */
function opening(node: SyntaxNode, text: string): string {
  return text.slice(node.startIndex, nodeAt(node, 'body')?.startIndex ?? node.endIndex);
}

/** Test attributes of NUnit, xUnit and MSTest. */
const TEST = /\[\s*(?:Test|TestCase|TestMethod|DataTestMethod|Fact|Theory)\b/;

function kindOfMethod(node: SyntaxNode, _: Place, text: string): SymbolKind {
  const first = node.firstNamedChild;
  if (first?.type !== 'attribute_list') return 'Method';
  const name = nodeAt(node, 'name');
  return TEST.test(text.slice(first.startIndex, name?.startIndex)) ? 'Test' : 'Method';
}

function kindOfVariable(node: SyntaxNode, _: Place, text: string): SymbolKind {
  return /\bconst\b|\bstatic\s+readonly\b|\breadonly\s+static\b/.test(modifiersBefore(node, text))
    ? 'Const'
    : 'Field';
}

/** `operator +`, `implicit operator int`. */
function operatorName(node: SyntaxNode, text: string): string {
  const parameters = nodeAt(node, 'parameters');
  const head = text.slice(node.startIndex, parameters?.startIndex ?? node.endIndex);
  return /(?:(?:implicit|explicit)\s+)?\boperator\b.*$/s.exec(head)?.[0] ?? head;
}
