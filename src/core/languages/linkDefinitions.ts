/** Link reference definitions, as CommonMark has them: https://spec.commonmark.org/0.31.2/#link-reference-definitions */

/** A longer run of definitions is not examined. */
const MAX_LENGTH = 20_000;

const LABEL = /\[(?:[^\\[\]]|\\[^]){0,1000}\]:/y;
const GAP = / *(?:\n *)?/y;
const IN_BRACKETS = /<(?:[^<>\n\\\0]|\\.)*>/y;
const TITLE = /"(?:\\[^]|[^\\"\0])*"|'(?:\\[^]|[^\\'\0])*'|\((?:\\[^]|[^\\()\0])*\)/y;
const LINE_END = / *(?:\n|$)/y;

/** Length of the definitions at the start of a paragraph, each with its line feed. */
export function definitionsLength(paragraph: string): number {
  const text = paragraph.slice(0, MAX_LENGTH);
  let at = 0;
  while (text[at] === '[') {
    const end = definitionEnd(text, at);
    if (end === undefined) break;
    at = end;
  }
  return at;
}

function definitionEnd(text: string, start: number): number | undefined {
  const label = matchAt(LABEL, text, start);
  if (label === undefined || text.slice(start + 1, label - 2).trim() === '') return undefined;
  const destination = destinationEnd(text, matchAt(GAP, text, label) ?? label);
  if (destination === undefined) return undefined;
  const gap = matchAt(GAP, text, destination) ?? destination;
  const title = gap > destination ? matchAt(TITLE, text, gap) : undefined;
  const afterTitle = title === undefined ? undefined : matchAt(LINE_END, text, title);
  return afterTitle ?? matchAt(LINE_END, text, destination);
}

/** A destination without brackets may contain balanced parentheses, but no white space. */
function destinationEnd(text: string, start: number): number | undefined {
  if (text[start] === '<') return matchAt(IN_BRACKETS, text, start);
  let open = 0;
  let at = start;
  for (; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\' && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '')) at += 1;
    else if (character === '(') open += 1;
    else if (character === ')' && open === 0) break;
    else if (character === ')') open -= 1;
    else if (/[ \t-\r]/.test(character)) break;
  }
  return open > 0 || (at === start && text[at] !== ')') ? undefined : at;
}

/** End of the match of a sticky pattern. */
function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
