/** Ranks symbols for a query, while it keeps only the best of them. */
import type { SymbolKind } from '../facts/fileFacts';
import { compareRepoPaths, type RepoPath } from '../files/repoPath';
import { compileNameQuery, type MatchLevel } from './nameQuery';
import {
  isData,
  kindOf,
  lineOf,
  nameEndOf,
  nameStartOf,
  pathOf,
  pathStartOf,
  seclusionOf,
  symbolsIn,
  type PackedSymbols,
} from './packedSymbols';

/** A symbol that a query found. */
export interface FoundSymbol {
  readonly file: RepoPath;
  /** Dotted, unique in the file. */
  readonly path: string;
  readonly name: string;
  readonly kind: SymbolKind;
  /** 1-based. */
  readonly line: number;
  readonly level: MatchLevel;
}

export interface SymbolRanking {
  add(file: RepoPath, symbols: PackedSymbols): void;
  /** Best first; of equal symbols, those of the file with the smaller path, in source order. */
  best(): readonly FoundSymbol[];
  /** How many symbols match. */
  readonly matches: number;
}

interface Ranked {
  readonly rank: number;
  readonly file: RepoPath;
  readonly symbols: PackedSymbols;
  readonly index: number;
}

/** UTF-16 units. The rest of a longer query is ignored. */
const LONGEST_QUERY = 200;
/** Units of a name that still count as longer. */
const LONGEST_NAME = 255;
const RANKS_PER_LEVEL = 4 * 8 * 1024;

/**
 * Ranks the symbols added for a query, which is a name or the end of a dotted path (`Store.get`, `Store::get`). Exact
 * names come first, then beginnings, beginnings of words, parts, and scattered letters. Among these the same case wins,
 * then code before headings and keys, then the enclosing symbols, then shorter names, then exported and top-level ones.
 * The order of adding does not matter. An empty query finds nothing.
 */
export function rankSymbols(text: string, limit: number): SymbolRanking {
  const query = text.slice(0, LONGEST_QUERY).trim().replaceAll('::', '.');
  const dot = query.lastIndexOf('.');
  const whole = compileNameQuery(query);
  const step = compileNameQuery(query.slice(dot + 1));
  const owner = compileNameQuery(query.slice(0, Math.max(dot, 0)));
  const best: Ranked[] = [];
  let matches = 0;

  /** Undefined if the symbols around the name do not match. They match by their end, or like a name. */
  function ownerLevel(paths: string, start: number, end: number): MatchLevel | undefined {
    const at = end - dot;
    const endsWith = at === start || (at > start && paths.charAt(at - 1) === '.');
    if (endsWith && owner.levelOf(paths, at, end) === 0) return 0;
    return owner.levelOf(paths, start, end);
  }

  /** The smaller, the better: the bits of level, case, kind, owner, length, and seclusion, in this order. -1: no match. */
  function rankOf(symbols: PackedSymbols, index: number): number {
    const { paths } = symbols;
    const start = nameStartOf(symbols, index);
    const end = nameEndOf(symbols, index);
    let name = whole;
    let level = whole.levelOf(paths, start, end);
    let around = 0;
    if (level === undefined && dot >= 0) {
      name = step;
      level = step.levelOf(paths, start, end);
      if (level === undefined) return -1;
      const pathStart = pathStartOf(symbols, index);
      const found = ownerLevel(paths, pathStart, Math.max(pathStart, start - 1));
      if (found === undefined) return -1;
      around = found + 1;
    }
    if (level === undefined) return -1;
    const hasOtherCase = level <= 1 && !name.isSameCase(paths, start, end);
    const kind = (hasOtherCase ? 2 : 0) + (isData(symbols, index) ? 1 : 0);
    const length = Math.min(end - start, LONGEST_NAME);
    return level * RANKS_PER_LEVEL + (kind * 8 + around) * 1024 + length * 4 + seclusionOf(symbols, index);
  }

  function keep(one: Ranked): void {
    let low = 0;
    let high = best.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = best[middle];
      if (there !== undefined && compare(there, one) <= 0) low = middle + 1;
      else high = middle;
    }
    best.splice(low, 0, one);
    if (best.length > limit) best.pop();
  }

  /** Whether a symbol comes before the last one kept. Most of those that match do not, so nothing is made for them. */
  function isBetter(rank: number, file: RepoPath, index: number): boolean {
    const last = best.length < limit ? undefined : best.at(-1);
    if (last === undefined) return limit > 0;
    if (rank !== last.rank) return rank < last.rank;
    if (file === last.file) return index < last.index;
    return compareRepoPaths(file, last.file) < 0;
  }

  return {
    add(file, symbols) {
      if (query === '' || query === '.') return;
      const count = symbolsIn(symbols);
      for (let index = 0; index < count; index += 1) {
        const rank = rankOf(symbols, index);
        if (rank < 0) continue;
        matches += 1;
        if (isBetter(rank, file, index)) keep({ rank, file, symbols, index });
      }
    },
    best: () => best.map((each) => foundSymbol(each, levelOf(each))),
    get matches() {
      return matches;
    },
  };
}

function compare(one: Ranked, other: Ranked): number {
  return one.rank - other.rank || compareRepoPaths(one.file, other.file) || one.index - other.index;
}

function levelOf({ rank }: Ranked): MatchLevel {
  return Math.floor(rank / RANKS_PER_LEVEL) as MatchLevel; // the rank was made from one
}

/** All symbols of a file in source order, up to a limit. */
export function listSymbols(file: RepoPath, symbols: PackedSymbols, limit: number): readonly FoundSymbol[] {
  const length = Math.min(symbolsIn(symbols), limit);
  return Array.from({ length }, (_, index) => foundSymbol({ file, symbols, index }, 1));
}

function foundSymbol({ file, symbols, index }: Omit<Ranked, 'rank'>, level: MatchLevel): FoundSymbol {
  return {
    file,
    path: pathOf(symbols, index),
    name: symbols.paths.slice(nameStartOf(symbols, index), nameEndOf(symbols, index)),
    kind: kindOf(symbols, index),
    line: lineOf(symbols, index),
    level,
  };
}
