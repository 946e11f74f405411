/**
 * Outlines a file in the comments of slices that show parts of it: each comment says which symbol its slice begins in, and
 * names the symbols in the lines that are left out next to it.
 */
import type { FileSymbol } from '../facts/fileFacts';
import type { LineRange } from '../slices/customSlice';

export type OutlinedSymbol = Pick<FileSymbol, 'kind' | 'name' | 'path' | 'parent' | 'startLine' | 'endLine'>;

/**
 * Returns a comment for each range of lines; undefined if there is nothing to say. Lines are 1-based. The comment of the
 * last range also names the symbols below it.
 *
 * @param symbols all symbols of the file
 * @param ranges ascending, without overlaps
 */
export function sliceComments(
  symbols: readonly OutlinedSymbol[],
  ranges: readonly LineRange[],
): readonly (string | undefined)[] {
  const outline: Outline = {
    symbols,
    byLine: symbols.toSorted((one, other) => one.startLine - other.startLine),
  };
  return ranges.map(({ startLine, endLine }, at) => {
    const before = { startLine: (ranges[at - 1]?.endLine ?? 0) + 1, endLine: startLine - 1 };
    const after = { startLine: endLine + 1, endLine: at < ranges.length - 1 ? endLine : Infinity };
    const around = symbolAround(startLine, outline);
    const parts = [
      around === undefined ? [] : `in ${quoted(shortPath(around.path, MOST_PATH))}`,
      listed('above', namesIn(before, startLine, outline)),
      listed('below', namesIn(after, endLine, outline)),
    ];
    return parts.flat().join('; ') || undefined;
  });
}

interface Outline {
  readonly symbols: readonly OutlinedSymbol[];
  /** Sorted, because a generated file may have 100,000 symbols. */
  readonly byLine: readonly OutlinedSymbol[];
}

/** The innermost symbol that begins before a line and contains it. */
function symbolAround(line: number, { symbols, byLine }: Outline): OutlinedSymbol | undefined {
  let around = byLine[firstFrom(line, byLine) - 1];
  while (around !== undefined && around.endLine < line) around = symbols[around.parent];
  return around;
}

/**
 * Names the symbols that begin and end in `hidden`, without the symbols inside them. A name is relative to the symbols
 * around the line `shown`.
 */
function namesIn(hidden: LineRange, shown: number, { symbols, byLine }: Outline): readonly string[] {
  const within = new Set<OutlinedSymbol>();
  const outermost: OutlinedSymbol[] = [];
  const end = firstFrom(hidden.endLine + 1, byLine);
  for (let at = firstFrom(hidden.startLine, byLine); at < end; at += 1) {
    const symbol = byLine[at];
    if (symbol === undefined || symbol.endLine > hidden.endLine) continue;
    within.add(symbol);
    const parent = symbols[symbol.parent];
    const isInside = parent !== undefined && within.has(parent);
    if (!isInside && !isOverload(symbol, outermost.at(-1))) outermost.push(symbol);
  }
  return outermost.map(({ name, path, parent: index }) => {
    const parent = symbols[index];
    const isNear = parent === undefined || (parent.startLine <= shown && parent.endLine >= shown);
    return quoted(isNear ? shortName(name) : shortPath(path, MOST_NAME));
  });
}

function isOverload(symbol: OutlinedSymbol, before: OutlinedSymbol | undefined): boolean {
  return symbol.name === before?.name && symbol.parent === before.parent && symbol.kind === before.kind;
}

/** The index of the first symbol that begins at this line or later. */
function firstFrom(line: number, byLine: readonly OutlinedSymbol[]): number {
  let [low, high] = [0, byLine.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((byLine[middle]?.startLine ?? Infinity) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lists a few names and counts the rest, because every token is one less for the text of other files. */
function listed(title: string, names: readonly string[]): string | readonly [] {
  if (names.length === 0) return [];
  const left = names.length - MOST_NAMES;
  return `${title}: ${names.slice(0, left > 1 ? MOST_NAMES : undefined).join(', ')}${left > 1 ? `, +${left}` : ''}`;
}

function shortName(name: string): string {
  return name.length > MOST_NAME ? `${name.slice(0, MOST_NAME - 1).toWellFormed()}…` : name;
}

/** The end of a path says more than its beginning. */
function shortPath(path: string, most: number): string {
  return path.length > most ? `…${path.slice(1 - most).toWellFormed()}` : path;
}

/** Headings and names of tests may contain the separators of a comment. */
function quoted(name: string): string {
  return /[\s,;:()"]/u.test(name) ? `"${name.replaceAll('"', "'")}"` : name;
}

const MOST_NAMES = 4;
/** UTF-16 units. */
const MOST_NAME = 24;
const MOST_PATH = 80;
