import type { MutableSymbol, Scan, ScannerRules } from './rules';

export const json: ScannerRules = {
  kind: 'scanner',
  id: 'json',
  also: ['jsonc', 'json5'],
  family: 'config',
  scan: scanJson,
};

/** Keys nested deeper are data, not structure. */
const MAX_DEPTH = 3;

/** With more keys, an outline is no shorter than the file. */
const MAX_KEYS = 5_000;

interface OpenKey {
  symbol: number;
  /** Number of open brackets at the key. */
  readonly level: number;
}

/**
 * Matches a string, a comment, or a structural character. Linear, since each alternative starts with a different
 * character.
 */
const TOKEN = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|[{}[\],:]|[\w$.+-]+/g;

/**
 * Finds the keys of objects down to three levels, except in arrays, where they repeat. Accepts comments, single quotes
 * and bare keys.
 */
function scanJson(text: string): Scan {
  const symbols: MutableSymbol[] = [];
  const brackets: string[] = [];
  const open: OpenKey[] = [];
  let arrays = 0;
  let errors = 0;
  let candidate: { name: string; start: number } | undefined;
  let lastEnd = 0;

  const closeKeys = (level: number): void => {
    while ((open.at(-1)?.level ?? -1) >= level) {
      const key = symbols[open.pop()?.symbol ?? -1];
      if (key !== undefined) key.end = lastEnd;
    }
  };

  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token.startsWith('//') || token.startsWith('/*')) continue;
    switch (token) {
      case '{':
      case '[':
        brackets.push(token);
        if (token === '[') arrays += 1;
        candidate = undefined;
        break;
      case '}':
      case ']': {
        closeKeys(brackets.length);
        const opening = brackets.pop();
        if (opening === '[') arrays -= 1;
        if (opening !== (token === '}' ? '{' : '[')) errors += 1;
        candidate = undefined;
        break;
      }
      case ',':
        closeKeys(brackets.length);
        candidate = undefined;
        break;
      case ':':
        if (
          candidate === undefined ||
          arrays > 0 ||
          brackets.length === 0 ||
          brackets.length > MAX_DEPTH ||
          symbols.length >= MAX_KEYS
        ) {
          break;
        }
        open.push({ symbol: symbols.length, level: brackets.length });
        symbols.push({
          kind: 'Key',
          name: candidate.name,
          depth: brackets.length - 1,
          start: candidate.start,
          end: text.length,
        });
        candidate = undefined;
        break;
      default:
        candidate = { name: nameOf(token), start: index };
    }
    lastEnd = index + token.length;
  }
  closeKeys(0);
  return { symbols, errors: errors + (brackets.length > 0 ? 1 : 0) };
}

function nameOf(token: string): string {
  const quoted = token.startsWith('"') || token.startsWith("'");
  // A key may be empty, as in lock files; a name may not.
  return (quoted && token.length > 2 ? token.slice(1, -1) : token).slice(0, 200);
}
