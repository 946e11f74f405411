/** Keeps each `#if` together with its `#else` and `#endif` when cutting. */
import type { Cut } from '../facts/fileFacts';
import type { LinedText } from '../facts/lineTable';
import { makeCut } from './cuts';
import type { FullRules } from './rules';

const DIRECTIVE = /^[ \t]*#[ \t]*(if|else|elif|endif)\w*[^\n]*/gm;

/**
 * The cut, reduced to the part of its block between directives that lack a partner in it. Undefined if the cut is not a
 * block.
 */
export function keepDirectives(
  source: LinedText,
  cut: Cut,
  { standIns }: Pick<FullRules, 'standIns'>,
): Cut | undefined {
  const { text } = source;
  const { from, to } = betweenUnpaired(text, cut.start, cut.end);
  if (from === cut.start && to === cut.end) return cut;
  if (text[cut.start] !== '{' || text[cut.end - 1] !== '}') return undefined;
  const inside = {
    start: from === cut.start ? from + 1 : from,
    end: to === cut.end ? to - 1 : to,
  };
  return makeCut(source, inside, inside, { ...standIns.statement, inside: true });
}

/** From after the last `#else` or `#endif` without its `#if` to before the first `#if` without its `#endif`. */
function betweenUnpaired(text: string, start: number, end: number): { from: number; to: number } {
  const open: number[] = [];
  let from = start;
  for (const { 0: line, 1: keyword = '', index } of text.slice(start, end).matchAll(DIRECTIVE)) {
    if (keyword === 'if') open.push(start + index);
    else if (open.length === 0) from = start + index + line.length;
    else if (keyword === 'endif') open.pop();
  }
  return { from, to: open[0] ?? end };
}
