import type { SymbolKind } from '../facts/fileFacts';
import type { GrammarRules, NodeRule, Place, StandIn, SymbolRule } from './rules';
import { childOf, nodeAt, textOf, unquoted, type SyntaxNode } from './syntax';

const BODY: StandIn = { text: '_ (* % hidden *)' };

const VALUE_NAME = ['(value_name)', '(parenthesized_operator)'];

/** `Base` for `include Base`, or for `module type of Base` in an interface. */
const INCLUDED = ['module.module', 'module', 'module_type.module', 'module_type'];

export const ocaml: GrammarRules = {
  kind: 'grammar',
  id: 'ocaml',
  grammar: 'ocaml',
  symbols: {
    let_binding: {
      kind: kindOfBinding,
      name: boundNames,
      body: bodyOfBinding,
      value: 'body',
      standIn: standInOfBody,
    },
    value_specification: {
      kind: { at: 'type', kinds: { function_type: 'Func' }, otherwise: 'Const' },
      name: VALUE_NAME,
    },
    external: {
      kind: 'Func',
      name: VALUE_NAME,
    },
    type_binding: { kind: 'Type' },
    constructor_declaration: {
      kind: (_, { wrapper }) => (wrapper === 'exception_definition' ? 'Type' : 'Field'),
      name: '(constructor_name)',
      neverNested: true,
    },
    field_declaration: named('Field', 'field_name'),
    module_binding: {
      kind: 'Module',
      name: '(module_name)',
      body: (node) => structureOf(nodeAt(node, 'body')) ?? signatureOf(nodeAt(node, 'module_type')),
    },
    module_type_definition: named('Interface', 'module_type_name', (node) =>
      signatureOf(nodeAt(node, 'body')),
    ),
    class_binding: named('Class', 'class_name', classBody),
    class_type_binding: named('Interface', 'class_type_name', classBody),
    method_definition: { ...named('Method', 'method_name'), body: 'body' },
    method_specification: named('Method', 'method_name'),
    instance_variable_definition: { ...named('Field', 'instance_variable_name'), value: 'body' },
    instance_variable_specification: named('Field', 'instance_variable_name'),
  },
  wrappers: {
    value_definition: {},
    type_definition: {},
    exception_definition: {},
    module_definition: {},
    class_definition: {},
    class_type_definition: {},
  },
  imports: {
    open_module: { sources: 'module' },
    include_module: { sources: INCLUDED },
    include_module_type: { sources: INCLUDED },
  },
  comments: ['comment', 'shebang'],
  names: {
    names: [
      'value_name',
      'value_pattern',
      'constructor_name',
      'type_constructor',
      'module_name',
      'module_type_name',
      'field_name',
      'method_name',
      'instance_variable_name',
      'class_name',
      'class_type_name',
    ],
    arguments: [],
    tails: ['new_expression', 'method_invocation'],
    heads: { application_expression: 0 },
  },
  signatures: { parameters: 'words', variables: 'a: T' },
  enter: [
    'structure',
    'signature',
    'variant_declaration',
    'record_declaration',
    'expression_item',
    'let_expression',
    'let_open_expression',
    'let_module_expression',
    'sequence_expression',
    'parenthesized_expression',
    'match_expression',
    'match_case',
    'try_expression',
    'if_expression',
    'then_clause',
    'fun_expression',
    'function_expression',
    'typed_expression',
  ],
  nestedHint: /\b(?:let|module|and)\b/,
  folds: { list_expression: 'brackets', array_expression: 'brackets', string: 'text' },
  standIns: {
    body: BODY,
    brackets: { text: '(* % *)' },
    statement: { text: '(* % *)' },
    hidden: { text: '(* % hidden *)' },
  },
  values: { infix_expression: 'head', application_expression: 'head' },
  bodyComment: '(*',
  emptyBodies: ['()'],
  exported: ({ name }) => !name.startsWith('_'),
};

/** `.mli` files: the same language with signatures only. */
export const ocamlInterface: GrammarRules = {
  ...ocaml,
  id: 'ocaml-interface',
  grammar: 'ocamlInterface',
  comments: ['comment'],
};

function named(kind: SymbolKind, type: string, body: NodeRule = []): SymbolRule {
  return { kind, name: `(${type})`, body, neverNested: true };
}

/** The `struct … end` after a functor's parameters, or passed to a functor: `Make (struct … end)`. */
function structureOf(module: SyntaxNode | undefined): SyntaxNode | undefined {
  let at = module;
  for (;;) {
    if (at?.type === 'functor' || at?.type === 'typed_module_expression')
      at = nodeAt(at, 'body') ?? nodeAt(at, 'module');
    else if (at?.type === 'module_application') at = nodeAt(at, 'argument');
    else if (at?.type === 'parenthesized_module_expression') at = at.firstNamedChild ?? undefined;
    else return ofType(at, 'structure');
  }
}

/** `sig … end`, `sig … end with type t = u`, `functor (X : S) -> sig … end`. */
function signatureOf(type: SyntaxNode | undefined): SyntaxNode | undefined {
  if (type?.type === 'functor_type') return signatureOf(nodeAt(type, 'codomain'));
  const constrained = type?.type === 'module_type_constraint' ? childOf(type, 'signature') : undefined;
  return constrained ?? ofType(type, 'signature');
}

function ofType(node: SyntaxNode | undefined, type: string): SyntaxNode | undefined {
  return node?.type === type ? node : undefined;
}

/** A name; operators lose their parentheses. */
function plain(node: SyntaxNode | undefined, text: string): string | undefined {
  return node && unquoted(textOf(node, text)).replace(/^\(\s*(.*?)\s*\)$/s, '$1');
}

/** `a` and `b` of `let a, { b; _ } = …`. */
function boundNames(node: SyntaxNode, text: string): readonly string[] {
  const names: string[] = [];
  const patterns = [nodeAt(node, 'pattern')];
  for (let pattern = patterns.pop(); pattern !== undefined; pattern = patterns.pop()) {
    if (pattern.type === 'value_name' || pattern.type === 'parenthesized_operator')
      names.push(plain(pattern, text) ?? '');
    else if (pattern.type === 'field_pattern')
      patterns.push(nodeAt(pattern, 'pattern') ?? childOf(pattern.firstNamedChild ?? pattern, 'field_name'));
    else if (pattern.type === 'field_name') names.push(textOf(pattern, text));
    else patterns.push(...pattern.namedChildren.toReversed());
  }
  return names.filter((name) => name !== '_');
}

/** A function if it has parameters or is bound to `fun` or `function`; else a constant. */
function kindOfBinding(node: SyntaxNode, { zone }: Place): SymbolKind | undefined {
  const body = nodeAt(node, 'body')?.type;
  const isFunction =
    body === 'fun_expression' || body === 'function_expression' || childOf(node, 'parameter') !== undefined;
  if (isFunction) return 'Func';
  return zone === 'item' ? 'Const' : undefined;
}

/** Keeps the parameters of `fun x -> …`. */
function bodyOfBinding(node: SyntaxNode): SyntaxNode | undefined {
  const body = nodeAt(node, 'body');
  if (body?.type === 'fun_expression') return nodeAt(body, 'body');
  return body?.type === 'function_expression' || childOf(node, 'parameter') !== undefined ? body : undefined;
}

/** The body of a `function` is its cases. One stays, because the grammar requires it. */
function standInOfBody(body: SyntaxNode): StandIn {
  const { text } = BODY;
  return { text: body.type === 'function_expression' ? `function _ -> ${text}` : text };
}

/** The content between `object` and `end`, after the class's parameters. */
function classBody(node: SyntaxNode): SyntaxNode | undefined {
  let at = nodeAt(node, 'body') ?? nodeAt(node, 'class_type');
  while (at?.type === 'class_function_type') at = nodeAt(at, 'codomain');
  return ofType(at, 'object_expression') ?? ofType(at, 'class_body_type');
}
