/** Rules shared by C and C++. */
import type { SymbolKind } from '../facts/fileFacts';
import { braceStandIns } from './standIns';
import { macroHead } from './macroHeads';
import type { FoldKind, GrammarRules, ImportRule, Place, SymbolRule, ValueKind, WrapperRule } from './rules';
import { child, childOf, nodeAt, textOf, type SyntaxNode } from './syntax';
import { outside } from './topLevel';

/** The innermost declarator around a name, with its properties. */
interface Declarator {
  readonly name: SyntaxNode;
  /** A function, not a pointer to one. */
  readonly isFunction: boolean;
}

/** Declarators that hold the next one without a field for it. */
const BARE: ReadonlySet<string> = new Set([
  'parenthesized_declarator',
  'reference_declarator',
  'attributed_declarator',
  'variadic_declarator',
]);

/** Declarators that say nothing about what is declared. */
const NEUTRAL: ReadonlySet<string> = new Set(['parenthesized_declarator', 'attributed_declarator']);

/** Reads declarators from the outside in: `*(*table[3])(int)` ends at `table`. */
function innermost(outer: SyntaxNode): Declarator {
  let name = outer;
  let isFunction = false;
  // This is the name itself: the type it converts to is not one of its declarators.
  while (name.type !== 'operator_cast') {
    const inner = BARE.has(name.type) ? declaratorIn(name) : nodeAt(name, 'declarator');
    if (inner === undefined) break;
    if (!NEUTRAL.has(name.type)) isFunction = name.type === 'function_declarator';
    name = inner;
  }
  return { name, isFunction: isFunction || lastName(name).type === 'operator_cast' };
}

function declaratorIn(node: SyntaxNode): SyntaxNode | undefined {
  return node.namedChildren.find(({ type }) => type.endsWith('declarator') || type.endsWith('identifier'));
}

/** The last name of a qualified one. */
export function lastName(node: SyntaxNode): SyntaxNode {
  let name = node;
  while (name.type === 'qualified_identifier') {
    const inner = nodeAt(name, 'name');
    if (inner === undefined) break;
    name = inner;
  }
  return name;
}

/** Names `operator bool() const` as `operator bool`. */
function nameOf(declarator: SyntaxNode, text: string): SyntaxNode | string {
  const name = lastName(innermost(declarator).name);
  if (conversionBefore(text, name.startIndex) !== undefined) return `operator ${textOf(name, text)}`;
  if (name.type !== 'operator_cast') return macroHead(text, name.startIndex)?.name ?? name;
  let converted = nodeAt(name, 'declarator');
  while (converted !== undefined && nodeAt(converted, 'parameters') === undefined) {
    converted = nodeAt(converted, 'declarator') ?? converted.namedChildren.at(-1);
  }
  const end = converted && nodeAt(converted, 'parameters')?.startIndex;
  return text.slice(name.startIndex, end ?? name.endIndex);
}

/** `Store` of `Store<T>::get`, `ns.Store` of `ns::Store::get`. */
function ownerOf(declarator: SyntaxNode, text: string): string | undefined {
  const scopes: string[] = [];
  let name = innermost(declarator).name;
  const conversion = conversionBefore(text, name.startIndex);
  if (conversion?.owner !== undefined) return conversion.owner;
  while (name.type === 'qualified_identifier') {
    const scope = nodeAt(name, 'scope');
    const inner = nodeAt(name, 'name');
    if (scope !== undefined) scopes.push(textOf(nodeAt(scope, 'name') ?? scope, text));
    if (inner === undefined) break;
    name = inner;
  }
  return scopes.length === 0 ? undefined : scopes.join('.');
}

/** `constexpr inline Store<T>::operator int()`: after two specifiers, the grammar takes `operator` for a type. */
const CONVERSION = /(?:\b([\w:]{1,100})(?:<[^;{}()<>]{0,100}>)?::)?\boperator[ \t]+$/;

function conversionBefore(
  text: string,
  nameStart: number,
): { readonly owner: string | undefined } | undefined {
  if (!/\boperator[ \t]+$/.test(text.slice(Math.max(0, nameStart - 20), nameStart))) return undefined;
  const owner = CONVERSION.exec(text.slice(Math.max(0, nameStart - 300), nameStart))?.[1];
  return { owner: owner?.replaceAll('::', '.') };
}

const TYPES: ReadonlySet<SymbolKind | undefined> = new Set(['Class', 'Struct']);

/** A declarator declares something only as part of a statement; elsewhere it is a parameter or an expression. */
function kindOfDeclarator(node: SyntaxNode, place: Place, text: string): SymbolKind | undefined {
  if (place.field() !== 'declarator') return undefined;
  if (place.wrapper === 'type_definition') return 'Type';
  if (place.wrapper !== 'declaration' && place.wrapper !== 'field_declaration') return undefined;
  const { isFunction, name } = innermost(node);
  if (isFunction)
    return macroHead(text, name.startIndex)?.kind ?? (isMember(node, place, text) ? 'Method' : 'Func');
  if (nodeAt(node, 'value')?.type === 'lambda_expression') return 'Func';
  if (place.block !== 'module' && place.block !== 'members') return undefined;
  return place.wrapper === 'field_declaration' ? 'Field' : 'Const';
}

function isMember(declarator: SyntaxNode, place: Place, text: string): boolean {
  const { name } = innermost(declarator);
  return (
    TYPES.has(place.parent) ||
    name.type === 'qualified_identifier' ||
    conversionBefore(text, name.startIndex) !== undefined
  );
}

export const declarator: SymbolRule = {
  kind: kindOfDeclarator,
  name: nameOf,
  owner: ownerOf,
  body: () => undefined,
  neverNested: true,
};

/** A declarator with a value. */
const initDeclarator: SymbolRule = {
  kind: kindOfDeclarator,
  name: nameOf,
  owner: ownerOf,
  body: (node) => nodeAt(node, 'value.body'),
  value: 'value',
  nestedProbe: /=\s*\[/,
};

const AGGREGATES: ReadonlySet<string> = new Set([
  'struct_specifier',
  'union_specifier',
  'enum_specifier',
  'class_specifier',
]);

/** A type without a name, or with the same name, as in `struct { … } origin`, describes what is declared. */
function namelessType(node: SyntaxNode, text: string): SyntaxNode | undefined {
  const type = nodeAt(node, 'type');
  if (type === undefined || !AGGREGATES.has(type.type) || nodeAt(type, 'body') === undefined)
    return undefined;
  const name = nodeAt(type, 'name');
  if (name === undefined) return type;
  const declared = nodeAt(node, 'declarator');
  return declared !== undefined && textOf(name, text) === textOf(declared, text) ? type : undefined;
}

function typed(kindOf: (type: SyntaxNode) => SymbolKind): SymbolRule {
  return {
    kind: (node, _, text) => {
      const type = namelessType(node, text);
      return type && kindOf(type);
    },
    name: (node, text) =>
      declaratorsOf(node).map((each) => {
        const name = nameOf(each, text);
        return typeof name === 'string' ? name : textOf(name, text);
      }),
    body: 'type.body',
  };
}

function declaratorsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const type = nodeAt(node, 'type');
  return node.namedChildren.filter(
    (child) =>
      child.startIndex >= (type?.endIndex ?? 0) &&
      (child.type.endsWith('declarator') || child.type.endsWith('identifier')),
  );
}

function aggregate(kind: SymbolKind): SymbolRule {
  return { kind: (node) => (nodeAt(node, 'body') === undefined ? undefined : kind), name: typeName };
}

/** Attributes between the keyword and the name are skipped. */
function typeName(node: SyntaxNode): SyntaxNode | undefined {
  const name = nodeAt(node, 'name');
  return name && lastName(name);
}

/** Keywords that look like a function's name after a syntax error. */
const KEYWORDS = /^(?:if|else|for|while|switch|do|return|catch|sizeof|defined)$/;

/** `main(void) { … }`: without a type, the grammar takes the name for one. */
function untypedName(node: SyntaxNode, text: string): SyntaxNode | undefined {
  const parameters = nodeAt(node, 'declarator');
  return parameters !== undefined && textOf(parameters, text) === '(void)' ? nodeAt(node, 'type') : undefined;
}

function kindOfFunction(node: SyntaxNode, place: Place, text: string): SymbolKind | undefined {
  if (place.block === 'module' && untypedName(node, text)?.type === 'type_identifier') return 'Func';
  const outer = nodeAt(node, 'declarator');
  if (outer === undefined) return undefined;
  const { name, isFunction } = innermost(outer);
  if (!isFunction || KEYWORDS.test(textOf(name, text))) return undefined;
  const head = macroHead(text, name.startIndex);
  if (head !== undefined) return head.kind;
  return isMember(outer, place, text) ? 'Method' : 'Func';
}

/** An include guard is not a constant. */
const GUARD = /_(?:H|HH|HPP|HXX|H_INCLUDED|INCLUDED)_*$/i;

const symbols: Readonly<Record<string, SymbolRule>> = {
  function_definition: {
    kind: kindOfFunction,
    name: (node, text) => {
      const outer = nodeAt(node, 'declarator');
      return untypedName(node, text) ?? (outer && nameOf(outer, text));
    },
    owner: (node, text) => {
      const outer = nodeAt(node, 'declarator');
      return outer && ownerOf(outer, text);
    },
    body: (node) => nodeAt(node, 'body') ?? childOf(node, 'try_statement'),
    bodyStart: child('field_initializer_list'),
  },
  struct_specifier: aggregate('Struct'),
  union_specifier: aggregate('Struct'),
  enum_specifier: aggregate('Enum'),
  enumerator: { kind: 'Const', value: 'value' },
  declaration: typed(() => 'Const'),
  field_declaration: typed(() => 'Field'),
  type_definition: typed(({ type }) => (type === 'enum_specifier' ? 'Enum' : 'Struct')),
  init_declarator: initDeclarator,
  function_declarator: declarator,
  pointer_declarator: declarator,
  array_declarator: declarator,
  parenthesized_declarator: declarator,
  attributed_declarator: declarator,
  identifier: declarator,
  field_identifier: declarator,
  type_identifier: declarator,
  primitive_type: declarator,
  preproc_def: {
    kind: (node, _, text) => {
      const name = nodeAt(node, 'name');
      const isGuard =
        nodeAt(node, 'value') === undefined && name !== undefined && GUARD.test(textOf(name, text));
      return isGuard ? undefined : 'Const';
    },
    value: 'value',
  },
  preproc_function_def: {
    kind: 'Macro',
    body: 'value',
    standIn: { text: '/* % */' },
    keepsShort: true,
    neverNested: true,
  },
};

const wrappers: Readonly<Record<string, WrapperRule>> = {
  declaration: { hint: /./s },
  field_declaration: { hint: /./s },
  type_definition: { hint: /./s },
};

const imports: Readonly<Record<string, ImportRule>> = {
  preproc_include: {
    sources: (node, text) => {
      const path = nodeAt(node, 'path');
      return path === undefined ? [] : [textOf(path, text).replaceAll(/^[<"]|[>"]$/g, '')];
    },
  },
};

const containers = [
  'preproc_if',
  'preproc_ifdef',
  'preproc_else',
  'preproc_elif',
  'preproc_elifdef',
  'linkage_specification',
  'declaration_list',
  'field_declaration_list',
  'enumerator_list',
] as const;

const enter = [
  'compound_statement',
  'if_statement',
  'else_clause',
  'for_statement',
  'while_statement',
  'do_statement',
  'switch_statement',
  'case_statement',
  'labeled_statement',
] as const;

/** Types in bodies. Nested functions, a GNU C extension, begin their line with a type, and nested tests with a macro. */
const nestedHint =
  /\b(?:struct|union|enum|class)\b[^;(){}]{0,200}\{|\n[ \t]+(?!else\b|return\b|case\b|do\b)[A-Za-z_]\w{0,60}[ \t*]+(?:\w{1,60}[ \t*]+){0,4}\w{1,60}[ \t]*\([^;{}()]{0,200}\)\s*\{|\n[ \t]+[A-Z][A-Z_]{3,30}[ \t]?\([^;{}]{0,300}\)\s{0,80}\{/;

const folds: Readonly<Record<string, FoldKind>> = {
  compound_statement: 'block',
  initializer_list: 'brackets',
  argument_list: 'brackets',
};

const values: Readonly<Record<string, ValueKind>> = {
  binary_expression: 'head',
  conditional_expression: 'head',
  call_expression: 'head',
  field_expression: 'head',
  subscript_expression: 'head',
  concatenated_string: 'head',
};

/** Outside types, `static` keeps a name private to its file. */
function exported({ signature, kind }: { signature: string; kind: SymbolKind }): boolean {
  return kind === 'Method' || kind === 'Field' || !/\bstatic\b/.test(signature.slice(0, 200));
}

export const cFamily = {
  kind: 'grammar',
  ...{ symbols, wrappers, imports, containers },
  comments: ['comment'],
  names: {
    names: ['identifier', 'field_identifier', 'type_identifier'],
    texts: ['preproc_arg'],
    arguments: ['argument_list'],
  },
  signatures: { parameters: 'T a', bases: outside(/:(?!:)/) },
  decorators: [],
  ...{ enter, nestedHint },
  directives: true,
  ...{ folds, values },
  standIns: braceStandIns,
  exported,
} satisfies Omit<GrammarRules, 'id' | 'grammar'>;
