import { parse, TomlError } from 'smol-toml';
import type { ParsedText } from './jsonText';
import { MAX_DEPTH, type PlainTable, type PlainValue, isTable } from '../outside/plainTree';
import { refuse } from '../outside/refusal';
import { withMaskOrder } from './tomlMasks';

/** Parses TOML. Brackets nested too deep are refused while parsing; dotted keys are for `plainTree` to refuse. */
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

/** A table with its header, and those within it under headers of their own. */
export function tomlTable(keys: readonly string[], table: PlainTable, lineEnd: LineEnd = '\n'): string {
  const entries = Object.entries(table);
  const own = entries.filter(([, value]) => !isTable(value));
  // A table that only holds others is there by their headers.
  const isNamed = keys.length > 0 && (own.length > 0 || entries.length === 0);
  const header = isNamed ? [`[${tomlPath(keys)}]`] : [];
  const lines = own.map(([key, value]) => tomlEntry(key, value, lineEnd));
  const below = entries.flatMap(([key, value]) =>
    isTable(value) ? [tomlTable([...keys, key], value, lineEnd)] : [],
  );
  const head = [...header, ...lines].map((line) => line + lineEnd).join('');
  return [head, ...below].filter((part) => part !== '').join(lineEnd);
}

/** A key and its value, without the line end: lists take a line an entry, long texts keep their lines. */
export function tomlEntry(key: string, value: PlainValue, lineEnd: LineEnd): string {
  return `${tomlKey(key)} = ${tomlOwnLines(value, lineEnd)}`;
}

/** Keys as a header names them. */
export function tomlPath(keys: readonly string[]): string {
  return keys.map(tomlKey).join('.');
}

/** A value by itself: lists take a line an entry, long texts keep their lines. */
export function tomlOwnLines(value: PlainValue, lineEnd: LineEnd): string {
  // Where lines end otherwise, a text over several lines would end its lines so too.
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

/** Integers of TOML have 64 bits, and parsers may refuse those that a double does not hold exactly. */
function tomlNumber(value: number): string {
  const text = String(value);
  return Number.isInteger(value) && !Number.isSafeInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

/** As JSON has it, but for one control character and for halves of characters, which TOML has no escape for. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll('\x7f', '\\u007f');
}

function multilineText(text: string): string {
  const escapedLines = text.split('\n').map((line) => quoted(line).slice(1, -1));
  // Quotes need no escape but where three of them would meet.
  const readable = escapedLines.join('\n').replaceAll(/\\./g, (pair, index: number, all: string) => {
    const next = all.slice(index + 2, index + 4);
    return pair === '\\"' && next !== '' && next !== '\\"' ? '"' : pair;
  });
  return `"""\n${readable}"""`;
}
