/** Where the very text of a slice is in a file. */
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

export interface Copy {
  readonly start: number;
  /** Lines before and after it that are those that stood there. */
  readonly anchors: number;
}

/** Places that may be it, most anchors first, then nearest to the old one. Whether they are is for `isTextAt` to say. */
export function copiesOf(text: SliceText, old: number, index: LineIndex): readonly Copy[] {
  const starts = text.known === undefined ? everywhere(text, index) : startsOf(text.known, text.size, index);
  return Array.from(starts, (start) => ({ start, anchors: anchorsAt(text, start, index) })).toSorted(
    (a, b) => b.anchors - a.anchors || Math.abs(a.start - old) - Math.abs(b.start - old) || a.start - b.start,
  );
}

export function isTextAt(text: SliceText, start: number, lines: readonly string[]): boolean {
  return (
    text.hash !== undefined &&
    start >= 0 &&
    start + text.size <= lines.length &&
    hasHash(lines.slice(start, start + text.size), text.hash)
  );
}

export function anchorsAt({ before, after, size }: SliceText, start: number, { ids }: LineIndex): number {
  let matching = 0;
  for (const [at, id] of before.entries()) if (ids[start - before.length + at] === id) matching += 1;
  for (const [at, id] of after.entries()) if (ids[start + size + at] === id) matching += 1;
  return matching;
}

function everywhere({ size, hash }: SliceText, { count }: LineIndex): Iterable<number> {
  return hash === undefined ? [] : Array(Math.max(0, count - size + 1)).keys();
}

function startsOf(
  known: readonly KnownLine[],
  size: number,
  { ids, count, placesOf }: LineIndex,
): readonly number[] {
  let rarest: { readonly at: number; readonly places: Int32Array } | undefined;
  for (const { at, id } of known) {
    if (id === ABSENT) return [];
    const places = placesOf(id);
    if (rarest === undefined || places.length < rarest.places.length) rarest = { at, places };
  }
  const starts: number[] = [];
  for (const place of rarest?.places ?? []) {
    const start = place - (rarest?.at ?? 0);
    if (start < 0 || start + size > count) continue;
    if (known.every(({ at, id }) => ids[start + at] === id)) starts.push(start);
  }
  return starts;
}
