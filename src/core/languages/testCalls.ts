/** Tests declared by calls: `describe('Store', () => { … })`, `it.each(table)('adds %i', …)`. */
import type { SymbolRule } from './rules';
import { nodeAt, textOf, type SyntaxNode } from './syntax';

const SUITES = 'describe|context|suite';
const NAMES = `(?:[fx]?(?:${SUITES}|it|test|specify)|bench)`;

/** Matches the start of such a call, for a native search. */
export const TEST_CALL = String.raw`(?<![.\w$])${NAMES}(?:\.\w{1,30}){0,4}[(\x60]`;

const CALLEE = new RegExp(String.raw`^${NAMES}(?:\.\w{1,30}){0,4}$`);
const SUITE = new RegExp(String.raw`(?:^[fx]?|\.)(?:${SUITES})\b`);

export const testCall: SymbolRule = {
  kind: (node, _, text) => {
    const callee = calleeOf(node, text);
    if (callee === undefined || !CALLEE.test(callee)) return undefined;
    return functionOf(node) !== undefined || /\.(?:todo|skip|fixme)$/.test(callee) ? 'Test' : undefined;
  },
  name: (node, text) => {
    const title = argumentsOf(node)[0];
    return title === undefined || title === functionOf(node) ? calleeOf(node, text) : title;
  },
  body: (node) => {
    const run = functionOf(node);
    return run && nodeAt(run, 'body');
  },
  dropsBody: (_, node, text) => !SUITE.test(calleeOf(node, text) ?? ''),
  nestedProbe: new RegExp(TEST_CALL),
};

/** A longer callee is a chain of calls. */
const MAX_UNITS = 200;

/** `it.each` of `it.each(table)('adds', …)`. */
function calleeOf(node: SyntaxNode, text: string): string | undefined {
  let callee = nodeAt(node, 'function');
  if (callee?.type === 'call_expression') callee = nodeAt(callee, 'function');
  const isName = callee?.type === 'identifier' || callee?.type === 'member_expression';
  return callee !== undefined && isName && callee.endIndex - callee.startIndex < MAX_UNITS
    ? textOf(callee, text)
    : undefined;
}

/** A table in backticks is not an argument list. */
function argumentsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const list = nodeAt(node, 'arguments');
  return list?.type === 'arguments' ? list.namedChildren : [];
}

function functionOf(node: SyntaxNode): SyntaxNode | undefined {
  return argumentsOf(node).find(({ type }) => type === 'arrow_function' || type === 'function_expression');
}
