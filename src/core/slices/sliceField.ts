/** Puts a file and the slices to find in it into the same terms. */
import { ANCHORS_PER_SIDE, type SlicedFile } from './createSlice';
import type { CustomSlice, LineRange } from './customSlice';
import { diffLines } from './diffLines';
import type { Place } from './place';
import { createEffort, type Effort } from './effort';
import { readLineCodes } from './lineCodes';
import { indexLines, splitLines, type LineIndex } from './lineIndex';
import { createLineShapes, type LineShapes } from './lineShapes';
import type { OldTexts } from './resolvedSlice';
import { ABSENT, createInPlace, isUnique, isTextAt, type InPlace, type SliceText } from './sameText';
import type { SymbolLines } from './symbolLines';

/** The file in which all slices are searched for. */
export interface Field {
  readonly lines: readonly string[];
  readonly index: LineIndex;
  readonly shapes: LineShapes;
  symbol(path: string): SymbolLines | undefined;
  readonly hasSymbols: boolean;
  history(hash: string): History | undefined;
  /** Limit per slice on the characters hashed while searching for a text whose lines are not known. */
  readonly maxHashed: number;
  readonly effort: Effort;
  readonly isInPlace: InPlace;
}

/** The text that a slice was created from, and where its lines are now. */
export interface History {
  readonly lines: readonly string[];
  readonly mapped: Int32Array;
  /** Whether a place holds lines that the old text had outside this range. */
  holdsForeign(place: Place, own: Place): boolean;
  /** Whether the old text had a line with this id outside this range. */
  wasOutside(id: number, own: Place): boolean;
  /** Whether the old text had the lines of this range nowhere else; false if that takes too long to find out. */
  isUnique(own: Place): boolean;
  isSame(before: number, after: number): boolean;
  alike(before: number, after: number): number;
}

/** For all slices together. */
const MAX_HASHED = 32_000_000;

/** Prepares a file for resolving this many slices. */
export function fieldOf(file: SlicedFile, slices: number, oldTexts: OldTexts): Field {
  const index = indexLines(file.lines);
  const effort = createEffort(file.lines);
  const shapes = createLineShapes(index, effort);
  const histories = new Map<string, History>();
  let symbols: ReadonlyMap<string, SymbolLines> | undefined;
  return {
    lines: file.lines,
    index,
    shapes,
    effort,
    isInPlace: createInPlace(file.lines, effort),
    hasSymbols: (file.symbols?.length ?? 0) > 0,
    maxHashed: MAX_HASHED / slices,
    symbol: (path) => (symbols ??= new Map(file.symbols?.map((each) => [each.path, each]))).get(path),
    history(hash) {
      const text = oldTexts.get(hash);
      if (hash === file.fileHash || text === undefined) return undefined;
      const history = histories.get(hash) ?? historyOf(text, { index, shapes, effort });
      histories.set(hash, history);
      return history;
    },
  };
}

function historyOf(
  text: string,
  { index, shapes, effort }: Pick<Field, 'index' | 'shapes' | 'effort'>,
): History {
  const lines = splitLines(text);
  effort.spend(text.length);
  const gone = index.texts.length;
  const ids = Int32Array.from(lines, (line) => index.idOf(line) ?? gone);
  const mapped = diffLines(ids, index.ids);
  const wasOutside = outsideOf(ids, gone);
  return {
    lines,
    mapped,
    isSame: (before, after) => ids[before] === index.ids[after],
    holdsForeign: foreignIn(mapped, index.count),
    wasOutside,
    isUnique: (own) =>
      ids.subarray(own.start, own.end).some((id) => !wasOutside(id, own)) || isUnique(ids, own, effort),
    alike: (before, after) => shapes.alike(lines[before] ?? '', index.idAt(after), 0),
  };
}

/** Lines in both texts come in the same order, so the number of them above each edge says which ones a place holds. */
function foreignIn(mapped: Int32Array, count: number): History['holdsForeign'] {
  const aboveOld = new Int32Array(mapped.length + 1);
  const aboveNew = new Int32Array(count + 1);
  let kept = 0;
  for (const [before, after] of mapped.entries()) {
    if (after >= 0) {
      aboveNew[after + 1] = 1;
      kept += 1;
    }
    aboveOld[before + 1] = kept;
  }
  kept = 0;
  for (const [at, isKept] of aboveNew.entries()) aboveNew[at] = kept += isKept;
  const above = (sums: Int32Array, line: number): number => sums[Math.min(line, sums.length - 1)] ?? 0;
  return (place, own) => {
    const first = above(aboveNew, place.start);
    const end = above(aboveNew, place.end);
    return end > first && (first < above(aboveOld, own.start) || end > above(aboveOld, own.end));
  };
}

function outsideOf(ids: Int32Array, count: number): History['wasOutside'] {
  const first = new Int32Array(count + 1).fill(-1);
  const last = new Int32Array(count + 1).fill(-1);
  for (const [at, id] of ids.entries()) {
    if (first[id] === -1) first[id] = at;
    last[id] = at;
  }
  return (id, own) => {
    const [from, to] = [first[id] ?? -1, last[id] ?? -1];
    return from >= 0 && (from < own.start || to >= own.end);
  };
}

/** A slice in the terms of the file it is searched for in. */
export interface KnownSlice {
  /** 0-based, end not included. */
  readonly old: Place;
  readonly text: SliceText;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly atTop: boolean;
  readonly atBottom: boolean;
  readonly symbol: SymbolLines | undefined;
  /** It was a symbol, but the file no longer has one by this name. */
  readonly isRenamed: boolean;
  /** Present if the old text is at hand and holds the slice's text. */
  readonly history: History | undefined;
}

/** More than any file has. */
const MAX_LINES = 2 ** 30;

/** A slice's stored lines as a place of at least one line. */
export function oldPlace({ startLine, endLine }: LineRange): Place {
  const start = Math.min(Math.max(startLine, 1), MAX_LINES) - 1;
  return { start, end: Math.max(start + 1, Math.min(endLine, MAX_LINES)) };
}

/** Translates a slice to the line ids of the file. */
export function knownOf(slice: CustomSlice, field: Field): KnownSlice {
  const { index, symbol, hasSymbols, history, effort } = field;
  const old = oldPlace(slice);
  const { start, end } = old;
  const size = end - start;
  const anchors = slice.anchorLines ?? [];
  const split = Math.min(Math.max(slice.anchorBefore ?? 0, 0), anchors.length);
  const before = anchors.slice(0, split).slice(-ANCHORS_PER_SIDE);
  const after = anchors.slice(split, split + ANCHORS_PER_SIDE);
  const idOf = (line: string): number => index.idOf(line) ?? ABSENT;
  const codes = slice.lineHashes === undefined ? undefined : readLineCodes(slice.lineHashes, size);
  const text = {
    size,
    hash: slice.contentHash,
    known: codes?.map(({ at, code }) => ({ at, id: index.idOfCode(code) ?? ABSENT })),
    before: before.map(idOf),
    after: after.map(idOf),
  };
  const found = slice.symbol === undefined ? undefined : symbol(slice.symbol);
  const past = slice.fileHash === undefined ? undefined : history(slice.fileHash);
  return {
    ...{ old, before, after, text },
    atTop: before.length === 0 && start === 0,
    atBottom: after.length === 0 && slice.totalLines === end,
    symbol: found,
    isRenamed: slice.symbol !== undefined && found === undefined && hasSymbols,
    history: past !== undefined && isTextAt(text, start, { lines: past.lines, effort }) ? past : undefined,
  };
}
