import type { MutableSymbol, Scan, ScannedSymbol, ScannerRules } from './rules';
import { textLines } from './textLines';

export const yaml: ScannerRules = {
  kind: 'scanner',
  id: 'yaml',
  family: 'config',
  scan: scanYaml,
};

/** Keys nested deeper are data, not structure. */
const MAX_DEPTH = 4;
const MAX_KEYS = 5_000;
const MAX_NAME = 120;

/** A mapping's key or a sequence's item whose content may continue. */
interface Open {
  readonly indent: number;
  readonly isItem: boolean;
  /** -1 if it is not in the outline. */
  readonly symbol: number;
  /** Its value is on its line, so deeper lines continue that value. */
  readonly hasValue: boolean;
}

interface Document {
  /** Index of its first symbol. */
  readonly first: number;
  readonly start: number;
  end: number;
  readonly labels: Map<string, string>;
}

/**
 * Finds keys down to four levels, sequence items by their `name` or `id`, and anchors. Within items, only keys with
 * nested content count, since the others repeat. Multiple documents are kept apart. Block scalars, and quoted and flow
 * values of several lines, are skipped.
 */
function scanYaml(text: string): Scan {
  const symbols: MutableSymbol[] = [];
  const documents: Document[] = [{ first: 0, start: 0, end: 0, labels: new Map() }];
  const open: Open[] = [];
  const skipValue = valueSkipper(text);
  let lastEnd = 0;
  /** Everything before this offset belongs to a value that began earlier. */
  let resumeAt = 0;
  /** Lines indented deeper belong to a block scalar. */
  let scalarIndent = -1;

  function close(until: (entry: Open) => boolean): void {
    for (let entry = open.at(-1); entry !== undefined && !until(entry); entry = open.at(-1)) {
      const symbol = symbols[entry.symbol];
      if (symbol !== undefined) symbol.end = lastEnd;
      open.pop();
    }
  }

  function declare(kind: 'Key' | 'Const', name: string, start: number, end: number): number {
    const depth = open.filter(({ symbol }) => symbol >= 0).length;
    if (depth >= MAX_DEPTH || symbols.length >= MAX_KEYS || name === '') return -1;
    symbols.push({ kind, name: name.slice(0, MAX_NAME), depth, start, end });
    return symbols.length - 1;
  }

  function nextDocument(start: number): void {
    close(() => false);
    documents.push({ first: symbols.length, start, end: start, labels: new Map() });
  }

  for (const line of textLines(text)) {
    if (line.start < resumeAt) continue;
    const written = line.text;
    const indent = written.search(/[^ ]|$/);
    if (scalarIndent >= 0) {
      if (indent > scalarIndent || /^\s*$/.test(written)) {
        if (/\S/.test(written)) lastEnd = line.end;
        continue;
      }
      scalarIndent = -1;
    }
    if (/^\s*(?:#|$|\{\{)/.test(written)) continue;
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(written)) {
      nextDocument(line.start);
      if (!/^---\s+[|>]/.test(written)) continue;
      scalarIndent = 0;
      continue;
    }
    if (/^%[A-Z]/.test(written) && open.length === 0) continue;

    let at = indent;
    // Lines indented deeper than a key with a value continue that value.
    close((entry) => entry.indent < at || (entry.indent === at && !entry.isItem && isDash(written, at)));
    const outer = open.at(-1);
    if (outer?.hasValue === true) {
      lastEnd = line.end;
      continue;
    }
    lastEnd = line.end;
    const document = documents.at(-1);

    for (; isDash(written, at); at += 1 + written.slice(at + 1).search(/[^ ]|$/)) {
      const item = keyAt(written, at + 1);
      const isNamed = item !== undefined && /^(?:name|id|hosts|job_name)$/.test(item.name);
      const label = isNamed ? plainValue(written.slice(item.end)) : undefined;
      const symbol = label === undefined ? -1 : declare('Key', label, line.start + at, line.end);
      open.push({ indent: at, isItem: true, symbol, hasValue: false });
    }

    const key = keyAt(written, at);
    const from = key?.end ?? at;
    const properties = /^\s*(?:[&!]\S*\s*)*/.exec(written.slice(from))?.[0] ?? '';
    const value = from + properties.length;
    const rest = written.slice(value);
    const opensBlock = /^(?:#|$)/.test(rest);
    if (key !== undefined) {
      const inItem = open.some(({ isItem }) => isItem);
      const labels = document?.labels;
      if (open.length === 0 && key.name === 'kind') labels?.set('kind', plainValue(rest) ?? '');
      if (open.length === 1 && key.name === 'name' && symbols[open[0]?.symbol ?? -1]?.name === 'metadata') {
        labels?.set('name', plainValue(rest) ?? '');
      }
      const hides = inItem && !opensBlock;
      const symbol = hides ? -1 : declare('Key', key.name, line.start + at, line.end);
      open.push({ indent: at, isItem: false, symbol, hasValue: !opensBlock });
    }
    const anchor = /&([^\s,[\]{}]+)/.exec(properties)?.[1];
    if (anchor !== undefined) {
      declare('Const', `&${anchor}`, line.start + from + properties.indexOf('&'), line.end);
    }
    if (/^[|>][-+\d]*\s*(?:#.*)?$/.test(rest))
      scalarIndent = key === undefined ? (open.at(-1)?.indent ?? -1) : at;
    else if (/^["'[{]/.test(rest)) {
      resumeAt = skipValue(line.start + value);
      if (resumeAt > line.end) lastEnd = resumeAt;
    }
  }
  close(() => false);
  return { symbols: withDocuments(symbols, documents, text.length) };
}

function isDash(line: string, at: number): boolean {
  return line[at] === '-' && (at + 1 >= line.length || line[at + 1] === ' ');
}

/** Reads the key at a column, after any blanks; `end` is after its colon. */
function keyAt(line: string, column: number): { readonly name: string; readonly end: number } | undefined {
  const start = column + line.slice(column).search(/[^ ]|$/);
  const quoted = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')\s*:(?=\s|$)/.exec(line.slice(start));
  if (quoted !== null) return { name: quoted[1] ?? quoted[2] ?? '', end: start + quoted[0].length };
  if (/[-[\]{},#&*!|>'"%@`\s]/.test(line[start] ?? ' ') && !/[-&*]\S/.test(line.slice(start, start + 2)))
    return undefined;
  for (let colon = line.indexOf(':', start); colon >= 0; colon = line.indexOf(':', colon + 1)) {
    if (colon + 1 < line.length && !/\s/.test(line.charAt(colon + 1))) continue;
    const name = line.slice(start, colon).trim();
    const properties = /^(?:[&!]\S*\s+)+/.exec(name)?.[0].length ?? 0;
    return / #/.test(name) ? undefined : { name: name.slice(properties), end: colon + 1 };
  }
  return undefined;
}

/** A short value on one line, without quotes and comment. */
function plainValue(written: string): string | undefined {
  const value = written.trim();
  const quoted = /^(?:"([^"\\]*)"|'([^']*)')/.exec(value);
  if (quoted !== null) return quoted[1] ?? quoted[2];
  if (/^[|>&*!{[]/.test(value)) return undefined;
  return value.replace(/\s+#.*$/, '') || undefined;
}

/** Quotes and comment signs count only where a value may begin. */
const FLOW_TOKEN = /(?<=[\s,[{:])(?:"(?:[^"\\]|\\[^])*"|'(?:[^']|'')*')|(?<=\s)#[^\n]*|[[\]{}]/g;

/**
 * Finds the end of the quoted or flow value at an offset. An unterminated one ends with its line, and that search is
 * not repeated, so that all calls together take linear time.
 */
function valueSkipper(text: string): (from: number) => number {
  const given = new Set<string>();
  return (from) => {
    const opening = text.charAt(from);
    const end = given.has(opening)
      ? undefined
      : opening === '"' || opening === "'"
        ? quoteEnd(from)
        : flowEnd(from);
    if (end === undefined) given.add(opening);
    return end ?? from;
  };

  function quoteEnd(from: number): number | undefined {
    const pattern = text[from] === '"' ? /"(?:[^"\\]|\\[^])*"/y : /'(?:[^']|'')*'/y;
    pattern.lastIndex = from;
    return pattern.test(text) ? pattern.lastIndex : undefined;
  }

  function flowEnd(from: number): number | undefined {
    let depth = 0;
    FLOW_TOKEN.lastIndex = from;
    for (let match = FLOW_TOKEN.exec(text); match !== null; match = FLOW_TOKEN.exec(text)) {
      if (match[0] === '{' || match[0] === '[') depth += 1;
      else if (match[0] === '}' || match[0] === ']') depth -= 1;
      if (depth === 0) return FLOW_TOKEN.lastIndex;
    }
    return undefined;
  }
}

/** If there are several documents, groups the symbols of each under one symbol. */
function withDocuments(
  symbols: readonly ScannedSymbol[],
  documents: readonly Document[],
  end: number,
): readonly ScannedSymbol[] {
  const filled = documents.filter(
    ({ first }, index) => first < (documents[index + 1]?.first ?? symbols.length),
  );
  if (filled.length < 2) return symbols;
  return filled.flatMap(({ first, start, labels }, index) => {
    const next = filled[index + 1];
    const label = [labels.get('kind'), labels.get('name')].filter(
      (part) => part !== undefined && part !== '',
    );
    const name = label.length > 0 ? label.join(' ') : `document ${index + 1}`;
    const own = symbols.slice(first, next?.first ?? symbols.length);
    return [
      { kind: 'Module' as const, name, depth: 0, start, end: next?.start ?? end },
      ...own.map((symbol) => ({ ...symbol, depth: symbol.depth + 1 })),
    ];
  });
}
