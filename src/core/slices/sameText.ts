/** Where the very text of a slice is in a file. */
import { charactersOf, createReserve, type Effort } from './effort';
import type { Place } from './place';
import type { LineIndex } from './lineIndex';
import { hasHash } from './textHash';

/** A slice as far as it is known, in the ids of a file's lines. */
export interface SliceText {
  readonly size: number;
  readonly hash: string | undefined;
  /** Lines of the slice, 0-based from its start, that are known. Undefined: none is. */
  readonly known: readonly KnownLine[] | undefined;
  /** Ids of the lines before it and after it; `ABSENT` for what the file does not have. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export interface KnownLine {
  readonly at: number;
  readonly id: number;
}

export const ABSENT = -1;

/** Starts of what may be it, most anchors first, then nearest to the old one. Whether they are is for `isTextAt` to say. */
export function* copiesOf(text: SliceText, old: number, { index, effort }: Ground): Generator<number> {
  const starts =
    text.known === undefined
      ? everywhere(text, index)
      : startsOf(text.known, { size: text.size, index, effort });
  if (starts.length === 0) return;
  effort.spend(index.count);
  const anchors = anchorsByStart(text, index);
  const anchored = starts.filter((start) => (anchors[start] ?? 0) > 0);
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

export function isTextAt(
  { hash, size }: Pick<SliceText, 'hash' | 'size'>,
  start: number,
  { lines, effort }: { readonly lines: readonly string[]; readonly effort: Effort },
): boolean {
  if (hash === undefined || start < 0 || start + size > lines.length) return false;
  effort.spend(charactersOf(lines, start, size) + STEPS_PER_LINE * size);
  return hasHash(lines.slice(start, start + size), hash);
}

/** Whether a text is still where it was. */
export type InPlace = (text: Pick<SliceText, 'hash' | 'size'>, start: number) => boolean;

/** Also when all else is spent; and once for each lines and hash, because any number of slices may have the same ones. */
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

export function anchorsAt({ before, after, size }: SliceText, start: number, { ids }: LineIndex): number {
  let matching = 0;
  for (const [at, id] of before.entries()) if (ids[start - before.length + at] === id) matching += 1;
  for (const [at, id] of after.entries()) if (ids[start + size + at] === id) matching += 1;
  return matching;
}

/** How many lines before and after what begins at a line are those that stood there. */
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
  const offsets = Int32Array.from(known, ({ at }) => at);
  const wanted = Int32Array.from(known, ({ id }) => id);
  let compared = places.length;
  const isThere = (start: number): boolean => {
    if (start < 0 || start + size > count) return false;
    let same = 0;
    while (same < wanted.length && ids[start + (offsets[same] ?? 0)] === wanted[same]) same += 1;
    compared += same;
    return same === wanted.length;
  };
  const starts = places.map((place) => place - offset).filter(isThere);
  effort.spend(compared * STEPS_PER_COMPARISON);
  return starts;
}

/** Comparisons, for each line of the text. */
const MAX_COMPARED = 8;

/** Whether what a range of lines says stands nowhere else among them; false where that takes too long to find out. */
export function isOnce(ids: Int32Array, { start, end }: Place, effort: Effort): boolean {
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

/** Ascending numbers by their distance to one; of two as far away the smaller first. */
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
