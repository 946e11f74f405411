/** INI, properties and environment files: keys and sections. A name never includes a key's value. */
import type { MutableSymbol, Scan, ScannerRules } from './rules';
import { indentOf, textLines } from './textLines';

export const ini: ScannerRules = {
  kind: 'scanner',
  id: 'ini',
  also: ['editorconfig'],
  family: 'config',
  scan: scanIni,
};

export const properties: ScannerRules = {
  kind: 'scanner',
  id: 'properties',
  family: 'config',
  scan: scanProperties,
};

export const dotenv: ScannerRules = {
  kind: 'scanner',
  id: 'dotenv',
  family: 'config',
  scan: scanDotenv,
};

/** With more keys, an outline is no shorter than the file. */
const MAX_KEYS = 5_000;
const MAX_NAME = 200;

/**
 * A word that is a switch by itself, such as `skip-networking`. Any other line without a value may be part of a secret.
 */
const SWITCH = /^[a-z]{2,20}(?:[-_][a-z]{2,20}){0,4}$/;

/** Lines indented deeper than the previous key continue its value. */
function scanIni(text: string): Scan {
  const symbols: MutableSymbol[] = [];
  let section: MutableSymbol | undefined;
  let key: (MutableSymbol & { readonly indent: number }) | undefined;
  for (const { text: line, start, end } of textLines(text)) {
    if (/^\s*(?:[#;]|$)/.test(line)) continue;
    const indent = indentOf(line);
    const from = start + (line.length - line.trimStart().length);
    const header = /^\[([^\n]*?)\]\s*(?:[#;].*)?$/.exec(line.trim())?.[1];
    if (header !== undefined && (key === undefined || indent <= key.indent || indent === 0)) {
      if (section !== undefined) section.end = start;
      section = {
        kind: 'Key',
        name: header.trim().slice(0, MAX_NAME) || '(unnamed)',
        depth: 0,
        start: from,
        end: text.length,
      };
      key = undefined;
      if (symbols.length < MAX_KEYS) symbols.push(section);
      continue;
    }
    if (key !== undefined && indent > key.indent) {
      key.end = end;
      continue;
    }
    const name = iniKey(line.trim());
    if (name === undefined) continue;
    key = { kind: 'Key', name, depth: section === undefined ? 0 : 1, start: from, end, indent };
    if (symbols.length < MAX_KEYS) symbols.push(key);
  }
  return { symbols };
}

/** The key before `=`, since keys may contain colons; before the colon if there is no `=`. */
function iniKey(line: string): string | undefined {
  const equals = line.indexOf('=');
  const mark = equals >= 0 ? equals : line.indexOf(':');
  if (mark < 0) return SWITCH.test(line) ? line : undefined;
  return line.slice(0, mark).trim().slice(0, MAX_NAME) || undefined;
}

/** A backslash at the end of a line continues the value. */
function scanProperties(text: string): Scan {
  const symbols: MutableSymbol[] = [];
  let continued: MutableSymbol | undefined;
  for (const { text: line, start, end } of textLines(text)) {
    const continues = /(?:^|[^\\])(?:\\\\)*\\$/.test(line.slice(-40));
    if (continued !== undefined) {
      continued.end = end;
      if (!continues) continued = undefined;
      continue;
    }
    if (/^\s*(?:[#!]|$)/.test(line)) continue;
    const name = /^\s*((?:[^\s:=\\]|\\.)+)(?=[\s:=]|\\?$)/.exec(line)?.[1];
    if (name === undefined) continue;
    const from = start + (line.length - line.trimStart().length);
    const symbol: MutableSymbol = { kind: 'Key', name: name.slice(0, MAX_NAME), depth: 0, start: from, end };
    if (!/[\s:=]/.test(line.trim())) continue;
    if (symbols.length < MAX_KEYS) symbols.push(symbol);
    if (continues) continued = symbol;
  }
  return { symbols };
}

const VARIABLE = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*[=:]/;

/** Quoted values may span lines. */
function scanDotenv(text: string): Scan {
  const symbols: MutableSymbol[] = [];
  const unclosed = new Set<string>();
  let resumeAt = 0;
  for (const { text: line, start, end } of textLines(text)) {
    if (start < resumeAt) continue;
    const match = VARIABLE.exec(line);
    if (match === null || symbols.length >= MAX_KEYS) continue;
    const value = start + match[0].length + line.slice(match[0].length).search(/[^ \t]|$/);
    const quote = text.charAt(value);
    let stop = end;
    if (/["'`]/.test(quote) && !unclosed.has(quote)) {
      const closing = closingQuote(text, value);
      if (closing === undefined) unclosed.add(quote);
      else stop = Math.max(end, closing);
    }
    resumeAt = stop;
    const from = start + (line.length - line.trimStart().length);
    symbols.push({ kind: 'Key', name: match[1] ?? '', depth: 0, start: from, end: stop });
  }
  return { symbols };
}

/** The offset after the quote that closes the one at `from`. */
function closingQuote(text: string, from: number): number | undefined {
  const quote = text.charAt(from);
  for (let at = text.indexOf(quote, from + 1); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (quote === '"' && text[at - 1] === '\\') continue;
    return at + 1;
  }
  return undefined;
}
