import { parse, TomlError } from 'smol-toml';
import type { ParsedText } from './jsonText';
import { MAX_DEPTH, type PlainTable, type PlainValue, isTable } from '../outside/plainTree';
import { refuse } from '../outside/refusal';
import { withMaskOrder } from './tomlMasks';

/** Parses TOML. The parser refuses deeply nested brackets, and `plainTree` refuses deep dotted keys. */
export function parseTomlText(text: string): ParsedText {
  try {
    return { kind: 'parsed', value: withMaskOrder(text, parse(text, { maxDepth: MAX_DEPTH })) };
  } catch (error) {
    if (!(error instanceof TomlError)) return refuse('the TOML text', String(error));
    const [reason = ''] = error.message.replace('Invalid TOML document: ', '').split('\n');
    return refuse(`line ${error.line}, column ${error.column}`, reason);
  }
}

export type LineEnd = '\n' | '\r\n';

/** A table with its header, followed by its subtables with theirs. */
export function tomlTable(keys: readonly string[], table: PlainTable, lineEnd: LineEnd = '\n'): string {
  const entries = Object.entries(table);
  const own = entries.filter(([, value]) => !isTable(value));
  // A table with only subtables needs no header.
  const isNamed = keys.length > 0 && (own.length > 0 || entries.length === 0);
  const header = isNamed ? [`[${tomlPath(keys)}]`] : [];
  const lines = own.map(([key, value]) => tomlEntry(key, value, lineEnd));
  const below = entries.flatMap(([key, value]) =>
    isTable(value) ? [tomlTable([...keys, key], value, lineEnd)] : [],
  );
  const head = [...header, ...lines].map((line) => line + lineEnd).join('');
  return [head, ...below].filter((part) => part !== '').join(lineEnd);
}

/** A key and its value, without the line end. Lists have one line per entry; multi-line strings keep their lines. */
export function tomlEntry(key: string, value: PlainValue, lineEnd: LineEnd): string {
  return `${tomlKey(key)} = ${tomlOwnLines(value, lineEnd)}`;
}

/** Keys as written in a header. */
export function tomlPath(keys: readonly string[]): string {
  return keys.map(tomlKey).join('.');
}

/** A value, possibly on several lines. Lists have one line per entry; multi-line strings keep their lines. */
export function tomlOwnLines(value: PlainValue, lineEnd: LineEnd): string {
  // In a file with CRLF, a multi-line string would get CRLF, too.
  if (typeof value === 'string' && value.includes('\n') && lineEnd === '\n') return multilineText(value);
  if (!Array.isArray(value) || value.length === 0) return tomlValue(value);
  const entries = value.map((entry: PlainValue) => `  ${tomlValue(entry)},${lineEnd}`);
  return `[${lineEnd}${entries.join('')}]`;
}

export function tomlValue(value: PlainValue): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return tomlNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (isTable(value)) {
    const entries = Object.entries(value).map(([key, entry]) => `${tomlKey(key)} = ${tomlValue(entry)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  return `[${value.map(tomlValue).join(', ')}]`;
}

function tomlKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : quoted(key);
}

/** TOML integers have 64 bits, and parsers may refuse those that a double cannot represent exactly. */
function tomlNumber(value: number): string {
  const text = String(value);
  return Number.isInteger(value) && !Number.isSafeInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

/** A JSON string, except for DEL and lone surrogates, which TOML treats differently. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll('\x7f', '\\u007f');
}

function multilineText(text: string): string {
  const escapedLines = text.split('\n').map((line) => quoted(line).slice(1, -1));
  // Quotes need no escape unless there would be three in a row.
  const readable = escapedLines.join('\n').replaceAll(/\\./g, (pair, index: number, all: string) => {
    const next = all.slice(index + 2, index + 4);
    return pair === '\\"' && next !== '' && next !== '\\"' ? '"' : pair;
  });
  return `"""\n${readable}"""`;
}
