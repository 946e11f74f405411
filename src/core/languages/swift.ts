import type { GrammarRules, SymbolRule } from './rules';
import { childOf, nodeAt, textOf, type SyntaxNode } from './syntax';
import { outside } from './topLevel';

export const swift: GrammarRules = {
  kind: 'grammar',
  id: 'swift',
  grammar: 'swift',
  symbols: {
    class_declaration: {
      kind: { at: 'declaration_kind', kinds: { struct: 'Struct', enum: 'Enum' }, otherwise: 'Class' },
      name: nameOfType,
      scope: extendedType,
    },
    protocol_declaration: { kind: 'Interface' },
    function_declaration: { kind: 'Func', member: 'Method' },
    protocol_function_declaration: { kind: 'Method' },
    init_declaration: { kind: 'Method', name: () => 'init', neverNested: true },
    deinit_declaration: { kind: 'Method', name: () => 'deinit', neverNested: true },
    subscript_declaration: { kind: 'Method', name: () => 'subscript', ...computed('Method') },
    property_declaration: {
      kind: 'Const',
      member: 'Field',
      name: namesOfProperty,
      value: 'value',
      ...computed('Field'),
    },
    protocol_property_declaration: { kind: 'Field', name: 'name.bound_identifier', neverNested: true },
    enum_entry: { kind: 'Field', names: '(simple_identifier)', value: 'raw_value', neverNested: true },
    typealias_declaration: { kind: 'Type' },
    associatedtype_declaration: { kind: 'Type' },
    macro_declaration: {
      kind: 'Macro',
      name: '(simple_identifier)',
      body: 'definition',
      keepsBody: true,
    },
  },
  bodies: {
    computed_getter: { body: '(statements)', standIn: { text: '/* % */' } },
    computed_setter: { body: '(statements)', standIn: { text: '/* % */' } },
    computed_modify: { body: '(statements)', standIn: { text: '/* % */' } },
    willset_clause: { body: '(statements)', standIn: { text: '/* % */' } },
    didset_clause: { body: '(statements)', standIn: { text: '/* % */' } },
  },
  imports: { import_declaration: { sources: '(identifier)' } },
  comments: ['comment', 'multiline_comment'],
  names: {
    names: ['simple_identifier', 'type_identifier'],
    arguments: ['call_suffix', 'constructor_suffix'],
    typeArguments: ['type_arguments'],
  },
  // `A` of `import struct M.A`
  importNames: { path: /\bimport\s+(?:class|struct|enum|protocol|func|typealias|var|let)\s+([\w.]+)/ },
  signatures: { parameters: 'a: T', result: outside(/->/), bases: outside(/:/) },
  decorators: ['attribute'],
  modifiers: ['modifiers'],
  enter: [
    'willset_didset_block',
    'statements',
    'guard_statement',
    'switch_entry',
    'catch_block',
    'repeat_while_statement',
    'control_transfer_statement',
    'assignment',
    'try_expression',
    'await_expression',
    'navigation_expression',
    'call_expression',
    'call_suffix',
    'lambda_literal',
    'value_arguments',
    'value_argument',
  ],
  nestedHint: /\b(?:func|class|struct|enum|actor|protocol|extension)\b/,
  folds: {
    lambda_literal: 'brackets',
    array_literal: 'brackets',
    dictionary_literal: 'brackets',
    value_arguments: 'brackets',
    multi_line_string_literal: 'text',
  },
  values: {
    call_expression: 'head',
    navigation_expression: 'head',
    additive_expression: 'head',
    multiplicative_expression: 'head',
    nil_coalescing_expression: 'head',
    ternary_expression: 'head',
    conjunction_expression: 'head',
    disjunction_expression: 'head',
  },
  emptyBodies: ['get', 'get set'],
  directives: true,
  reads,
  keyword:
    /\b(?:class|struct|enum|actor|protocol|extension|func|init|deinit|subscript|var|let|case|typealias|associatedtype|macro)\b/,
  exported: ({ signature }) => /\b(?:public|open)\b/.test(signature),
};

function isExtension(node: SyntaxNode): boolean {
  return nodeAt(node, 'declaration_kind')?.type === 'extension';
}

function nameOfType(node: SyntaxNode, text: string): string | undefined {
  const name = nodeAt(node, 'name');
  if (name === undefined) return undefined;
  return isExtension(node) ? `extension ${textOf(name, text)}` : textOf(name, text);
}

/** `Store` of `extension Store<Int>`. */
function extendedType(node: SyntaxNode, text: string): string | undefined {
  const name = isExtension(node) ? nodeAt(node, 'name') : undefined;
  return name && /^[\w.]+/.exec(textOf(name, text))?.[0];
}

/** A property or subscript with one body loses it; with accessors, each accessor loses its own. */
function computed(kind: 'Field' | 'Method'): Pick<SymbolRule, 'body' | 'dropsBody' | 'neverNested'> {
  return {
    body: kind === 'Field' ? 'computed_value' : '(computed_property)',
    dropsBody: (body) => childOf(body, 'statements') !== undefined,
    neverNested: true,
  };
}

function namesOfProperty(node: SyntaxNode, text: string): readonly string[] {
  const patterns = node.namedChildren.filter(({ type }) => type === 'pattern');
  return patterns.flatMap((pattern) => namesOfPattern(pattern, text));
}

/** `a` and `b` of `(a, b)`. */
function namesOfPattern(pattern: SyntaxNode, text: string): readonly string[] {
  const parts = pattern.namedChildren.filter(({ type }) => type === 'pattern');
  const inner = parts.length > 0 ? parts.map((part) => part.firstNamedChild) : [pattern.firstNamedChild];
  return inner.flatMap((name) => (name?.type === 'simple_identifier' ? [textOf(name, text)] : []));
}

/**
 * Syntax that the grammar does not know and that costs it whole types: conditional compilation among members, typed
 * throws, attributes with empty parentheses, several attributes on a parameter, newer keywords, prefix operators.
 */
const UNKNOWN =
  /^[ \t]*#(?:if|elseif|else|endif|warning|error)\b[^\n]*|(?<=\bthrows|\bnonisolated)\(\w+\)|(?<=@[A-Z]\w{0,60})\(\)|(?<=[:>] ?)sending(?= )|(?<=[(,]\s{0,40}(?:@[\w<>]{1,60} )?)@_\w{1,60}(?= )|(?<=[[(,:=] ?)(?:~(?=[A-Za-z])|(?:copy|consume)(?= \w))/gm;

/** `#available(iOS 17, *)` is a condition, `#selector(Store.get(_:))` a value. */
const AVAILABLE = /#(?:un)?available\([^()\n]{0,200}\)/g;
const SELECTOR = /#(?:selector|keyPath)\((?:[^()\n]|\([^()\n]{0,200}\)){0,300}\)/g;

/** `#"\d+"#`, and names with spaces: only their length matters. */
const RAW_STRING = /#{1,3}"(?!"")[^\n]{0,1000}?"#{1,3}/g;
const SPACED_NAME = /`\w[^`\n]{0,200}`/g;

/** `#fileID` and `#externalMacro(…)` become a variable and a call. */
const EXPANSION = /#(?=[A-Za-z]\w)/g;

function reads(text: string): string {
  return text
    .replaceAll(UNKNOWN, (unknown) => ' '.repeat(unknown.length))
    .replaceAll(AVAILABLE, (condition) => 'true'.padEnd(condition.length))
    .replaceAll(SELECTOR, (selector) => 'nil'.padEnd(selector.length))
    .replaceAll(RAW_STRING, (raw) => `"${' '.repeat(raw.length - 2)}"`)
    .replaceAll(SPACED_NAME, (name) => name.replaceAll(' ', '_'))
    .replaceAll(EXPANSION, ' ');
}
