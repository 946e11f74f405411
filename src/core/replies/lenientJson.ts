/** JSON as models write it: strings may hold bare line ends and tabs, and lists may end with a comma. */

export type JsonValue =
  | {
      readonly kind: 'object';
      readonly entries: ReadonlyMap<string, JsonValue>;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: 'list'; readonly items: readonly JsonValue[] }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'other'; readonly text: string };

export interface ParsedJson {
  readonly value: JsonValue;
  /** Index after the value. */
  readonly end: number;
}

/** Deeper values are refused. */
const DEEPEST = 40;

/** Parses the value at an index of a text. Undefined if it isn't one. `start` and `end` of objects are indexes. */
export function parseJsonAt(text: string, start: number): ParsedJson | undefined {
  return parseValue(text, start, 0);
}

export function skipBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \t\r\n\u00a0'.includes(text[at] ?? '')) at += 1;
  return at;
}

function parseValue(text: string, from: number, depth: number): ParsedJson | undefined {
  const start = skipBlanks(text, from);
  if (depth > DEEPEST) return undefined;
  switch (text[start]) {
    case '{':
      return parseObject(text, start, depth);
    case '[':
      return parseList(text, start, depth);
    case '"': {
      const string = parseString(text, start);
      return string && { value: { kind: 'string', text: string.text }, end: string.end };
    }
    default: {
      LITERAL.lastIndex = start;
      const literal = LITERAL.exec(text)?.[0];
      return literal === undefined
        ? undefined
        : { value: { kind: 'other', text: literal }, end: start + literal.length };
    }
  }
}

const LITERAL = /true|false|null|-?\d[\d.eE+-]{0,40}/y;

function parseObject(text: string, start: number, depth: number): ParsedJson | undefined {
  const entries = new Map<string, JsonValue>();
  let at = skipBlanks(text, start + 1);
  while (text[at] === '"') {
    const key = parseString(text, at);
    if (key === undefined) return undefined;
    const colon = skipBlanks(text, key.end);
    if (text[colon] !== ':') return undefined;
    const parsed = parseValue(text, colon + 1, depth + 1);
    if (parsed === undefined) return undefined;
    entries.set(key.text, parsed.value);
    at = skipBlanks(text, parsed.end);
    if (text[at] === ',') at = skipBlanks(text, at + 1);
    else break;
  }
  return text[at] === '}'
    ? { value: { kind: 'object', entries, start, end: at + 1 }, end: at + 1 }
    : undefined;
}

function parseList(text: string, start: number, depth: number): ParsedJson | undefined {
  const items: JsonValue[] = [];
  let at = skipBlanks(text, start + 1);
  while (at < text.length && text[at] !== ']') {
    const parsed = parseValue(text, at, depth + 1);
    if (parsed === undefined) return undefined;
    items.push(parsed.value);
    at = skipBlanks(text, parsed.end);
    if (text[at] === ',') at = skipBlanks(text, at + 1);
    else break;
  }
  return text[at] === ']' ? { value: { kind: 'list', items }, end: at + 1 } : undefined;
}

function parseString(
  text: string,
  start: number,
): { readonly text: string; readonly end: number } | undefined {
  let parts = '';
  let from = start + 1;
  for (;;) {
    SPECIAL.lastIndex = from;
    const special = SPECIAL.exec(text)?.index;
    if (special === undefined) return undefined;
    parts += text.slice(from, special);
    if (text[special] === '"') return { text: parts, end: special + 1 };
    const escape = text[special + 1];
    if (escape === 'u') {
      const code = /^[\da-f]{4}$/i.exec(text.slice(special + 2, special + 6))?.[0];
      if (code === undefined) return undefined;
      parts += String.fromCharCode(Number.parseInt(code, 16));
      from = special + 6;
    } else if (escape === undefined) {
      return undefined;
    } else {
      parts += ESCAPES.get(escape) ?? escape;
      from = special + 2;
    }
  }
}

const SPECIAL = /["\\]/g;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
]);
