import type { SymbolKind } from '../facts/fileFacts';
import type { GrammarRules, Place } from './rules';
import { nodeAt, textOf, unquoted, type SyntaxNode } from './syntax';
import { lineStandIns } from './standIns';
import { outside } from './topLevel';
import { NO_RESULT } from './signature';
import { flattenHeredocs } from './rubyHeredocs';

/** The body of `def square(x) = x * x` is an expression. */
const NO_BLOCK = { unless: 'body_statement' };

export const ruby: GrammarRules = {
  kind: 'grammar',
  id: 'ruby',
  grammar: 'ruby',
  symbols: {
    method: { kind: kindOfMethod, expression: NO_BLOCK },
    singleton_method: { kind: kindOfMethod, expression: NO_BLOCK },
    class: { kind: 'Class' },
    module: { kind: 'Module' },
    alias: { kind: 'Method', name: aliasName, neverNested: true },
    assignment: { kind: kindOfAssignment, name: boundNames, body: 'right.block.body', value: 'right' },
    operator_assignment: { kind: kindOfAssignment, name: boundNames, value: 'right', neverNested: true },
    call: {
      kind: kindOfCall,
      only: { zone: 'item' },
      name: namesOfCall,
      body: 'block.body',
      neverNested: true,
    },
  },
  wrappers: {
    // `private def x`, `memoize def x`; `require 'x'`.
    call: { hint: /\bdef\b|^(?:require|load\b|autoload\b)/, imports: requiredFiles },
    argument_list: { hint: /\bdef\b/ },
    // `LIMIT = 3 unless defined?(LIMIT)`
    if_modifier: { hint: /\bdef\b|^[A-Z]|\brequire/ },
    unless_modifier: { hint: /\bdef\b|^[A-Z]|\brequire/ },
  },
  names: {
    names: ['identifier', 'constant', 'instance_variable', 'class_variable', 'global_variable'],
    arguments: ['argument_list', 'block', 'do_block'],
    tails: ['call'],
  },
  signatures: { parameters: 'a: T', result: NO_RESULT, bases: outside(/<(?!<)/), hashComments: true },
  enter: [
    'singleton_class',
    'body_statement',
    'block_body',
    'do_block',
    'if',
    'unless',
    'elsif',
    'else',
    'then',
    'case',
    'when',
    'begin',
    'rescue',
    'ensure',
    'while',
    'until',
    'for',
    'do',
    'begin_block',
    'end_block',
    'parenthesized_statements',
  ],
  nestedHint: /\bdef\s|\bclass\s+[A-Z<:]|\bmodule\s+[A-Z:]/,
  itemHint:
    /\bdef\s|\bclass\s+[A-Z<:]|\bmodule\s+[A-Z:]|\bdefine_method\b|\battr_|\balias\b|\b[A-Z]\w*\s*(?:\|\|)?=(?![=>~])|\brequire/,
  folds: {
    body_statement: 'block',
    block_body: 'block',
    then: 'block',
    do: 'brackets',
    begin: 'brackets',
    else: 'rest',
    ensure: 'rest',
    hash: 'brackets',
    array: 'brackets',
    string_array: 'brackets',
    symbol_array: 'brackets',
    argument_list: 'brackets',
    parenthesized_statements: 'brackets',
    heredoc_body: 'lines',
  },
  standIns: lineStandIns('#'),
  values: {
    binary: 'head',
    conditional: 'head',
    call: 'head',
    element_reference: 'head',
    chained_string: 'head',
  },
  bodyComment: '#',
  reads: flattenHeredocs,
  exported: ({ name }) => !name.startsWith('_'),
};

function kindOfMethod(_: SyntaxNode, { parent }: Place): SymbolKind {
  return parent === undefined || parent === 'Func' || parent === 'Method' || parent === 'Namespace'
    ? 'Func'
    : 'Method';
}

function aliasName(node: SyntaxNode, text: string): string | undefined {
  const name = nodeAt(node, 'name');
  return name && plain(name, text);
}

const MAKES: readonly (readonly [RegExp, SymbolKind])[] = [
  [/^(?:::)?(?:Struct\.new|Data\.define)\b/, 'Struct'],
  [/^(?:::)?Class\.new\b/, 'Class'],
  [/^(?:::)?Module\.new\b/, 'Module'],
];

/** Constants. `Point = Struct.new(:x)` makes a type. */
function kindOfAssignment(node: SyntaxNode, { zone }: Place, text: string): SymbolKind | undefined {
  if (!/^(?:::)?[A-Z]/.test(text.slice(node.startIndex, node.startIndex + 3))) return undefined;
  const right = nodeAt(node, 'right');
  if (right === undefined) return undefined;
  const value = text.slice(right.startIndex, right.startIndex + 20);
  const made = right.type === 'call' ? MAKES.find(([pattern]) => pattern.test(value))?.[1] : undefined;
  return made ?? (zone === 'item' ? 'Const' : undefined);
}

/** `A = 1`, `App::A = 1`, `A, B = 1, 2`. */
function boundNames(node: SyntaxNode, text: string): readonly string[] {
  const left = nodeAt(node, 'left');
  if (left === undefined) return [];
  const targets = left.type === 'left_assignment_list' ? left.namedChildren : [left];
  return targets
    .filter(({ type }) => type === 'constant' || type === 'scope_resolution')
    .map((target) => textOf(target, text));
}

const DECLARING: Readonly<Record<string, SymbolKind>> = {
  attr: 'Field',
  attr_accessor: 'Field',
  attr_reader: 'Field',
  attr_writer: 'Field',
  cattr_accessor: 'Field',
  mattr_accessor: 'Field',
  class_attribute: 'Field',
  alias_method: 'Method',
  define_method: 'Method',
  define_singleton_method: 'Method',
};

/** Test blocks. Groups contain further tests. */
const TESTING: Readonly<Record<string, SymbolKind>> = {
  describe: 'Namespace',
  context: 'Namespace',
  feature: 'Namespace',
  shared_examples: 'Namespace',
  shared_context: 'Namespace',
  it: 'Test',
  specify: 'Test',
  scenario: 'Test',
  test: 'Test',
  should: 'Test',
};

/** Rake tasks. */
const TASKS: Readonly<Record<string, SymbolKind>> = { namespace: 'Namespace', task: 'Func' };

const CALLED = /^(?:RSpec\.)?([a-z_]+)\b(?=[ (])/;

function calledName(node: SyntaxNode, text: string): string {
  return CALLED.exec(text.slice(node.startIndex, node.startIndex + 40))?.[1] ?? '';
}

/** Calls that declare: `attr_reader :size`, `define_method(:x) do`, `it "works" do`, `task :build do`. */
function kindOfCall(node: SyntaxNode, { parent }: Place, text: string): SymbolKind | undefined {
  const called = calledName(node, text);
  const declaring = own(DECLARING, called);
  if (declaring !== undefined) return declaring;
  const inType = parent === 'Class' || parent === 'Module' || parent === 'Struct';
  const testing = own(TESTING, called) ?? (inType ? undefined : own(TASKS, called));
  if (testing === undefined || node.childForFieldName('block') === null) return undefined;
  return testing;
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function namesOfCall(node: SyntaxNode, text: string): readonly string[] {
  const names = nodeAt(node, 'arguments')?.namedChildren ?? [];
  const called = calledName(node, text);
  if (called.includes('attr'))
    return names
      .filter(({ type }) => type.endsWith('symbol') || type === 'string')
      .map((name) => plain(name, text));
  const [first] = names;
  if (first === undefined) return [];
  // `task build: [:clean] do`
  return [plain(nodeAt(first, 'key') ?? first, text)];
}

/** A symbol without its colon, a string without its quotes. */
function plain(node: SyntaxNode, text: string): string {
  return unquoted(textOf(node, text).replace(/^:/, ''));
}

const REQUIRES = /^(?:require|require_relative|load|autoload)\b[ (]/;

function requiredFiles(node: SyntaxNode, text: string): readonly string[] {
  if (!REQUIRES.test(text.slice(node.startIndex, node.startIndex + 20))) return [];
  const file = nodeAt(node, 'arguments')?.namedChildren.at(-1);
  return file?.type === 'string' ? [plain(file, text)] : [];
}
