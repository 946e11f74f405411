/**
 * XML literals, which the grammar does not know. Each becomes a call of the same length whose arguments are its blocks
 * of code: `<a href={b}>{c}</a>` is read as `f(      {b},{c}   )`.
 */

import { blank } from './blank';

/** Deeper nesting is left as it is. */
const MAX_DEPTH = 50;
/** After so many literals without an end, what remains is no XML. Each may cost a pass over the text. */
const MAX_UNENDED = 20;

/** Comments, strings, and names that may hold a `<` or a brace. */
const SKIPPED = String.raw`\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"""[^]*?(?:"""+|$)|"(?:[^"\\\n]|\\.)*(?:"|$)|'(?:[^'\\\n]|\\[^\n]{1,6})'|\x60[^\x60\n]*\x60`;

/** XML begins at a `<` between a blank, `(` or `{`, and a name: the rule of the language. */
const CODE = new RegExp(String.raw`${SKIPPED}|(?<![^\s({])<(?=[A-Za-z_])|[{}]`, 'gm');

const TAG = /<[A-Za-z_][\w:.-]{0,100}/y;
const ATTRIBUTE = /\s{1,200}[A-Za-z_][\w:.-]{0,100}\s{0,9}=\s{0,9}(?:"[^"]{0,4000}"|'[^']{0,4000}'|(?=\{))/y;
const TAG_END = /\s{0,200}(\/?)>/y;
/** Text between tags, where braces are doubled. */
const CONTENT =
  /(?:[^<{}]+|\{\{|\}\}|<!--[^]{0,4000}?-->|<!\[CDATA\[[^]{0,4000}?\]\]>|<\?[^]{0,400}?\?>){0,100000}/y;
const CLOSING = /<\/[A-Za-z_][\w:.-]{0,100}\s{0,200}>/y;
const SIBLING = /\s{0,400}(?=<[A-Za-z_])/y;

interface Reading {
  readonly source: string;
  unended: number;
}

interface Read {
  readonly end: number;
  /** Equally long text for the grammar. */
  readonly text: string;
}

/** Returns a text of the same length and with the same lines. Takes linear time. */
export function callsForXml(text: string): string {
  if (!/\/[\w:.-]*\s*>/.test(text)) return text;
  return readCode({ source: text, unended: 0 }, 0, 0).text;
}

/** Reads code up to the brace that closes it, or to the end of the text. */
function readCode(reading: Reading, start: number, depth: number): Read {
  const { source } = reading;
  let text = '';
  let at = start;
  let braces = 0;
  const code = new RegExp(CODE);
  code.lastIndex = start;
  for (let found = code.exec(source); found !== null; found = code.exec(source)) {
    const { 0: token, index } = found;
    if (token === '{') braces += 1;
    else if (token === '}' && depth > 0) {
      braces -= 1;
      if (braces < 0) return { end: index, text: text + source.slice(at, index) };
    } else if (token === '<') {
      const literal = readLiteral(reading, index, depth + 1);
      if (literal === undefined) continue;
      text += source.slice(at, index) + literal.text;
      at = code.lastIndex = literal.end;
    }
  }
  return { end: source.length, text: text + source.slice(at) };
}

/** Reads consecutive elements as one call. Undefined if the first does not end. */
function readLiteral(reading: Reading, start: number, depth: number): Read | undefined {
  const { source } = reading;
  if (depth > MAX_DEPTH || reading.unended >= MAX_UNENDED) return undefined;
  const blocks: Block[] = [];
  let end: number | undefined;
  for (let next: number | undefined = start; next !== undefined;) {
    const known = blocks.length;
    const after = readElement({ reading, blocks, depth }, next);
    if (after === undefined) {
      blocks.length = known;
      break;
    }
    end = after;
    next = endOf(SIBLING, source, after);
  }
  if (end === undefined) {
    reading.unended += 1;
    return undefined;
  }
  const isPattern = /\bcase\s*$/.test(source.slice(Math.max(0, start - 20), start));
  let text = 'f(';
  let at = start + text.length;
  for (const [index, block] of blocks.entries()) {
    const gap = blank(source.slice(at, block.start));
    const [open, close] = isPattern ? [' ', ' '] : ['{', '}'];
    text += (index === 0 ? gap : gap.replace(' ', ',')) + open + block.text + close;
    at = block.end;
  }
  return { end, text: `${text}${blank(source.slice(at, end - 1))})` };
}

/** A block of code in braces. */
interface Block extends Read {
  readonly start: number;
}

interface Within {
  readonly reading: Reading;
  readonly blocks: Block[];
  readonly depth: number;
}

/** Returns the end of an element, and adds its blocks. Undefined if it does not end. */
function readElement(within: Within, start: number): number | undefined {
  const { source } = within.reading;
  let open = 0;
  let at: number | undefined = start;
  for (;;) {
    if (source.startsWith('</', at)) {
      open -= 1;
      at = endOf(CLOSING, source, at);
    } else {
      open += 1;
      const tag = readTag(within, at);
      if (tag?.isClosed === true) open -= 1;
      at = tag?.end;
    }
    if (at === undefined || open === 0) return at;
    at = readContent(within, at);
    if (source[at] !== '<') return undefined;
  }
}

/** Reads text and blocks up to the next tag. */
function readContent(within: Within, start: number): number {
  const { source } = within.reading;
  let at = start;
  for (;;) {
    at = endOf(CONTENT, source, at) ?? at;
    const next = source[at] === '{' ? readBlock(within, at) : at;
    if (next === at) return at;
    at = next;
  }
}

function readTag(
  within: Within,
  start: number,
): { readonly end: number; readonly isClosed: boolean } | undefined {
  const { source } = within.reading;
  let at = endOf(TAG, source, start);
  if (at === undefined) return undefined;
  for (let next = endOf(ATTRIBUTE, source, at); next !== undefined; next = endOf(ATTRIBUTE, source, at)) {
    at = source[next] === '{' ? readBlock(within, next) : next;
  }
  const end = endOf(TAG_END, source, at);
  return end === undefined ? undefined : { end, isClosed: source[end - 2] === '/' };
}

/** Adds the block that begins at this brace, and returns its end; the same place if it does not end. */
function readBlock({ reading, blocks, depth }: Within, start: number): number {
  const { source } = reading;
  const code = readCode(reading, start + 1, depth);
  if (source[code.end] !== '}') return start;
  blocks.push({ start, end: code.end + 1, text: code.text });
  return code.end + 1;
}

/** The end of the match at an offset; undefined without one. */
function endOf(pattern: RegExp, source: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : undefined;
}
