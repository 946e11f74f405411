/**
 * Blanks the bodies of functions in languages with braces, for a second parse of a text in which the first has lost
 * declarations. A statement that no grammar reads, such as a macro in place of a keyword, can swallow all functions
 * after it. Without bodies it cannot, and outlines need none. One pass over the tokens, so the time is linear.
 */
import { blank } from './blank';
import { DIRECTIVE, tokensOf } from './branches';
import { declarationsIn } from './declaredLines';

/** In UTF-16 units: longer heads are not read. */
const MAX_HEAD = 2_000;

/** Returns a text of the same length and with the same lines. */
export function hollowBodies(text: string): string {
  let hollow = '';
  let done = 0;
  /** End of the last token that cannot be part of a function's head. */
  let headStart = 0;
  let body: Body | undefined;
  for (const { token, index } of tokensOf(text)) {
    const end = index + token.length;
    if (body !== undefined) {
      if (!closes(body, text, { token, index })) continue;
      // One that seems to hold functions has lost its end.
      if (declarationsIn(text, 'cpp', body.start, index).length === 0) {
        hollow += text.slice(done, body.start) + blank(text.slice(body.start, index));
        done = index;
      }
      body = undefined;
      headStart = end;
    } else if (token === '{' && isHead(text.slice(Math.max(headStart, index - MAX_HEAD), index))) {
      body = { start: end, indent: indentOf(text, headStart), depth: 1, conditionals: [] };
    } else if (token === '{' || token === '}' || token.trimStart().startsWith('#')) headStart = end;
  }
  return hollow + text.slice(done);
}

interface Body {
  readonly start: number;
  /** Column of the function's first letter. */
  readonly indent: number;
  /** Number of braces that are open. */
  depth: number;
  /** Their number at the start of each open `#if`: of several branches, one counts. */
  readonly conditionals: number[];
}

/** Whether the token closes the body. A brace that stands under the function's first letter does, whatever is open. */
function closes(
  body: Body,
  text: string,
  { token, index }: { readonly token: string; readonly index: number },
): boolean {
  if (token === '{') body.depth += 1;
  else if (token === '}') {
    body.depth -= 1;
    return body.depth === 0 || columnOf(text, index) <= body.indent;
  } else countBranch(body, DIRECTIVE.exec(token)?.[1]);
  return false;
}

function countBranch(body: Body, directive: string | undefined): void {
  if (directive === undefined) return;
  if (directive === 'endif') body.conditionals.pop();
  else if (directive.startsWith('if')) body.conditionals.push(body.depth);
  else body.depth = body.conditionals.at(-1) ?? body.depth;
}

/** Only words that belong to a function, or its result, follow the last parenthesis. */
function isHead(head: string): boolean {
  const plain = head.replaceAll(COMMENT, ' ');
  const close = plain.lastIndexOf(')');
  return (
    close > plain.lastIndexOf(';') && (AFTER_PARAMETERS.test(plain.slice(close + 1)) || RESULT.test(plain))
  );
}

const COMMENT = /\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g;
const QUALIFIERS = String.raw`(?:[\s&]|\b(?:const|volatile|noexcept|override|final|mutable|try)\b)*`;
const AFTER_PARAMETERS = new RegExp(`^${QUALIFIERS}$`);
const RESULT = new RegExp(String.raw`\)${QUALIFIERS}->[\w\s:<>,*&()]+$`);

const BEFORE_HEAD = /(?:\s*(?:public|private|protected)[ \t]*:)?\s*/y;

function indentOf(text: string, headStart: number): number {
  BEFORE_HEAD.lastIndex = headStart;
  return columnOf(text, headStart + (BEFORE_HEAD.exec(text)?.[0].length ?? 0));
}

/** Infinity if anything but white space precedes on the line. */
function columnOf(text: string, at: number): number {
  let start = at;
  while (text.charAt(start - 1) === ' ' || text.charAt(start - 1) === '\t') start -= 1;
  return start === 0 || text.charAt(start - 1) === '\n' ? at - start : Infinity;
}
