import type { SymbolKind } from '../facts/fileFacts';
import type { GrammarRules, Place } from './rules';
import { nodeAt, textOf, type SyntaxNode } from './syntax';
import { lineStandIns } from './standIns';
import { listedNames } from './listedNames';
import { outside } from './topLevel';

/** Names that mark a constant. */
const CAPITALS = String.raw`(?:[A-Z][A-Z0-9_]*|__\w+__)`;

const ALL_CAPITALS = new RegExp(`^${CAPITALS}$`);

export const python: GrammarRules = {
  kind: 'grammar',
  id: 'python',
  grammar: 'python',
  symbols: {
    function_definition: { kind: 'Func', member: 'Method' },
    class_definition: { kind: 'Class' },
    assignment: {
      kind: kindOfAssignment,
      only: { zone: 'item', wrapper: 'expression_statement' },
      name: boundNames,
      member: 'Field',
      value: (node) => nodeAt(assignments(node).at(-1) ?? node, 'right'),
      neverNested: true,
    },
    // `type Pair[T] = …`
    type_alias_statement: { kind: 'Type', name: { at: 'left', match: /^[^\s[]+/ }, neverNested: true },
  },
  wrappers: { decorated_definition: {}, expression_statement: { hint: /=|:/, staysWhole } },
  imports: {
    import_statement: { sources: importedModules },
    import_from_statement: { sources: 'module_name' },
    future_import_statement: { sources: () => ['__future__'] },
  },
  names: { names: ['identifier'], arguments: ['argument_list'], tails: ['decorator'] },
  importNames,
  signatures: { parameters: 'a: T', result: outside(/->/), bases: outside(/\(/), hashComments: true },
  decorators: ['decorator'],
  enter: ['except_clause', 'with_statement', 'match_statement'],
  nestedHint: new RegExp(
    `\\b(?:def|class|import)\\b|(?:^|:)[ \\t]*${CAPITALS}[ \\t]*(?::[^\\n=]{0,200})?=`,
    'm',
  ),
  folds: {
    block: 'block',
    list: 'brackets',
    dictionary: 'brackets',
    set: 'brackets',
    tuple: 'brackets',
    argument_list: 'brackets',
    parenthesized_expression: 'brackets',
    list_comprehension: 'brackets',
    dictionary_comprehension: 'brackets',
    generator_expression: 'brackets',
    string: 'text',
  },
  values: {
    binary_operator: 'head',
    boolean_operator: 'head',
    comparison_operator: 'head',
    conditional_expression: 'head',
    call: 'head',
    attribute: 'head',
    subscript: 'head',
    concatenated_string: 'head',
  },
  standIns: {
    ...lineStandIns('#'),
    body: { text: '...  # %', endsLine: true },
    statement: { text: '...  # %', endsLine: true },
  },
  blank: '...  ',
  bodyComment: '#',
  emptyBodies: ['...'],
  docstring,
  exported: ({ name }) => !name.startsWith('_') || /^__\w+__$/.test(name),
};

/** Names bound in a module or class; within their blocks only names in capitals. `a.b = 1` declares no constant. */
function kindOfAssignment(node: SyntaxNode, place: Place, text: string): SymbolKind | undefined {
  return place.block !== 'block' || boundNames(node, text).every((name) => ALL_CAPITALS.test(name))
    ? 'Const'
    : undefined;
}

/** `a` and `b` of `a = b = 1`, `a, (*b, c.d) = 1, 2`. */
function boundNames(node: SyntaxNode, text: string): readonly string[] {
  const names: string[] = [];
  const targets = assignments(node)
    .flatMap((each) => nodeAt(each, 'left') ?? [])
    .toReversed();
  for (let target = targets.pop(); target !== undefined; target = targets.pop()) {
    if (target.type === 'identifier') names.push(textOf(target, text));
    else if (PATTERNS.has(target.type))
      for (const inner of target.namedChildren.toReversed()) targets.push(inner);
  }
  return names;
}

const PATTERNS: ReadonlySet<string> = new Set([
  'pattern_list',
  'tuple_pattern',
  'list_pattern',
  'list_splat_pattern',
]);

/** An assignment, and the chained assignments that are its value. */
function assignments(node: SyntaxNode): readonly SyntaxNode[] {
  const chain = [node];
  let value = nodeAt(node, 'right');
  while (value?.type === 'assignment') {
    chain.push(value);
    value = nodeAt(value, 'right');
  }
  return chain;
}

/** The string that is the first statement. */
function docstring(body: SyntaxNode): SyntaxNode | undefined {
  const first = body.namedChildren.find(({ type }) => type !== 'comment');
  return first?.type === 'expression_statement' ? onlyString(first) : undefined;
}

/** The string that makes up a whole statement. */
function onlyString(statement: SyntaxNode): SyntaxNode | undefined {
  const string = statement.firstNamedChild;
  const alone = string?.startIndex === statement.startIndex && string.endIndex === statement.endIndex;
  return alone && (string.type === 'string' || string.type === 'concatenated_string') ? string : undefined;
}

/** A string statement documents the code around or before it, and `__all__` lists a module's exports. */
function staysWhole(statement: SyntaxNode, text: string): boolean {
  return text.startsWith('__all__', statement.startIndex) || onlyString(statement) !== undefined;
}

function importedModules(node: SyntaxNode, text: string): readonly string[] {
  return node.namedChildren.map((child) => textOf(nodeAt(child, 'name') ?? child, text));
}

/** `a` and `b` of `from m import (a, b as c)`. */
function importNames(statement: string): readonly string[] {
  const list = /^from\b[^]*?\bimport\b([^]*)$/.exec(statement.replaceAll(/#[^\n]*/g, ''))?.[1];
  return listedNames(list?.replaceAll(/[()\\]/g, ' ') ?? '');
}
