import type { MutableSymbol, Scan, ScannerRules } from './rules';

export const toml: ScannerRules = {
  kind: 'scanner',
  id: 'toml',
  family: 'config',
  scan: scanToml,
};

/** With more keys, an outline is no shorter than the file. */
const MAX_KEYS = 5_000;
const MAX_NAME = 200;

const PART = /(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s."'=#[\]{},]+)/.source;
const NAME = `${PART}(?:[ \\t]*\\.[ \\t]*${PART})*`;
const TABLE = new RegExp(`[ \\t]*(\\[\\[?)[ \\t]*(${NAME})[ \\t]*\\]`, 'y');
const KEY = new RegExp(`[ \\t]*(${NAME})[ \\t]*=`, 'y');

/** Characters that end a value, and tokens that may hide them: four kinds of strings, and comments. */
const VALUE_TOKEN =
  /"""(?:[^"\\]|\\[^]|"(?!""))*(?:"{3,5}|$)|'''(?:[^']|'(?!''))*(?:'{3,5}|$)|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*|[[\]{}\n]/g;

/** Finds tables and their keys. Keys of inline tables are part of the value. */
function scanToml(text: string): Scan {
  const symbols: MutableSymbol[] = [];
  let table: (typeof symbols)[number] | undefined;
  let errors = 0;
  for (let at = 0; at < text.length && symbols.length < MAX_KEYS;) {
    TABLE.lastIndex = at;
    const header = TABLE.exec(text);
    KEY.lastIndex = at;
    const key = header === null ? KEY.exec(text) : null;
    const start = at + text.slice(at, at + 200).search(/[^ \t]|$/);
    if (header !== null) {
      if (table !== undefined) table.end = at;
      table = { kind: 'Key', name: nameOf(header[2]), depth: 0, start, end: text.length };
      symbols.push(table);
      at = lineEnd(text, TABLE.lastIndex);
    } else if (key !== null) {
      const end = valueEnd(text, KEY.lastIndex);
      symbols.push({ kind: 'Key', name: nameOf(key[1]), depth: table === undefined ? 0 : 1, start, end });
      at = end;
    } else {
      const end = lineEnd(text, at);
      if (/^\s*[^\s#]/.test(text.slice(at, Math.min(end, at + 200)))) errors += 1;
      at = end;
    }
    at += 1;
  }
  return { symbols, errors };
}

function nameOf(written = ''): string {
  return (/^(?:"[^".]*"|'[^'.]*')$/.test(written) ? written.slice(1, -1) : written).slice(0, MAX_NAME);
}

/** Offset of the line feed, or of the end of the text, after a value that may span lines. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  VALUE_TOKEN.lastIndex = from;
  for (let match = VALUE_TOKEN.exec(text); match !== null; match = VALUE_TOKEN.exec(text)) {
    const token = match[0];
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else if (token === '\n' && depth <= 0) return match.index;
  }
  return text.length;
}

function lineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  return feed < 0 ? text.length : feed;
}
