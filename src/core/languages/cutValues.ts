/** Cuts values. A value keeps its start or becomes a placeholder, and a comment says how much is hidden. */
import type { Cut, Span } from '../facts/fileFacts';
import { bracketsCut, cutParsed, foldCut } from './cuts';
import type { Value } from './declare';
import type { SyntaxNode } from './syntax';
import { lineSpan, type Walk } from './walk';

/** Cuts a long initializer that no fold has shortened. */
export function initializerCut(walk: Walk, value: Value): Cut | undefined {
  return callCut(walk, value) ?? restCut(walk, value) ?? blankCut(walk, value);
}

/** Cuts a function's returned value. `start` includes the comments before it. */
export function expressionCut(walk: Walk, value: Value, start: number): Cut | undefined {
  const call = start === value.start && lineSpan(walk, value) > 1 ? callCut(walk, value) : undefined;
  return call ?? blankCut(walk, { start, end: value.end });
}

/** Keeps the callee and cuts the brackets at the end of the value, if they begin on its first line. */
function callCut(walk: Walk, { node, start, end }: Value): Cut | undefined {
  const { rules } = walk.compiled;
  for (
    let at: SyntaxNode | null = node;
    at?.endIndex === end && lineSpan(walk, { start, end: at.startIndex + 1 }) === 1;
    at = at.lastChild
  ) {
    const fold = rules.folds[at.type];
    const cut =
      fold === undefined
        ? rules.values?.[at.type] === 'brackets' && bracketsCut(walk, at, rules.standIns)
        : foldCut(walk, at, fold, rules);
    if (cut) return cut;
  }
  return undefined;
}

/** Keeps the part of the value's first operand that is on the first line. */
function restCut(walk: Walk, { first, start, end }: Value): Cut | undefined {
  const { text, compiled } = walk;
  let head: SyntaxNode | null = first;
  while (head !== null && lineSpan(walk, { start, end: head.endIndex }) > 1) {
    head = compiled.rules.values?.[head.type] === undefined ? null : head.firstChild;
  }
  if (head?.isNamed !== true || !/\w/.test(text.slice(start, head.endIndex))) return undefined;
  const { hidden } = compiled.rules.standIns;
  const rest = { start: head.endIndex, end };
  return cutParsed(walk, rest, rest, { ...hidden, text: ` ${hidden.text}` });
}

function blankCut(walk: Walk, value: Span): Cut | undefined {
  const { blank = '_ ', standIns } = walk.compiled.rules;
  return cutParsed(walk, value, value, { ...standIns.hidden, text: blank + standIns.hidden.text });
}
