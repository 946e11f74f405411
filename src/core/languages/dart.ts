import type { GrammarRules, SymbolRule } from './rules';
import { childOf, nodeAt, textOf, type SyntaxNode } from './syntax';
import { outside } from './topLevel';

/** In bodies, a function is a lambda with a signature; plain signatures occur only in types and modules. */
const METHOD: SymbolRule = { kind: 'Func', member: 'Method', neverNested: true };

const CONSTRUCTOR: SymbolRule = { kind: 'Method', name: nameOfConstructor, neverNested: true };

const VARIABLE: SymbolRule = {
  kind: 'Const',
  member: 'Field',
  only: { zone: 'item' },
  name: '(identifier)',
  value: assigned,
  neverNested: true,
};

/** The grammar puts a function's body, and a variable's keywords and type, beside it instead of inside. */
export const dart: GrammarRules = {
  kind: 'grammar',
  id: 'dart',
  grammar: 'dart',
  symbols: {
    // The name in `class A = B with C` is one level further in.
    class_definition: { kind: 'Class', name: ['(mixin_application_class).(identifier)', 'name'] },
    mixin_declaration: { kind: 'Trait', name: '(identifier)', body: '(class_body)' },
    extension_declaration: { kind: 'Class', name: nameOfExtension, scope: scopeOfExtension },
    extension_type_declaration: { kind: 'Class' },
    enum_declaration: { kind: 'Enum' },
    enum_constant: { kind: 'Field' },
    type_alias: { kind: 'Type', name: nameOfAlias },
    function_signature: METHOD,
    getter_signature: METHOD,
    setter_signature: METHOD,
    operator_signature: { ...METHOD, name: { match: /\boperator\s*([^\s\w(]+)/ } },
    constructor_signature: CONSTRUCTOR,
    constant_constructor_signature: CONSTRUCTOR,
    factory_constructor_signature: CONSTRUCTOR,
    redirecting_factory_constructor_signature: CONSTRUCTOR,
    lambda_expression: { kind: 'Func', name: 'parameters.name' },
    initialized_identifier: VARIABLE,
    static_final_declaration: VARIABLE,
    library_export: {
      kind: (node) => (shownNames(node).length > 0 ? 'Const' : 'Module'),
      name: reExportedNames,
      reExports: uris,
      neverNested: true,
    },
  },
  wrappers: {
    method_signature: {},
    declaration: {},
    initialized_identifier_list: {},
    static_final_declaration_list: {},
    library_import: { keeps: true, imports: uris },
  },
  bodies: {
    function_body: {
      ofSymbolBefore: true,
      body: (node) => childOf(node, 'block') ?? node,
      expression: givenValue,
    },
  },
  imports: { part_directive: { sources: uris } },
  comments: ['comment', 'documentation_comment'],
  names: {
    names: ['identifier', 'type_identifier', 'identifier_dollar_escaped'],
    arguments: ['arguments'],
    typeArguments: ['type_arguments'],
  },
  // `A` and `B` of `import 'a.dart' show A, B;`
  importNames: { list: /\bshow\b([\w$,\s]{0,2000}?)(?:\bhide\b|;|$)/ },
  signatures: { parameters: 'T a', bases: outside(/\b(?:extends|implements|with|on)\b/) },
  decorators: ['annotation'],
  prefixes: [
    'const_builtin',
    'final_builtin',
    'inferred_type',
    'type_identifier',
    'type_arguments',
    'nullable_type',
    'void_type',
    'function_type',
    'record_type',
  ],
  enter: [
    'local_function_declaration',
    'switch_statement_case',
    'switch_statement_default',
    'return_statement',
    'expression_statement',
    'selector',
    'argument_part',
    'arguments',
    'argument',
    'named_argument',
    'function_expression',
    'function_expression_body',
  ],
  containers: ['import_or_export'],
  nestedHint: /\)\s*(?:async\*?|sync\*)?\s*(?:\{|=>)/,
  folds: {
    block: 'block',
    arguments: 'brackets',
    list_literal: 'brackets',
    set_or_map_literal: 'brackets',
    string_literal: 'text',
  },
  values: { additive_expression: 'head', conditional_expression: 'head', if_null_expression: 'head' },
  reads: (text) => text.replaceAll(UNKNOWN, (unknown) => ' '.repeat(unknown.length)),
  exported: ({ name }) => !name.startsWith('_'),
};

/** `A` and `B` for `export 'a.dart' show A, B`; the module itself without `show`, as the names are not in this file. */
function reExportedNames(node: SyntaxNode, text: string): readonly string[] {
  const shown = shownNames(node);
  return shown.length > 0
    ? shown.map((name) => textOf(name, text))
    : uris(node, text).map((uri) => `* from ${uri}`);
}

function shownNames(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren
    .filter(({ type, firstChild }) => type === 'combinator' && firstChild?.type === 'show')
    .flatMap(({ namedChildren }) => namedChildren);
}

/** Syntax that the grammar does not know: libraries without names, fields without values, deferred imports. */
const UNKNOWN = /^library;|\babstract(?= (?:late )?final\b)|\bdeferred(?= as \w+\b[^\n]*;)/gm;

/** An extension without a name is named after its type. */
function nameOfExtension(node: SyntaxNode, text: string): string {
  const name = nodeAt(node, 'name');
  const type = nodeAt(node, 'class');
  return name === undefined ? `extension on ${type ? textOf(type, text) : ''}` : textOf(name, text);
}

function scopeOfExtension(node: SyntaxNode, text: string): string | undefined {
  const type = nodeAt(node, 'name') === undefined ? nodeAt(node, 'class') : undefined;
  return type && textOf(type, text);
}

/** `typedef A = …`, but `typedef int A(…)`. */
function nameOfAlias(node: SyntaxNode): SyntaxNode | undefined {
  const names = node.namedChildren.filter(({ type }) => type === 'type_identifier');
  return childOf(node, 'formal_parameter_list') === undefined ? names[0] : names.at(-1);
}

/** `Store` of `Store()`, `named` of `Store.named()`. */
function nameOfConstructor(node: SyntaxNode): SyntaxNode | undefined {
  return node.namedChildren.filter(({ type }) => type === 'identifier').at(-1);
}

/** The value of `=> x.y()`. */
function givenValue(body: SyntaxNode): readonly SyntaxNode[] | undefined {
  return nodesAfter('=>', body);
}

/** The value after the equals sign. */
function assigned(node: SyntaxNode): readonly SyntaxNode[] | undefined {
  return nodesAfter('=', node);
}

/** An operand and its selectors, for which the grammar has no common node. */
function nodesAfter(sign: string, { children }: SyntaxNode): readonly SyntaxNode[] | undefined {
  const at = children.findIndex(({ type }) => type === sign);
  return at < 0 ? undefined : children.slice(at + 1).filter(({ isNamed }) => isNamed);
}

function uris(node: SyntaxNode, text: string): readonly string[] {
  return /["']([^"'\n]+)["']/.exec(textOf(node, text).slice(0, 500))?.slice(1, 2) ?? [];
}
