import type { SymbolKind } from '../facts/fileFacts';
import { textOf } from './declare';
import type { GrammarRules, Place } from './rules';
import type { SyntaxNode } from './syntax';

export const kotlin: GrammarRules = {
  kind: 'grammar',
  id: 'kotlin',
  family: 'code',
  grammar: 'kotlin',
  symbols: {
    class_declaration: { kind: kindOfClass, name: nameOfType, body: bodyOfType },
    object_declaration: { kind: 'Class', name: nameOfType, body: bodyOfType },
    companion_object: { kind: 'Class', name: (node) => nameOfType(node) ?? 'Companion', body: bodyOfType },
    function_declaration: {
      kind: kindOfFunction,
      member: 'Method',
      name: child('simple_identifier'),
      body: child('function_body'),
      owner: receiver,
      expression: givenValue,
    },
    secondary_constructor: {
      kind: 'Method',
      name: () => 'constructor',
      body: child('statements'),
      standIn: { text: '/* % */' },
      neverNested: true,
    },
    property_declaration: {
      kind: 'Const',
      member: 'Field',
      name: namesOfProperty,
      body: () => undefined,
      value: assigned,
      owner: receiver,
      neverNested: true,
    },
    class_parameter: {
      kind: kindOfParameter,
      name: child('simple_identifier'),
      value: assigned,
      neverNested: true,
    },
    enum_entry: { kind: 'Field', name: child('simple_identifier'), body: bodyOfType, neverNested: true },
    type_alias: { kind: 'Type', name: nameOfType, neverNested: true },
  },
  wrappers: {},
  bodies: {
    getter: { body: child('function_body'), expression: givenValue },
    setter: { body: child('function_body'), expression: givenValue },
    anonymous_initializer: { body: child('statements'), standIn: { text: '/* % */' } },
  },
  imports: { import_header: { sources: importedName } },
  comments: ['line_comment', 'multiline_comment'],
  decorators: ['annotation'],
  modifiers: ['modifiers'],
  enter: [
    'source_file',
    'class_body',
    'enum_class_body',
    'primary_constructor',
    'function_body',
    'statements',
    'control_structure_body',
    'if_expression',
    'when_expression',
    'when_entry',
    'for_statement',
    'while_statement',
    'do_while_statement',
    'try_expression',
    'catch_block',
    'finally_block',
    'jump_expression',
    'call_expression',
    'call_suffix',
    'annotated_lambda',
    'lambda_literal',
    'value_arguments',
    'value_argument',
    'object_literal',
    'navigation_expression',
    'parenthesized_expression',
    'assignment',
    'elvis_expression',
    'infix_expression',
    'as_expression',
    'anonymous_function',
  ],
  containers: ['import_list'],
  nestedHint: /\b(?:fun|class|interface|object)\b/,
  folds: {
    lambda_literal: 'brackets',
    value_arguments: 'brackets',
    collection_literal: 'brackets',
    string_literal: 'text',
  },
  standIns: {
    body: { text: '{ /* % */ }' },
    brackets: { text: '/* % */' },
    statement: { text: '/* % */' },
    hidden: { text: '/* % hidden */' },
  },
  values: {
    when_expression: 'brackets',
    call_expression: 'head',
    navigation_expression: 'head',
    indexing_expression: 'head',
    postfix_expression: 'head',
    as_expression: 'head',
    infix_expression: 'head',
    elvis_expression: 'head',
    additive_expression: 'head',
    multiplicative_expression: 'head',
    comparison_expression: 'head',
    equality_expression: 'head',
    conjunction_expression: 'head',
    disjunction_expression: 'head',
  },
  reads,
  exported: ({ signature }) => isVisible(signature),
};

const KEYWORD = /\b(?:fun|val|var|class|interface|object|typealias|constructor)\b/;

/** What stands before the keyword are annotations and modifiers. */
function isVisible(signature: string): boolean {
  return !/\b(?:private|internal|protected)\b/.test(signature.slice(0, signature.search(KEYWORD)));
}

/** The grammar has no fields. */
function child(type: string): (node: SyntaxNode) => SyntaxNode | undefined {
  return (node) => node.namedChildren.find((inner) => inner.type === type);
}

function nameOfType(node: SyntaxNode): SyntaxNode | undefined {
  return child('type_identifier')(node);
}

function bodyOfType(node: SyntaxNode): SyntaxNode | undefined {
  return node.namedChildren.find(({ type }) => type === 'class_body' || type === 'enum_class_body');
}

function kindOfClass(node: SyntaxNode): SymbolKind {
  const keywords = node.children.map(({ type }) => type);
  if (keywords.includes('interface')) return 'Interface';
  return keywords.includes('enum') ? 'Enum' : 'Class';
}

/** Entries of an enum are the fields that have members. */
function kindOfFunction(_: SyntaxNode, { parent, zone, block }: Place): SymbolKind {
  return parent === 'Field' && zone === 'item' && block === 'members' ? 'Method' : 'Func';
}

/** Parameters of a constructor that are properties as well. */
function kindOfParameter(node: SyntaxNode, place: Place): SymbolKind | undefined {
  return place.zone !== 'dropped' && child('binding_pattern_kind')(node) !== undefined ? 'Field' : undefined;
}

function namesOfProperty(node: SyntaxNode, text: string): readonly string[] {
  const variables = (child('multi_variable_declaration')(node) ?? node).namedChildren;
  return variables
    .filter(({ type }) => type === 'variable_declaration')
    .flatMap((variable) => {
      const name = child('simple_identifier')(variable);
      return name === undefined ? [] : [textOf(name, text)];
    });
}

/** The type that an extension is for: `String` of `fun String?.shout()`, without its arguments. */
function receiver(node: SyntaxNode, text: string): string | undefined {
  const dot = node.children.findIndex(({ type }) => type === '.');
  const type = node.children[dot - 1];
  return type && /^\(?([\w.]+)/.exec(textOf(type, text))?.[1];
}

/** What follows the equals sign of a declaration. */
function assigned(node: SyntaxNode): SyntaxNode | undefined {
  const { children } = node;
  const sign = children.findIndex(({ type }) => type === '=');
  return sign < 0 ? undefined : children[sign + 1];
}

/** A body that is an expression stays one: it may be where the type is from. */
function givenValue(body: SyntaxNode): SyntaxNode | undefined {
  return body.firstChild?.type === '=' ? body.namedChildren.at(-1) : undefined;
}

function importedName(node: SyntaxNode, text: string): readonly string[] {
  const name = child('identifier')(node);
  if (name === undefined) return [];
  return [textOf(name, text) + (child('wildcard_import')(node) === undefined ? '' : '.*')];
}

/** `object Single { val a = 1 }`: a type on one line, and no template of a string. */
const ONE_LINE_TYPE =
  /^(?=[^\n]{0,300}$)(?![^\n]{0,300}\$\{)[^\n{]{0,200}\b(?:class|object|interface)\b[^\n]{0,300}\}/gm;

/**
 * The grammar knows no `fun interface`, no `actual` constructor or parameter, no line break before a class's
 * constructor, and wants a semicolon before a brace on the same line.
 */
function reads(text: string): string {
  return text
    .replaceAll(/\bfun(?=[ \t]+interface\b)/g, '   ')
    .replaceAll(/\bactual(?=[ \t]+(?:constructor\b|va[lr][ \t][^\n]{0,200},[ \t]*\n))/g, '      ')
    .replaceAll(
      /\bclass[ \t]+\w+[^\n(){}"]{0,200}\n(?=[ \t]*(?:@\w+(?:\([^()\n]*\))?[ \t]+)*(?:\w+[ \t]+)*constructor[ \t]*\()/g,
      (header) => `${header.slice(0, -1)} `,
    )
    .replaceAll(ONE_LINE_TYPE, (line) => line.replaceAll(/(?<=[^\s{;,/]) (?=\})/g, ';'));
}
