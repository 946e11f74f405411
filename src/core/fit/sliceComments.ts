/**
 * Outlines a file in the comments of slices that show parts of it: each comment says which symbol its slice begins in, and
 * names the symbols in the lines that are left out next to it.
 */
import type { FileSymbol } from '../facts/fileFacts';
import type { LineRange } from '../slices/customSlice';

export type OutlinedSymbol = Pick<FileSymbol, 'kind' | 'name' | 'path' | 'parent' | 'startLine' | 'endLine'>;

/**
 * Returns a comment for each of these ranges of lines, which ascend and don't overlap; undefined if there is nothing to
 * say. `symbols` are all those of the file. Those after the last range are in its comment.
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
      listed('hidden above', namesIn(before, startLine, outline)),
      listed('hidden below', namesIn(after, endLine, outline)),
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
 * Names the symbols that begin and end in `hidden`, and counts the symbols inside them. A name is relative to the symbols
 * around the line `shown`.
 */
function namesIn(hidden: LineRange, shown: number, { symbols, byLine }: Outline): readonly string[] {
  const insides = new Map<OutlinedSymbol, number>();
  const outermostOf = new Map<OutlinedSymbol, OutlinedSymbol>();
  const end = firstFrom(hidden.endLine + 1, byLine);
  for (let at = firstFrom(hidden.startLine, byLine); at < end; at += 1) {
    const symbol = byLine[at];
    if (symbol === undefined || symbol.endLine > hidden.endLine) continue;
    const parent = symbols[symbol.parent];
    const outermost = (parent && outermostOf.get(parent)) ?? symbol;
    outermostOf.set(symbol, outermost);
    insides.set(outermost, (insides.get(outermost) ?? -1) + 1);
  }
  const named = [...insides].filter(([symbol], at, all) => !isOverload(symbol, all[at - 1]?.[0]));
  return named.map(([symbol, inside]) => {
    const parent = symbols[symbol.parent];
    const isNear = parent === undefined || (parent.startLine <= shown && parent.endLine >= shown);
    const name = isNear ? quoted(shortName(symbol.name)) : quoted(shortPath(symbol.path, MOST_NAME));
    const kindAndName = TYPES.has(symbol.kind) ? `${symbol.kind.toLowerCase()} ${name}` : name;
    return inside === 0 ? kindAndName : `${kindAndName} + ${inside} inside`;
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

const TYPES: ReadonlySet<FileSymbol['kind']> = new Set([
  ...(['Class', 'Struct', 'Interface', 'Trait', 'Enum', 'Type', 'Namespace', 'Module'] as const),
]);

function listed(title: string, names: readonly string[]): string | readonly [] {
  if (names.length === 0) return [];
  const left = names.length - MOST_NAMES;
  return left <= 1
    ? `${title}: ${names.join(', ')}`
    : `${title}: ${names.slice(0, MOST_NAMES).join(', ')}, and ${left} more`;
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

const MOST_NAMES = 6;
/** UTF-16 units. */
const MOST_NAME = 30;
const MOST_PATH = 80;
