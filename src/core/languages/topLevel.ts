/** Reads short pieces of code without a grammar: matches brackets, and finds marks outside them. */

import { blank } from './blank';

const QUOTED =
  /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?<=[=(,[|:]\s{0,20}')(?:[^'\\\n(){}<>]|\\.)*'/g;
const HASH_COMMENT = /(?<=^|\s)#(?!\[)[^\n]*/g;

/** Replaces comments with spaces, and in `masked` also strings with underscores, so that offsets don't change. */
export function maskQuoted(
  written: string,
  hashComments: boolean,
): { readonly text: string; readonly masked: string } {
  const text = hashComments && written.includes('#') ? written.replaceAll(HASH_COMMENT, blank) : written;
  if (!/["'`]|\/[*/]/.test(text)) return { text, masked: text };
  let hasComments = false;
  const masked = text.replaceAll(QUOTED, (part) => {
    if (!part.startsWith('/')) return '_'.repeat(part.length);
    hasComments = true;
    return blank(part);
  });
  return {
    text: hasComments ? text.replaceAll(QUOTED, (part) => (part.startsWith('/') ? blank(part) : part)) : text,
    masked,
  };
}

/** A pattern to find outside brackets. */
export interface Mark {
  readonly search: RegExp;
}

/** `mark` must have no groups. */
export function outside(mark: RegExp): Mark {
  return { search: new RegExp(`(${mark.source})|[([{<]`, 'g') };
}

export interface Found {
  readonly start: number;
  readonly end: number;
}

/** The first match outside brackets. */
export function findOutside(text: string, { search }: Mark, from = 0): Found | undefined {
  search.lastIndex = from;
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const { index: start, 1: found } = match;
    if (found !== undefined) return { start, end: start + found.length };
    if (opens(text, start)) search.lastIndex = closingOf(text, start) + 1;
  }
  return undefined;
}

/** The pieces between matches outside brackets. */
export function splitOutside(text: string, mark: Mark): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let found = findOutside(text, mark); found !== undefined; found = findOutside(text, mark, start)) {
    pieces.push(text.slice(start, found.start));
    start = found.end;
  }
  return [...pieces, text.slice(start)];
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const BRACKETS = /[()[\]{}]|<|(?<![=-])>/g;

/** Offset of the bracket that closes the one at `open`; the end of the text if there is none. */
export function closingOf(text: string, open: number): number {
  const stack: string[] = [];
  BRACKETS.lastIndex = open;
  for (let match = BRACKETS.exec(text); match !== null; match = BRACKETS.exec(text)) {
    const { 0: mark, index: at } = match;
    const closer = CLOSERS[mark];
    if (closer !== undefined) {
      if (at === open || opens(text, at)) stack.push(closer);
      continue;
    }
    // An angle bracket that a parenthesis closes was a comparison.
    if (mark !== '>') while (stack.at(-1) === '>') stack.pop();
    if (stack.at(-1) === mark) stack.pop();
    if (stack.length === 0) return at;
  }
  return text.length;
}

/** An angle bracket opens type arguments only after a name. */
function opens(text: string, at: number): boolean {
  return text[at] !== '<' || /[\w$:]/.test(text.charAt(at - 1));
}
