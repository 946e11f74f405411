/**
 * Where slices are in a file that may have changed since they were made. First hit wins: the stored lines still hold the
 * text; the same text stands elsewhere; the place it was edited into; one side of it; the old numbers. What is known
 * beyond the slice (the old text, the symbol it was) says which of several places it is, and where evidence is at odds the
 * state says so.
 */
import { longestOf, placeBetween, type BetweenAnchors } from './betweenAnchors';
import type { SlicedFile } from './createSlice';
import type { CustomSlice } from './customSlice';
import { diffLines } from './diffLines';
import { followRange, type FollowedPlace, type Place } from './followRange';
import { readLineCodes } from './lineCodes';
import { indexLines, splitLines, type LineIndex } from './lineIndex';
import { createLineShapes, type LineShapes } from './lineShapes';
import type { OldTexts, ResolvedSlice, SliceState } from './resolvedSlice';
import { remainsOf, type Remains } from './remains';
import { ABSENT, anchorsAt, copiesOf, isTextAt, type SliceText } from './sameText';
import type { SymbolLines } from './symbolLines';

/** Deterministic, and independent for each slice. Whatever a slice says, it gives a place or a lost slice. */
export function resolveSlices(
  file: SlicedFile,
  slices: readonly CustomSlice[],
  oldTexts: OldTexts = NO_TEXTS,
): readonly ResolvedSlice[] {
  const field = fieldOf(file, oldTexts);
  return slices.map((slice) => {
    const known = knownOf(slice, field);
    const found =
      known.history === undefined ? byAnchors(known, field) : byHistory(known, known.history, field);
    return found === undefined ? byNumbers(slice, known, field) : placed(found);
  });
}

const NO_TEXTS: OldTexts = new Map();

/** What all slices of a file are looked for in. */
interface Field {
  readonly lines: readonly string[];
  readonly index: LineIndex;
  readonly shapes: LineShapes;
  symbol(path: string): SymbolLines | undefined;
  history(hash: string): History | undefined;
  /** Characters that may still be hashed while texts are looked for whose lines are not known. */
  readonly budget: { characters: number };
}

/** The text that a slice was made from, and which of its lines are where now. */
interface History {
  readonly lines: readonly string[];
  readonly mapped: Int32Array;
  /** By new line the old one; -1 for what came later. */
  readonly origins: Int32Array;
  alike(before: number, after: number): number;
}

const MOST_HASHED = 32_000_000;

function fieldOf(file: SlicedFile, oldTexts: OldTexts): Field {
  const index = indexLines(file.lines);
  const shapes = createLineShapes(index);
  const histories = new Map<string, History | undefined>();
  let symbols: ReadonlyMap<string, SymbolLines> | undefined;
  return {
    lines: file.lines,
    index,
    shapes,
    budget: { characters: MOST_HASHED },
    symbol: (path) => (symbols ??= new Map(file.symbols?.map((each) => [each.path, each]))).get(path),
    history(hash) {
      if (hash === file.fileHash || !oldTexts.has(hash)) return undefined;
      if (!histories.has(hash)) histories.set(hash, historyOf(oldTexts.get(hash) ?? '', index, shapes));
      return histories.get(hash);
    },
  };
}

function historyOf(text: string, index: LineIndex, shapes: LineShapes): History {
  const lines = splitLines(text);
  const gone = index.texts.length;
  const mapped = diffLines(
    Int32Array.from(lines, (line) => index.idOf(line) ?? gone),
    index.ids,
  );
  const origins = new Int32Array(index.count).fill(-1);
  for (const [before, after] of mapped.entries()) if (after >= 0) origins[after] = before;
  return {
    lines,
    mapped,
    origins,
    alike: (before, after) => shapes.alike(lines[before] ?? '', index.ids[after] ?? 0, 0),
  };
}

/** A slice in the terms of the file it is looked for in. */
interface KnownSlice {
  /** 0-based, the end not included. */
  readonly old: Place;
  readonly text: SliceText;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly atTop: boolean;
  readonly atBottom: boolean;
  readonly symbol: SymbolLines | undefined;
  /** Where the old text is at hand, and holds what the slice says. */
  readonly history: History | undefined;
}

const ANCHORS = 3;
/** Beyond any file. */
const MOST_LINES = 2 ** 30;

function knownOf(slice: CustomSlice, { index, symbol, history }: Field): KnownSlice {
  const start = Math.min(Math.max(slice.startLine, 1), MOST_LINES) - 1;
  const end = Math.max(start + 1, Math.min(slice.endLine, MOST_LINES));
  const size = end - start;
  const anchors = slice.anchorLines ?? [];
  const split = Math.min(Math.max(slice.anchorBefore ?? 0, 0), anchors.length);
  const before = anchors.slice(0, split).slice(-ANCHORS);
  const after = anchors.slice(split, split + ANCHORS);
  const idOf = (line: string): number => index.idOf(line) ?? ABSENT;
  const codes = slice.lineHashes === undefined ? undefined : readLineCodes(slice.lineHashes, size);
  const text = {
    size,
    hash: slice.contentHash,
    known: codes?.map(({ at, code }) => ({ at, id: index.idOfCode(code) ?? ABSENT })),
    before: before.map(idOf),
    after: after.map(idOf),
  };
  const past = slice.fileHash === undefined ? undefined : history(slice.fileHash);
  return {
    ...{ old: { start, end }, before, after, text },
    atTop: before.length === 0 && start === 0,
    atBottom: after.length === 0 && slice.totalLines === end,
    symbol: slice.symbol === undefined ? undefined : symbol(slice.symbol),
    history: past !== undefined && isTextAt(text, start, past.lines) ? past : undefined,
  };
}

interface Found extends Place {
  readonly state: SliceState;
}

function placed({ start, end, state }: Found): ResolvedSlice {
  return { startLine: start + 1, endLine: end, state };
}

function byNumbers(
  { startLine, endLine }: CustomSlice,
  { old }: KnownSlice,
  { index }: Field,
): ResolvedSlice {
  if (old.start >= index.count) return { startLine, endLine, state: 'lost' };
  return placed({ start: old.start, end: Math.min(old.end, index.count), state: 'stale' });
}

/** With the old text: a difference says which lines went where. */
function byHistory(known: KnownSlice, history: History, field: Field): Found | undefined {
  const { old, text } = known;
  const { mapped, origins, alike } = history;
  const followed = followRange({ mapped, count: field.index.count, alike }, old);
  if (followed.survivors === text.size && followed.end - followed.start === text.size)
    return { ...followed, state: followed.start === old.start ? 'exact' : 'moved' };

  const isForeign = (line: number): boolean => {
    const origin = origins[line] ?? -1;
    return origin >= 0 && (origin < old.start || origin >= old.end);
  };
  if (isStrong(followed, text.size))
    return bySymbol({ start: followed.start, end: followed.end }, known.symbol, isForeign);
  const copy = copyOf(known, field, (start) => !anyLine(start, text.size, isForeign));
  if (copy !== undefined) return { start: copy, end: copy + text.size, state: 'moved' };
  const remains = remainsOf(known, { ...field, isForeign });
  if (remains !== undefined && remains.survivors > followed.survivors && isTelling(remains, text))
    return bySymbol(remains, known.symbol, isForeign);
  return bySides(followed, known, field) ?? symbolAlone(known.symbol);
}

/** Without it: single lines, the lines around, and the name. */
function byAnchors(known: KnownSlice, field: Field): Found | undefined {
  const { old, text } = known;
  if (isTextAt(text, old.start, field.lines)) return { ...old, state: 'exact' };
  const copy = copyOf(known, field, () => true);
  if (copy !== undefined) return { start: copy, end: copy + text.size, state: 'moved' };
  const remains = remainsOf(known, { ...field, isForeign: () => false });
  if (remains !== undefined && isTelling(remains, text)) return bySymbol(remains, known.symbol, () => false);
  const between = placeBetween(known, field.index, field.shapes);
  return weighed(between, remains, known.symbol);
}

/** Half of the lines are left, in a place that is not too long. */
function isStrong({ start, end, survivors }: FollowedPlace, size: number): boolean {
  return survivors * 2 >= size && end - start <= longestOf(size);
}

/** A line that says something, at least. */
const TELLING = 0.8;

function isTelling(remains: Remains, { known = [], size }: SliceText): boolean {
  return (
    remains.weight >= TELLING &&
    remains.survivors * 2 >= known.length &&
    remains.end - remains.start <= longestOf(size)
  );
}

/** An edited slice that was one symbol is this symbol, where that does not gainsay what the lines tell. */
function bySymbol(
  place: Place & { readonly isGuess?: boolean },
  symbol: SymbolLines | undefined,
  isForeign: (line: number) => boolean,
): Found {
  const state = place.isGuess === true ? 'fuzzy' : 'edited';
  if (symbol === undefined) return { ...place, state };
  const whole = wholeSymbol(symbol, place);
  if (whole.end <= place.start || whole.start >= place.end) return { ...place, state: 'fuzzy' };
  const holds = whole.start <= place.start && whole.end >= place.end;
  return holds && !anyLine(whole.start, whole.end - whole.start, isForeign)
    ? { ...whole, state: 'edited' }
    : { ...place, state };
}

/** From the start, of those it may be said to have, that is nearest to where its lines were found. */
function wholeSymbol({ starts, endLine, startLine }: SymbolLines, near: Place): Place {
  let start = startLine - 1;
  for (const line of starts)
    if (Math.abs(line - 1 - near.start) < Math.abs(start - near.start)) start = line - 1;
  return { start, end: endLine };
}

function symbolAlone(symbol: SymbolLines | undefined): Found | undefined {
  return symbol && { start: symbol.startLine - 1, end: symbol.endLine, state: 'fuzzy' };
}

/** Little or nothing of it is left: what is there now between the lines around it. */
function bySides(followed: FollowedPlace, known: KnownSlice, field: Field): Found | undefined {
  const size = followed.end - followed.start;
  if (size < 1 || size > longestOf(known.text.size)) return undefined;
  const text = { ...known.text, size };
  const sides = known.before.length + known.after.length;
  const isHeld = anchorsAt(text, followed.start, field.index) * 4 >= sides * 3;
  return { ...followed, state: isHeld ? 'edited' : 'fuzzy' };
}

function weighed(
  between: BetweenAnchors,
  remains: Remains | undefined,
  symbol: SymbolLines | undefined,
): Found | undefined {
  if (between.kind === 'both') {
    const isAtOdds = remains !== undefined && (remains.start < between.start || remains.end > between.end);
    return { ...between, state: isAtOdds || !between.isClear ? 'fuzzy' : 'edited' };
  }
  if (symbol !== undefined && remains !== undefined)
    return bySymbol({ ...remains, isGuess: true }, symbol, () => false);
  if (symbol !== undefined) return symbolAlone(symbol);
  if (remains !== undefined) return { ...remains, state: 'fuzzy' };
  return between.kind === 'one' ? { ...between, state: 'fuzzy' } : undefined;
}

/** Texts whose lines seemed to be the slice's and were not, before the search is given up. */
const MOST_FALSE = 4;

function copyOf(
  { text, old }: KnownSlice,
  { index, lines, budget }: Field,
  mayBe: (start: number) => boolean,
): number | undefined {
  let wrong = 0;
  for (const { start } of copiesOf(text, old.start, index)) {
    if (!mayBe(start)) continue;
    if (text.known === undefined && (budget.characters -= charactersOf(lines, start, text.size)) < 0) break;
    if (isTextAt(text, start, lines)) return start;
    if (text.known !== undefined && (wrong += 1) >= MOST_FALSE) break;
  }
  return undefined;
}

function charactersOf(lines: readonly string[], start: number, size: number): number {
  let characters = 64;
  for (let at = start; at < start + size; at += 1) characters += (lines[at]?.length ?? 0) + 1;
  return characters;
}

function anyLine(start: number, size: number, holds: (line: number) => boolean): boolean {
  for (let at = start; at < start + size; at += 1) if (holds(at)) return true;
  return false;
}
