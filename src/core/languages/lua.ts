import type { SymbolKind } from '../facts/fileFacts';
import type { GrammarRules, Place } from './rules';
import { nodeAt, textOf, unquoted, type SyntaxNode } from './syntax';
import { lineStandIns } from './standIns';
import { partOf } from './lookups';
import { NO_RESULT } from './signature';

/** A table that may own a function. */
const TABLE = /^[\w.]{1,100}$/;

export const lua: GrammarRules = {
  kind: 'grammar',
  id: 'lua',
  grammar: 'lua',
  symbols: {
    function_declaration: {
      kind: { at: 'name', kinds: { method_index_expression: 'Method' }, otherwise: 'Func' },
      // `load` of `M.load`, `M:load`, with `M` as owner
      name: ['name.field', 'name.method', 'name'],
      owner: { at: 'name.table', match: TABLE },
    },
    assignment_statement: {
      kind: kindOfAssignment,
      name: assignedNames,
      owner: (node, text) => ownerOf(targets(node)[0], text),
      body: (node) => functionBody(firstValue(node)),
      value: firstValue,
      nestedProbe: /=\s*function\b/,
    },
    field: {
      kind: kindOfField,
      name: 'name',
      body: 'value.body',
      nestedProbe: /=\s*function\b/,
    },
    // `describe("it", function() … end)`
    function_call: {
      kind: {
        match: /^\w+(?=\s*\(\s*["'])/,
        kinds: { describe: 'Namespace', context: 'Namespace', it: 'Test', test: 'Test' },
      },
      only: { zone: 'item' },
      name: calledWith,
      body: (node) => functionBody(callback(node)),
      neverNested: true,
    },
  },
  wrappers: {
    variable_declaration: { imports: requiredModules },
    function_call: { hint: /\brequire\b|^(?:dofile|loadfile)\b|=\s*function\b/, imports: requiredModules },
  },
  comments: ['comment', 'hash_bang_line'],
  names: { names: ['identifier'], arguments: ['arguments'] },
  // `a` of `local b = require("x").a`
  importNames: { list: /\brequire\b\s{0,20}\(?[^).]{0,500}["']\s{0,20}\)?\.(\w+)/ },
  signatures: { parameters: 'a: T', result: NO_RESULT },
  enter: [
    'elseif_statement',
    'else_statement',
    'return_statement',
    'expression_list',
    'table_constructor',
    'arguments',
  ],
  nestedHint: /\bfunction\s+[\w.:]+\s*\(|=\s*function\b/,
  itemHint: /\bfunction\s+[\w.:]+\s*\(|=\s*function\b|\brequire\b/,
  folds: {
    block: 'block',
    table_constructor: 'brackets',
    arguments: 'brackets',
    string: 'text',
  },
  values: { binary_expression: 'head', function_call: 'head' },
  standIns: lineStandIns('--'),
  bodyComment: '--',
  exported: ({ name, signature }) => !signature.startsWith('local') && !name.startsWith('_'),
};

/** `load` of `M.load`, `M:load`, `M["load"]`. */
function lastName(target: SyntaxNode | undefined, text: string): string | undefined {
  if (target === undefined) return undefined;
  return unquoted(textOf(nodeAt(target, 'field') ?? nodeAt(target, 'method') ?? target, text));
}

/** `M` of `M.load`. */
function ownerOf(target: SyntaxNode | undefined, text: string): string | undefined {
  return target && partOf(target, { at: 'table', match: TABLE }, text);
}

function targets(assignment: SyntaxNode): readonly SyntaxNode[] {
  return (assignment.firstNamedChild?.namedChildren ?? []).filter(({ type }) => type !== 'attribute');
}

function firstValue(assignment: SyntaxNode): SyntaxNode | undefined {
  return assignment.namedChildren[1]?.firstNamedChild ?? undefined;
}

function functionBody(value: SyntaxNode | undefined): SyntaxNode | undefined {
  return value?.type === 'function_definition' ? nodeAt(value, 'body') : undefined;
}

/** Functions count everywhere, other bindings only outside functions. */
function kindOfAssignment(node: SyntaxNode, { zone }: Place, text: string): SymbolKind | undefined {
  const value = firstValue(node);
  if (value?.type === 'function_definition') return 'Func';
  if (zone !== 'item' || value === undefined) return undefined;
  if (REQUIRE.test(text.slice(value.startIndex, value.startIndex + 200))) return undefined;
  const target = targets(node)[0];
  const plain = target?.type === 'identifier' || ownerOf(target, text) !== undefined;
  return plain ? 'Const' : undefined;
}

function assignedNames(node: SyntaxNode, text: string): readonly string[] {
  return targets(node).flatMap((target) => lastName(target, text) ?? []);
}

/** Functions in a table are methods of its constant. */
function kindOfField(node: SyntaxNode, { parent }: Place, text: string): SymbolKind | undefined {
  if (!/=\s*function\b/.test(text.slice(node.startIndex, node.startIndex + 200))) return undefined;
  if (nodeAt(node, 'value')?.type !== 'function_definition') return undefined;
  return parent === 'Const' ? 'Method' : 'Func';
}

/** The first argument of a call whose last is a function. */
function calledWith(node: SyntaxNode, text: string): string | undefined {
  if (callback(node)?.type !== 'function_definition') return undefined;
  const first = nodeAt(node, 'arguments')?.firstNamedChild;
  return first ? unquoted(textOf(first, text)) : undefined;
}

function callback(node: SyntaxNode): SyntaxNode | undefined {
  return nodeAt(node, 'arguments')?.namedChildren.at(-1);
}

const REQUIRE = /^(?:require|dofile|loadfile)\s*\(?\s*["'[]|^pcall\s*\(\s*require\b/;

// The text in `require("a" .. name)` is only the start of a name.
const MODULES = /\b(?:require|dofile|loadfile)\s*(?:[(,]\s*)?(["'])([^"'\n]{1,200})\1(?!\s*\.\.)/g;

/** The modules of `local a = require("a")`, `pcall(require, "b")`. */
function requiredModules(node: SyntaxNode, text: string): readonly string[] {
  const written = text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 1_000));
  if (
    !/^local\s[^=]*=\s*(?:require|pcall|dofile|loadfile)\b|^(?:require|pcall|dofile|loadfile)\b/.test(written)
  )
    return [];
  return [...written.matchAll(MODULES)].flatMap(([, , name]) => name ?? []);
}
