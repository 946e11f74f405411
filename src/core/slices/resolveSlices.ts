/**
 * Finds slices in a file that may have changed since they were created. The first match wins: the stored lines still
 * hold the text; the same text is elsewhere; the place the text was edited into; the place next to one anchor; the old
 * line numbers. Other evidence (the old text, the slice's symbol) decides between several places, and if evidence
 * conflicts, the state says so.
 */
import { longestOf, placeBetween, type BetweenAnchors } from './betweenAnchors';
import type { SlicedFile } from './createSlice';
import type { CustomSlice } from './customSlice';
import { charactersOf } from './effort';
import { isDistinctive, isSame, isStrong, isSure, longestSure, MIN_WEIGHT, weightsBy } from './evidence';
import { followRange, type FollowedPlace } from './followRange';
import type { Place } from './place';
import { remainsOf, type Remains } from './remains';
import type { OldTexts, ResolvedSlice, SliceState } from './resolvedSlice';
import { anchorsAt, copiesOf, isTextAt } from './sameText';
import { fieldOf, knownOf, oldPlace, type Field, type History, type KnownSlice } from './sliceField';
import type { SymbolLines } from './symbolLines';

/**
 * Resolves slices independently of each other, in about linear time, deterministically. Each becomes a place or a lost
 * slice. If all of them together exceed the budget, the longest ones are only found at their old place.
 */
export function resolveSlices(
  file: SlicedFile,
  slices: readonly CustomSlice[],
  oldTexts: OldTexts = NO_TEXTS,
): readonly ResolvedSlice[] {
  const field = fieldOf(file, slices.length, oldTexts);
  const places: ResolvedSlice[] = [];
  for (const [at, slice] of [...slices.entries()].toSorted(shortestFirst))
    places[at] = resolveSlice(slice, field);
  return places;
}

function shortestFirst([, one]: [number, CustomSlice], [, other]: [number, CustomSlice]): number {
  return one.endLine - one.startLine - (other.endLine - other.startLine) || one.startLine - other.startLine;
}

function resolveSlice(slice: CustomSlice, field: Field): ResolvedSlice {
  if (field.effort.isSpent) return withoutSearch(slice, field);
  const known = knownOf(slice, field);
  const found =
    known.history === undefined ? byAnchors(known, field) : byHistory(known, known.history, field);
  return found === undefined ? byNumbers(slice, field) : placed(exactIfUnchanged(found, known, field));
}

/** A place with exactly the stored text is not edited, however it was found. */
function exactIfUnchanged(found: Found, { old, text }: KnownSlice, field: Field): Found {
  if (found.end - found.start !== text.size || !isTextAt(text, found.start, field)) return found;
  return { ...found, state: found.start === old.start ? 'exact' : 'moved' };
}

function withoutSearch(slice: CustomSlice, field: Field): ResolvedSlice {
  const old = oldPlace(slice);
  const text = { hash: slice.contentHash, size: old.end - old.start };
  return field.isInPlace(text, old.start) ? placed({ ...old, state: 'exact' }) : byNumbers(slice, field);
}

const NO_TEXTS: OldTexts = new Map();

interface Found extends Place {
  readonly state: SliceState;
}

function placed({ start, end, state }: Found): ResolvedSlice {
  return { startLine: start + 1, endLine: end, state };
}

function byNumbers(slice: CustomSlice, { index }: Field): ResolvedSlice {
  const { startLine, endLine } = slice;
  const old = oldPlace(slice);
  if (old.start >= index.count) return { startLine, endLine, state: 'lost' };
  return placed({ start: old.start, end: Math.min(old.end, index.count), state: 'stale' });
}

/** Searching for one slice may visit every line of a file, but only by number. */
const STEPS_PER_LINE = 1 / 8;
const STEPS_PER_OWN_LINE = 8;

/** With the old text at hand: a diff says where each line went. */
function byHistory(known: KnownSlice, history: History, field: Field): Found | undefined {
  const { old, text } = known;
  const { mapped, isSame, alike } = history;
  field.effort.spend(text.size * STEPS_PER_OWN_LINE + (mapped.length + field.index.count) * STEPS_PER_LINE);
  // Between two whole texts, even a brace is where the diff says, however far away.
  const weight = (): number => 1;
  const followed = followRange(
    { mapped, count: field.index.count, isSame, alike, isWhole: true, weight },
    old,
  );
  if (followed.survivors === text.size && followed.end - followed.start === text.size)
    return { ...followed, state: followed.start === old.start ? 'exact' : 'moved' };

  const holdsForeign = (place: Place): boolean => history.holdsForeign(place, old);
  const weights = weightsBy(known, history, field);
  // If the text occurred several times, the copy found may be another one, or an edit of this one.
  const wasUnique = history.isUnique(old);
  const strong = isStrong(followed, weights, text.size) && bySymbol(followed, known.symbol, holdsForeign);
  if (strong && !wasUnique) return strong;
  const copy = copyOf(known, field, (start) => wasUnique || !holdsForeign({ start, end: start + text.size }));
  if (copy !== undefined) return { start: copy, end: copy + text.size, state: 'moved' };
  if (strong) return strong;
  const isForeign = (line: number): boolean => holdsForeign({ start: line, end: line + 1 });
  const remains = remainsOf(known, { ...field, isForeign });
  const isMore = remains !== undefined && remains.weight > weights.surviving;
  if (isMore && isDistinctive(remains, text)) return bySymbol(remains, known.symbol, holdsForeign);
  const beside =
    weights.surviving >= MIN_WEIGHT || placeBetween(known, field).kind !== 'none'
      ? bySides(followed, known, field)
      : undefined;
  if (isMore && beside?.state !== 'edited' && remains.weight >= MIN_WEIGHT)
    return bySymbol({ ...remains, isGuess: true }, known.symbol, holdsForeign);
  return beside ?? symbolAlone(known.symbol);
}

/** Without the old text: uses single lines, the surrounding lines, and the symbol's name. */
function byAnchors(known: KnownSlice, field: Field): Found | undefined {
  const { old, text } = known;
  if (field.isInPlace(text, old.start)) return { ...old, state: 'exact' };
  field.effort.spend(field.index.count * STEPS_PER_LINE);
  const copy = copyOf(known, field, () => true);
  if (copy !== undefined) return { start: copy, end: copy + text.size, state: 'moved' };
  const remains = remainsOf(known, { ...field, isForeign: () => false });
  if (remains !== undefined && isDistinctive(remains, text) && !known.isRenamed && isSure(remains, text))
    return bySymbol(remains, known.symbol, () => false);
  const between = placeBetween(known, field);
  if (remains !== undefined && isDistinctive(remains, text)) {
    const isGuess = known.isRenamed || !isSame(between, remains);
    return bySymbol({ ...remains, isGuess }, known.symbol, () => false);
  }
  return byEvidence(between, remains, known);
}

/** An edited slice that was one symbol becomes the whole symbol, unless that contradicts the lines found. */
function bySymbol(
  place: Place & { readonly isGuess?: boolean },
  symbol: SymbolLines | undefined,
  holdsForeign: (place: Place) => boolean,
): Found {
  const state = place.isGuess === true ? 'fuzzy' : 'edited';
  if (symbol === undefined) return { ...place, state };
  const whole = wholeSymbol(symbol, place);
  if (whole.end <= place.start || whole.start >= place.end) return { ...place, state: 'fuzzy' };
  const holds = whole.start <= place.start && whole.end >= place.end;
  return holds && !holdsForeign(whole) ? { ...whole, state: 'edited' } : { ...place, state };
}

/** The symbol's lines, beginning at whichever of its possible starts is nearest to the lines found. */
function wholeSymbol({ starts, endLine, startLine }: SymbolLines, near: Place): Place {
  let start = startLine - 1;
  for (const line of starts)
    if (Math.abs(line - 1 - near.start) < Math.abs(start - near.start)) start = line - 1;
  return { start, end: endLine };
}

function symbolAlone(symbol: SymbolLines | undefined): Found | undefined {
  return symbol && { start: symbol.startLine - 1, end: symbol.endLine, state: 'fuzzy' };
}

/** The place between the surrounding lines, for a slice with few or no lines left. */
function bySides(followed: FollowedPlace, known: KnownSlice, field: Field): Found | undefined {
  const size = followed.end - followed.start;
  if (size < 1 || size > longestOf(known.text.size)) return undefined;
  const text = { ...known.text, size };
  const sides = known.before.length + known.after.length;
  const isHeld = anchorsAt(text, followed.start, field.index) * 4 >= sides * 3;
  return { ...followed, state: isHeld && !isFromElsewhere(followed, known, field) ? 'edited' : 'fuzzy' };
}

/** Most of the text there used to be elsewhere, so it may have come from there. */
function isFromElsewhere(
  { start, end }: Place,
  { old, history }: KnownSlice,
  { index, shapes }: Field,
): boolean {
  let [all, others] = [0, 0];
  for (let at = start; at < end; at += 1) {
    const id = index.idAt(at);
    const weight = shapes.weight(id);
    all += weight;
    if (history?.wasOutside(id, old) === true) others += weight;
  }
  return others * 2 > all;
}

function byEvidence(
  between: BetweenAnchors,
  remains: Remains | undefined,
  { symbol, text, isRenamed }: KnownSlice,
): Found | undefined {
  if (between.kind === 'both') {
    const { start, end } = between;
    const isElsewhere = remains !== undefined && (remains.start < start || remains.end > end);
    // If the slice's lines are known, a place with none of them, or with many others, may belong to something else.
    const isUnrelated = text.known !== undefined && end - start > longestSure(text.size);
    const isAtOdds = isElsewhere || isUnrelated || isRenamed;
    return { ...between, state: isAtOdds || !between.isClear ? 'fuzzy' : 'edited' };
  }
  if (symbol !== undefined && remains !== undefined)
    return bySymbol({ ...remains, isGuess: true }, symbol, () => false);
  if (symbol !== undefined) return symbolAlone(symbol);
  if (remains !== undefined) return { ...remains, state: 'fuzzy' };
  return between.kind === 'one' ? { ...between, state: 'fuzzy' } : undefined;
}

/** Fixed cost of a hash, in characters. */
const STEPS_PER_HASH = 64;
/** False matches before the search is given up. */
const MAX_FALSE_MATCHES = 4;

function copyOf(
  { text, old }: KnownSlice,
  field: Field,
  accepts: (start: number) => boolean,
): number | undefined {
  let wrong = 0;
  let hashed = 0;
  for (const start of copiesOf(text, old.start, field)) {
    if (!accepts(start)) continue;
    hashed += STEPS_PER_HASH + charactersOf(field.lines, start, text.size);
    if (text.known === undefined && hashed > field.maxHashed) break;
    if (isTextAt(text, start, field)) return start;
    if (text.known !== undefined && (wrong += 1) >= MAX_FALSE_MATCHES) break;
  }
  return undefined;
}
