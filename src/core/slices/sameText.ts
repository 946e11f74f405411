/** Finds the unchanged text of a slice in a file. */
import { charactersOf, createReserve, type Effort } from './effort';
import type { Place } from './place';
import type { LineIndex } from './lineIndex';
import { hasHash } from './textHash';

/** The known parts of a slice, as line ids of the file. */
export interface SliceText {
  readonly size: number;
  readonly hash: string | undefined;
  /** The known lines, 0-based from the slice's start. Undefined if none are known. */
  readonly known: readonly KnownLine[] | undefined;
  /** Ids of the lines before and after it; `ABSENT` for a line the file does not have. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export interface KnownLine {
  readonly at: number;
  readonly id: number;
}

export const ABSENT = -1;

/**
 * Yields starts of possible copies: most matching anchors first, then nearest to the old start. `isTextAt` confirms a
 * copy.
 */
export function* copiesOf(text: SliceText, old: number, { index, effort }: Ground): Generator<number> {
  const starts =
    text.known === undefined
      ? everywhere(text, index)
      : startsOf(text.known, { size: text.size, index, effort });
  if (starts.length === 0) return;
  effort.spend(index.count);
  const anchors = anchorsByStart(text, index);
  const anchored = starts.filter((start) => anchors[start] !== 0);
  effort.spend(STEPS_PER_COPY * anchored.length);
  const byAnchors: number[][] = [];
  for (const start of nearestFirst(anchored, old)) (byAnchors[anchors[start] ?? 0] ??= []).push(start);
  for (const copies of byAnchors.toReversed()) if (copies !== undefined) yield* copies;
  for (const start of nearestFirst(starts, old)) if (anchors[start] === 0) yield start;
}

interface Ground {
  readonly index: LineIndex;
  readonly effort: Effort;
}

const STEPS_PER_COPY = 8;
const STEPS_PER_COMPARISON = 1 / 16;
const STEPS_PER_LINE = 2;

/** Whether the lines at `start` have the slice's hash. */
export function isTextAt(
  { hash, size }: Pick<SliceText, 'hash' | 'size'>,
  start: number,
  { lines, effort }: { readonly lines: readonly string[]; readonly effort: Effort },
): boolean {
  if (hash === undefined || start < 0 || start + size > lines.length) return false;
  effort.spend(charactersOf(lines, start, size) + STEPS_PER_LINE * size);
  return hasHash(lines.slice(start, start + size), hash);
}

/** Whether a text is still at its old place. */
export type InPlace = (text: Pick<SliceText, 'hash' | 'size'>, start: number) => boolean;

/**
 * Answers even when the budget is spent, and computes each answer only once: any number of slices may share lines and
 * hash.
 */
export function createInPlace(lines: readonly string[], effort: Effort): InPlace {
  const reserve = createReserve(lines);
  const answers = new Map<string, boolean>();
  return (text, start) => {
    const key = `${start} ${text.size} ${text.hash}`;
    const known = answers.get(key);
    const payer = effort.isSpent ? reserve : effort;
    if (known !== undefined || payer.isSpent) return known ?? false;
    const isThere = isTextAt(text, start, { lines, effort: payer });
    answers.set(key, isThere);
    return isThere;
  };
}

/** Number of anchors that match if the slice starts at `start`. */
export function anchorsAt({ before, after, size }: SliceText, start: number, { ids }: LineIndex): number {
  let matching = 0;
  for (const [at, id] of before.entries()) if (ids[start - before.length + at] === id) matching += 1;
  for (const [at, id] of after.entries()) if (ids[start + size + at] === id) matching += 1;
  return matching;
}

/** For each possible start, the number of anchors that match. */
function anchorsByStart({ before, after, size }: SliceText, { count, placesOf }: LineIndex): Uint8Array {
  const anchors = new Uint8Array(count);
  const vote = (id: number, offset: number): void => {
    if (id === ABSENT) return;
    for (const place of placesOf(id)) {
      const start = place - offset;
      if (start >= 0 && start < count) anchors[start] = (anchors[start] ?? 0) + 1;
    }
  };
  for (const [at, id] of before.entries()) vote(id, at - before.length);
  for (const [at, id] of after.entries()) vote(id, size + at);
  return anchors;
}

function everywhere({ size, hash }: SliceText, { count }: LineIndex): Int32Array {
  const starts = hash === undefined ? 0 : Math.max(0, count - size + 1);
  return new Int32Array(starts).map((_, at) => at);
}

function startsOf(
  known: readonly KnownLine[],
  { size, index, effort }: Ground & { readonly size: number },
): Int32Array {
  const { ids, count, placesOf } = index;
  let rarest: { readonly at: number; readonly places: Int32Array } | undefined;
  for (const { at, id } of known) {
    if (id === ABSENT) return new Int32Array();
    const places = placesOf(id);
    if (rarest === undefined || places.length < rarest.places.length) rarest = { at, places };
  }
  if (rarest === undefined) return new Int32Array();
  const { at: offset, places } = rarest;
  let compared = places.length;
  const isThere = (start: number): boolean => {
    if (start < 0 || start + size > count) return false;
    const same = known.findIndex(({ at, id }) => ids[start + at] !== id);
    compared += same < 0 ? known.length : same;
    return same < 0;
  };
  const starts = places.map((place) => place - offset).filter(isThere);
  effort.spend(compared * STEPS_PER_COMPARISON);
  return starts;
}

/** Limit on comparisons per line of the text. */
const MAX_COMPARED = 8;

/** Whether the lines of a range occur nowhere else; false if that takes too long to find out. */
export function isUnique(ids: Int32Array, { start, end }: Place, effort: Effort): boolean {
  const most = MAX_COMPARED * ids.length;
  let compared = 0;
  let isAlone = true;
  for (let other = 0; isAlone && other + end - start <= ids.length; other += 1) {
    if (other === start) continue;
    let at = start;
    while (at < end && ids[at] === ids[other + at - start]) at += 1;
    compared += 1 + at - start;
    isAlone = at < end && compared < most;
  }
  effort.spend(compared * STEPS_PER_COMPARISON);
  return isAlone;
}

/** Yields ascending numbers by distance to `to`; the smaller of two at the same distance first. */
function* nearestFirst(ascending: Int32Array, to: number): Generator<number> {
  let above = ascending.findIndex((each) => each >= to);
  if (above < 0) above = ascending.length;
  let below = above - 1;
  while (below >= 0 || above < ascending.length) {
    const [left, right] = [ascending[below] ?? -Infinity, ascending[above] ?? Infinity];
    if (to - left <= right - to) {
      yield left;
      below -= 1;
    } else {
      yield right;
      above += 1;
    }
  }
}
