/** The symbols of one file in two values, so that those of 10,000 files fit into memory and cross threads cheaply. */
import { SYMBOL_KINDS, type FileFacts, type FileSymbol, type SymbolKind } from '../facts/fileFacts';
import { pathStep } from '../facts/symbolPaths';

/** Symbols in source order, without those whose path is too long to be searched. */
export interface PackedSymbols {
  /** All dotted paths, one after another. */
  readonly paths: string;
  /** For each symbol: end of its path, start and end of its name in `paths`, its line, its traits. */
  readonly table: Uint32Array;
}

const COLUMNS = 5;
/** In UTF-16 units. Longer paths are sentences or data, not names. */
const LONGEST_PATH = 500;
/** Traits: the kind, and three flags. */
const KIND = 0xff;
const EXPORTED = 0x100;
const TOP_LEVEL = 0x200;
const DATA = 0x400;

export function packSymbols({ symbols }: FileFacts): PackedSymbols {
  const packed = symbols.filter(({ path }) => path.length <= LONGEST_PATH);
  const table = new Uint32Array(packed.length * COLUMNS);
  let end = 0;
  for (const [at, symbol] of packed.entries()) {
    const plain = plainLength(symbol);
    const nameEnd = end + plain;
    const nameStart = nameEnd - Math.min(symbol.name.length, plain);
    end += symbol.path.length;
    table.set([end, nameStart, nameEnd, symbol.startLine, traitsOf(symbol)], at * COLUMNS);
  }
  return { paths: packed.map(({ path }) => path).join(''), table };
}

export function symbolsIn({ table }: PackedSymbols): number {
  return table.length / COLUMNS;
}

/** The name as offsets in `paths`: the last step of the path, without the count of a repeated one. */
export function nameStartOf({ table }: PackedSymbols, index: number): number {
  return table[index * COLUMNS + 1] ?? 0;
}

export function nameEndOf({ table }: PackedSymbols, index: number): number {
  return table[index * COLUMNS + 2] ?? 0;
}

export function definesName(symbols: PackedSymbols, name: string): boolean {
  for (let at = symbols.paths.indexOf(name); at >= 0; at = symbols.paths.indexOf(name, at + 1))
    if (isNameAt(symbols, at, at + name.length)) return true;
  return false;
}

function isNameAt(symbols: PackedSymbols, start: number, end: number): boolean {
  const count = symbolsIn(symbols);
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nameStartOf(symbols, middle) < start) low = middle + 1;
    else high = middle;
  }
  return low < count && nameStartOf(symbols, low) === start && nameEndOf(symbols, low) === end;
}

export function pathStartOf({ table }: PackedSymbols, index: number): number {
  return index === 0 ? 0 : (table[(index - 1) * COLUMNS] ?? 0);
}

export function pathOf(symbols: PackedSymbols, index: number): string {
  return symbols.paths.slice(pathStartOf(symbols, index), symbols.table[index * COLUMNS]);
}

/** 1-based. */
export function lineOf({ table }: PackedSymbols, index: number): number {
  return table[index * COLUMNS + 3] ?? 1;
}

export function kindOf(symbols: PackedSymbols, index: number): SymbolKind {
  return SYMBOL_KINDS[traitsAt(symbols, index) & KIND] ?? 'Const';
}

/** Whether it is part of a text or of data, and not code. */
export function isData(symbols: PackedSymbols, index: number): boolean {
  return (traitsAt(symbols, index) & DATA) !== 0;
}

/** 0 for an exported symbol at the top level, 1 for one that is only one of both, 2 for the others. */
export function seclusionOf(symbols: PackedSymbols, index: number): 0 | 1 | 2 {
  const traits = traitsAt(symbols, index);
  if ((traits & EXPORTED) !== 0) return (traits & TOP_LEVEL) !== 0 ? 0 : 1;
  return (traits & TOP_LEVEL) !== 0 ? 1 : 2;
}

function traitsAt({ table }: PackedSymbols, index: number): number {
  return table[index * COLUMNS + 4] ?? 0;
}

/** The length of a path without the count (`#2`) of a repeated one. */
function plainLength(symbol: FileSymbol): number {
  const { path } = symbol;
  return path.endsWith(pathStep(symbol)) ? path.length : path.lastIndexOf('#');
}

function traitsOf({ kind, exported, parent }: FileSymbol): number {
  const isData = kind === 'Heading' || kind === 'Key';
  const flags = (exported ? EXPORTED : 0) | (parent < 0 ? TOP_LEVEL : 0) | (isData ? DATA : 0);
  return SYMBOL_KINDS.indexOf(kind) | flags;
}
