import type { MutableSymbol, Scan, ScannerRules } from './rules';

export const hcl: ScannerRules = {
  kind: 'scanner',
  id: 'hcl',
  also: ['terraform-lock'],
  family: 'config',
  words: {
    // Names in references, such as `size` in `var.size` and `web` in `aws_instance.web`.
    pattern:
      /(?<!["\w])(?:#|\/\/)[^\n]*|\/\*[^]*?(?:\*\/|$)|\b(?:var|local|module|data\.\w{1,80}|[a-z][a-z0-9]{0,40}_\w{1,80})\.([A-Za-z_][\w-]*)/g,
  },
  scan: scanHcl,
};

/** Deeper nesting is data, not structure. */
const MAX_DEPTH = 3;
const MAX_SYMBOLS = 5_000;

/** Both match at the start of a line: `name =`, or `type "label" {`. */
const ATTRIBUTE = /[ \t]*("(?:[^"\\\n]|\\.)*"|[\w.-]+)[ \t]*=(?![=>])/y;
const BLOCK = /[ \t]*([A-Za-z_][\w-]*)((?:[ \t]+(?:"(?:[^"\\\n]|\\.)*"|[A-Za-z_][\w-]*))*)[ \t]*\{/y;

const TOKEN = /"|#[^\n]*|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|<<[-~]?(\w+)[ \t]*(?=\n)|[{}()[\]\n]/g;

/** Finds attributes, and blocks with their labels, such as `resource.aws_instance.web`. */
function scanHcl(text: string): Scan {
  const symbols: MutableSymbol[] = [];
  /** Open brackets. Those of blocks have a symbol, others -1. */
  const open: { readonly bracket: string; readonly symbol: number; readonly isBlock: boolean }[] = [];
  let attribute = -1;
  let depth = 0;
  let errors = 0;
  let values = 0;

  function declare(name: string, start: number): number {
    if (depth >= MAX_DEPTH || symbols.length >= MAX_SYMBOLS) return -1;
    symbols.push({ kind: 'Key', name: name.slice(0, 200), depth, start, end: text.length });
    return symbols.length - 1;
  }

  function endAttribute(at: number): void {
    const symbol = symbols[attribute];
    if (symbol !== undefined) symbol.end = at;
    attribute = -1;
  }

  /** Reads the start of a line in a body. Returns the offset to continue reading tokens from. */
  function readLine(at: number): number {
    ATTRIBUTE.lastIndex = at;
    const assigned = ATTRIBUTE.exec(text);
    const start = at + blanksAt(text, at);
    if (assigned !== null) {
      attribute = declare(unquoted(assigned[1] ?? ''), start);
      return ATTRIBUTE.lastIndex;
    }
    BLOCK.lastIndex = at;
    const block = BLOCK.exec(text);
    if (block === null) return at;
    const labels = [...(block[2] ?? '').matchAll(/"((?:[^"\\]|\\.)*)"|\S+/g)].map(
      ([word, quoted]) => quoted ?? word,
    );
    const symbol = declare([block[1], ...labels].join('.'), start);
    open.push({ bracket: '{', symbol, isBlock: true });
    if (symbol >= 0) depth += 1;
    return BLOCK.lastIndex;
  }

  const token = new RegExp(TOKEN);
  token.lastIndex = readLine(0);
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const written = match[0];
    const { index } = match;
    if (written === '"') token.lastIndex = stringEnd(text, index);
    else if (match[1] !== undefined) token.lastIndex = heredocEnd(text, token.lastIndex, match[1]);
    else if (written === '\n') {
      if (values > 0) continue;
      endAttribute(index);
      token.lastIndex = readLine(index + 1);
    } else if (/^[{([]$/.test(written)) {
      open.push({ bracket: written, symbol: -1, isBlock: false });
      values += 1;
    } else if (/^[})\]]$/.test(written)) {
      const opened = open.pop();
      if (opened === undefined || opened.bracket !== OPENING[written]) errors += 1;
      if (opened?.isBlock === false) values -= 1;
      if (opened?.isBlock !== true) continue;
      endAttribute(index);
      const symbol = symbols[opened.symbol];
      if (symbol === undefined) continue;
      symbol.end = index + 1;
      depth -= 1;
    }
  }
  endAttribute(text.length);
  return { symbols, errors: errors + (open.length > 0 ? 1 : 0) };
}

const OPENING: Readonly<Record<string, string>> = { '}': '{', ')': '(', ']': '[' };

/**
 * The offset after a string, which may interpolate other strings: `"${lookup(map, "key")}"`. It ends with its line at
 * the latest.
 */
function stringEnd(text: string, from: number): number {
  /** Open strings, and braces within them. */
  const open = ['"'];
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    const inString = open.at(-1) === '"';
    if (character === '\n') return at;
    if (character === '"') {
      if (inString) open.pop();
      else open.push('"');
    } else if (inString && character === '\\') at += 1;
    else if (character === '{' && (!inString || /[$%]/.test(text.charAt(at - 1)))) open.push('{');
    else if (character === '}' && !inString) open.pop();
    if (open.length === 0) return at + 1;
  }
  return text.length;
}

/** The line feed after the closing word of a heredoc that begins on the previous line. */
function heredocEnd(text: string, from: number, word: string): number {
  const closing = new RegExp(`\\n[ \\t]*${word}[ \\t]*(?=\\n|$)`, 'g');
  closing.lastIndex = from;
  return closing.exec(text) === null ? text.length : closing.lastIndex;
}

function blanksAt(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at - from;
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1) : name;
}
