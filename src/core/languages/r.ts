import type { SymbolKind } from '../facts/fileFacts';
import type { GrammarRules, Place } from './rules';
import { nodeAt, textOf, unquoted, type SyntaxNode } from './syntax';
import { lineStandIns } from './standIns';
import { NO_RESULT } from './signature';

const FUNCTION_ASSIGNED = /(?:<<?-|=)\s*(?:function\b|\\\()|->>?\s*[\w.]/;

const IMPORT =
  /^(?:suppress\w+\(\s*)?(?:library|require|requireNamespace|loadNamespace|source|sys\.source)\s*\(\s*(["']?)([\w./-]+)\1/;

/** The body of a function without braces. */
const NO_BLOCK = { unless: 'braced_expression' };

/** `setMethod("area", "Point", function(shape) …)`, `test_that("it works", { … })`. */
const CALLS: Readonly<Record<string, SymbolKind>> = {
  setClass: 'Class',
  setRefClass: 'Class',
  setGeneric: 'Func',
  setMethod: 'Method',
  setReplaceMethod: 'Method',
  test_that: 'Test',
  describe: 'Namespace',
  it: 'Test',
};

export const r: GrammarRules = {
  kind: 'grammar',
  id: 'r',
  grammar: 'r',
  symbols: {
    binary_operator: {
      kind: kindOfAssignment,
      name: (node, text) => lastName(assigned(node, text)?.target, text),
      owner: (node, text) => ownerOf(assigned(node, text)?.target, text),
      body: (node, text) => bodyOf(assigned(node, text)?.value),
      value: (node, text) => assigned(node, text)?.value,
      signatureTo: (node) => secondArgument(nodeAt(node, 'rhs')),
      nestedProbe: FUNCTION_ASSIGNED,
      expression: NO_BLOCK,
    },
    argument: {
      kind: kindOfArgument,
      name: 'name',
      body: 'value.body',
      neverNested: true,
      expression: NO_BLOCK,
    },
    call: {
      kind: { match: /^(\w+)\s*\(\s*["']/, kinds: CALLS },
      only: { zone: 'item' },
      name: ['arguments.(argument).value', 'arguments.(argument)'],
      body: lastBody,
      signatureTo: secondArgument,
      neverNested: true,
      expression: NO_BLOCK,
    },
  },
  wrappers: {
    call: { imports: { match: IMPORT } },
  },
  names: { names: ['identifier'], arguments: ['arguments'] },
  signatures: { parameters: 'a: T', result: NO_RESULT, hashComments: true },
  enter: ['braced_expression', 'parenthesized_expression', 'arguments'],
  nestedHint: FUNCTION_ASSIGNED,
  itemHint: new RegExp(
    `${FUNCTION_ASSIGNED.source}|\\b(?:library|require|source)\\b|=\\s*(?:list|c|representation)\\(`,
  ),
  folds: { braced_expression: 'block', arguments: 'brackets', string: 'text' },
  standIns: { ...lineStandIns('#'), body: { text: '# %', endsLine: true, inside: true } },
  values: { binary_operator: 'head', call: 'head', extract_operator: 'head' },
  exported: ({ name }) => !name.startsWith('.'),
};

/** Reads the target and value of `target <- value`, `target = value`, or `value -> target`. */
function assigned(node: SyntaxNode, text: string): { target: SyntaxNode; value: SyntaxNode } | undefined {
  const left = nodeAt(node, 'lhs');
  const right = nodeAt(node, 'rhs');
  if (left === undefined || right === undefined) return undefined;
  // Comments may be there too.
  const operator = text.slice(left.endIndex, Math.min(right.startIndex, left.endIndex + 20)).trim();
  if (/^(?:<<?-|=|:=)/.test(operator)) return { target: left, value: right };
  return operator.startsWith('->') ? { target: right, value: left } : undefined;
}

const CLASS_MAKERS = /^(?:\w+::)?(?:R6Class|setRefClass|setClass|new_class|ggproto)\s*\(/;

function kindOfAssignment(node: SyntaxNode, { zone }: Place, text: string): SymbolKind | undefined {
  const { target, value } = assigned(node, text) ?? {};
  if (target === undefined || value === undefined) return undefined;
  if (target.type !== 'identifier' && target.type !== 'string' && ownerOf(target, text) === undefined)
    return undefined;
  if (value.type === 'function_definition') return 'Func';
  if (value.type === 'call' && CLASS_MAKERS.test(text.slice(value.startIndex, value.startIndex + 40)))
    return 'Class';
  return zone === 'item' && target.type !== 'extract_operator' ? 'Const' : undefined;
}

/** `method` for `env$method`; operator names are in backticks. */
function lastName(target: SyntaxNode | undefined, text: string): string | undefined {
  const name = target?.type === 'extract_operator' ? nodeAt(target, 'rhs') : target;
  return name && unquoted(textOf(name, text));
}

function ownerOf(target: SyntaxNode | undefined, text: string): string | undefined {
  if (target?.type !== 'extract_operator') return undefined;
  const owner = nodeAt(target, 'lhs');
  return owner?.type === 'identifier' ? textOf(owner, text) : undefined;
}

function bodyOf(value: SyntaxNode | undefined): SyntaxNode | undefined {
  return value?.type === 'function_definition' ? nodeAt(value, 'body') : undefined;
}

/** Arguments of class constructors that are not members. */
const OPTIONS =
  /^(?:classname|inherit|cloneable|portable|lock_objects|lock_class|parent_env|contains|validity|prototype|where|package|public|private|active|fields|methods|slots|representation|properties|parent|Class)$/;

/** Members of a class, or functions in a list that is a constant. */
function kindOfArgument(node: SyntaxNode, { zone, parent }: Place, text: string): SymbolKind | undefined {
  if (zone === 'dropped' || (parent !== 'Class' && parent !== 'Const')) return undefined;
  const name = nodeAt(node, 'name');
  if (name === undefined) return undefined;
  if (nodeAt(node, 'value')?.type === 'function_definition') return 'Method';
  return parent === 'Class' && !OPTIONS.test(textOf(name, text)) ? 'Field' : undefined;
}

function argumentsOf(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  const list = node && nodeAt(node, 'arguments');
  return list?.namedChildren.filter(({ type }) => type === 'argument') ?? [];
}

/** The function or block that is the last argument. */
function lastBody(node: SyntaxNode): SyntaxNode | undefined {
  const last = argumentsOf(node).at(-1);
  const value = last && nodeAt(last, 'value');
  return value?.type === 'braced_expression' ? value : bodyOf(value);
}

/** A class has no body, so its signature is its name. */
function secondArgument(node: SyntaxNode | undefined): SyntaxNode | undefined {
  if (node?.type !== 'call') return undefined;
  const [, second, ...more] = argumentsOf(node);
  const last = more.at(-1) ?? second;
  const value = last && nodeAt(last, 'value');
  return value?.type === 'function_definition' || value?.type === 'braced_expression' ? undefined : second;
}
