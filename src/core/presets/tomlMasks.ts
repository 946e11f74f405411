/** Restores the order of masks, which TOML parsers lose if symbols have integer names. */
import { parse } from 'smol-toml';
import { orderedMask } from './orderedMask';
import { isMaskKey, isTable, MAX_DEPTH } from '../outside/plainTree';

/** `parsed` is the parser's result for `text`. */
export function withMaskOrder(text: string, parsed: unknown): unknown {
  if (!text.includes('ast_mask')) return parsed;
  const marked = withMarks(text);
  return marked === text ? parsed : withoutMarks(parse(marked, { maxDepth: MAX_DEPTH }), undefined, 0);
}

/** Prefix that turns an integer into an ordinary key. Its private-use character prevents clashes with keys in the text. */
const MARK = '\u{e000}number ';

const TOKEN =
  /"""(?:[^\\]|\\[^])*?"{3,5}|'''[^]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}=,\n]|[\w+-]+/g;
const NUMBER = /^(["']?)(\d+)\1$/;

/** Marks all integer keys. The text must be valid TOML. */
function withMarks(text: string): string {
  const open: string[] = [];
  let isKey = true;
  return text.replaceAll(TOKEN, (token) => {
    const [, , number] = (isKey && NUMBER.exec(token)) || [];
    if (number !== undefined) return `"${MARK}${number}"`;
    if (token === '[' || token === '{') open.push(token);
    else if (token === ']' || token === '}') open.pop();
    // Keys come first in a line, in a header, and in a table in braces.
    if (token === '{' || (token === '\n' && open.length === 0)) isKey = true;
    else if (token === ',') isKey = open.at(-1) === '{';
    else if (token === '=' || token === ']' || token === '}') isKey = false;
    return token;
  });
}

function withoutMarks(value: unknown, key: string | undefined, depth: number): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((entry) => withoutMarks(entry, undefined, depth + 1));
  if (!isTable(value) || value instanceof Date) return value;
  const entries = Object.entries(value).map(([marked, entry]) => {
    const name = marked.startsWith(MARK) ? marked.slice(MARK.length) : marked;
    return [name, withoutMarks(entry, name, depth + 1)] as const;
  });
  const table = Object.fromEntries(entries);
  return isMaskKey(key)
    ? orderedMask(
        table,
        entries.map(([name]) => name),
      )
    : table;
}
