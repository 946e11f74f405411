import { MAX_DEPTH } from './plainTree';
import { refuse, type Refusal } from './refusal';

export type ParsedText = { readonly kind: 'parsed'; readonly value: unknown } | Refusal;

/** Parses JSON, also with comments and with commas before a closing bracket. Too many levels are refused unparsed. */
export function parseJsonText(text: string): ParsedText {
  const plain = withoutComments(text);
  const line = firstTooDeep(plain);
  if (line !== undefined) return refuse(`line ${line}`, `is more than ${MAX_DEPTH} levels deep`);
  try {
    return { kind: 'parsed', value: JSON.parse(plain) };
  } catch (error) {
    return refuse('the JSON text', error instanceof Error ? error.message : String(error));
  }
}

// What is not closed ends with the text: were it no match, each beginning would be looked at up to the end.
const STRING = String.raw`"(?:[^"\\]|\\.)*"?`;
const STRINGS_AND_COMMENTS = new RegExp(String.raw`${STRING}|//[^\n\r]*|/\*(?:[^]*?\*/|[^]*)`, 'gs');
const STRINGS_AND_LAST_COMMAS = new RegExp(String.raw`${STRING}|,(?=\s*[\]}])`, 'gs');
const STRINGS_AND_BRACKETS = new RegExp(String.raw`${STRING}|[[\]{}]`, 'gs');

/** Blanks stand for what is taken out, so that places in the text stay what they are. */
function withoutComments(text: string): string {
  return text
    .replace(STRINGS_AND_COMMENTS, (token) =>
      token.startsWith('/') ? token.replace(/[^\r\n]/g, ' ') : token,
    )
    .replace(STRINGS_AND_LAST_COMMAS, (token) => (token === ',' ? ' ' : token));
}

/** The line, 1-based, where brackets are nested more than MAX_DEPTH levels. */
function firstTooDeep(text: string): number | undefined {
  let depth = 0;
  for (const match of text.matchAll(STRINGS_AND_BRACKETS)) {
    const [token] = match;
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    // The outermost bracket is level 0, as in the tree.
    if (depth > MAX_DEPTH + 1) return text.slice(0, match.index).split('\n').length;
  }
  return undefined;
}
