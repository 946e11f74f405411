import type { SymbolKind } from '../facts/fileFacts';
import { textOf } from './declare';
import type { GrammarRules, Place } from './rules';
import { nodeAt, type SyntaxNode } from './syntax';

/** Names that tell a constant from a variable. */
const CAPITALS = String.raw`(?:[A-Z][A-Z0-9_]*|__\w+__)`;

const ALL_CAPITALS = new RegExp(`^${CAPITALS}$`);

export const python: GrammarRules = {
  kind: 'grammar',
  id: 'python',
  family: 'code',
  grammar: 'python',
  symbols: {
    function_definition: { kind: 'Func', member: 'Method' },
    class_definition: { kind: 'Class' },
    assignment: { kind: kindOfAssignment, name: 'left', member: 'Field', value: 'right', neverNested: true },
    type_alias_statement: { kind: 'Type', name: 'left', neverNested: true },
  },
  wrappers: { decorated_definition: {}, expression_statement: { hint: /=|:/ } },
  imports: {
    import_statement: { sources: importedModules },
    import_from_statement: { sources: 'module_name' },
    future_import_statement: { sources: () => ['__future__'] },
  },
  comments: ['comment'],
  decorators: ['decorator'],
  enter: [
    'module',
    'block',
    'if_statement',
    'elif_clause',
    'else_clause',
    'for_statement',
    'while_statement',
    'try_statement',
    'except_clause',
    'finally_clause',
    'with_statement',
    'match_statement',
    'case_clause',
  ],
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
  standIns: {
    body: { text: '...  # %', endsLine: true },
    brackets: { text: '# %', endsLine: true },
    statement: { text: '...  # %', endsLine: true },
    value: { text: '...  # %', endsLine: true },
  },
  bodyComment: '#',
  emptyBodies: ['...'],
  docstring,
  exported: ({ name }) => !name.startsWith('_') || /^__\w+__$/.test(name),
};

/** Names bound in a module or class; in their blocks only capitals; `a.b = 1` and `x, y = 1, 2` bind no constant of their own. */
function kindOfAssignment(node: SyntaxNode, place: Place, text: string): SymbolKind | undefined {
  if (place.zone !== 'item' || place.wrapper !== 'expression_statement') return undefined;
  const left = nodeAt(node, 'left');
  if (left?.type !== 'identifier') return undefined;
  return place.block !== 'block' || ALL_CAPITALS.test(textOf(left, text)) ? 'Const' : undefined;
}

/** The string that is the first statement. */
function docstring(body: SyntaxNode): SyntaxNode | undefined {
  const first = body.firstNamedChild;
  if (first?.type !== 'expression_statement') return undefined;
  const string = first.firstNamedChild;
  const alone =
    string !== null && string.startIndex === first.startIndex && string.endIndex === first.endIndex;
  return alone && (string.type === 'string' || string.type === 'concatenated_string') ? string : undefined;
}

function importedModules(node: SyntaxNode, text: string): readonly string[] {
  return node.namedChildren.map((child) => textOf(nodeAt(child, 'name') ?? child, text));
}
