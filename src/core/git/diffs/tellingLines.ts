/**
 * Which lines tell where two files correspond. A blank line or a lone bracket among lines that the other file lacks tells
 * nothing, and would only cut a rewritten part into pieces. The limits are those at which git's results are the same.
 */

/** The indexes of the lines to compare with those of the other file, ascending. Equal lines have equal ids. */
export function tellingLines(ids: Int32Array, other: Int32Array): Int32Array {
  const start = equalStart(ids, other);
  const end = ids.length - equalEnd(ids, other, start);
  const kinds = kindsOf(ids, other);
  const kept: number[] = [];
  for (let at = 0; at < ids.length; at++) {
    if (kinds[at] !== FREQUENT || at < start || at >= end || !isAmongUnmatched(kinds, at, { start, end }))
      kept.push(at);
  }
  return Int32Array.from(kept);
}

const UNMATCHED = 0;
const MATCHED = 1;
const FREQUENT = 2;

function kindsOf(ids: Int32Array, other: Int32Array): Uint8Array {
  const counts = new Map<number, number>();
  for (const id of other) counts.set(id, (counts.get(id) ?? 0) + 1);
  const limit = frequencyLimit(ids.length);
  return Uint8Array.from(ids, (id) => {
    const count = counts.get(id) ?? 0;
    if (count === 0) return UNMATCHED;
    return count < limit ? MATCHED : FREQUENT;
  });
}

/** The square root of the number of lines, up to the next power of two. */
function frequencyLimit(lines: number): number {
  return Math.min(MAX_LIMIT, 2 ** Math.ceil(Math.log2(lines + 1) / 2));
}

const MAX_LIMIT = 1_024;

/** How far to look around a line. */
const WINDOW = 100;

/** Of the lines around that may be left out, so many must be unmatched for each frequent one. */
const UNMATCHED_PER_FREQUENT = 3;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Whether unmatched lines on both sides, up to the next matched ones, outnumber the frequent ones by far. */
function isAmongUnmatched(kinds: Uint8Array, at: number, { start, end }: Range): boolean {
  const above = countUntilMatched(kinds, at, Math.max(start, at - WINDOW));
  const below = countUntilMatched(kinds, at, Math.min(end - 1, at + WINDOW));
  if (above.unmatched === 0 || below.unmatched === 0) return false;
  const frequent = above.frequent + below.frequent;
  return above.unmatched + below.unmatched > UNMATCHED_PER_FREQUENT * frequent;
}

interface Counts {
  readonly unmatched: number;
  readonly frequent: number;
}

/** Counts from a frequent line on, itself included, up to a matched line or to `last`. */
function countUntilMatched(kinds: Uint8Array, from: number, last: number): Counts {
  const step = last < from ? -1 : 1;
  let unmatched = 0;
  let frequent = 0;
  for (let at = from; at !== last + step && kinds[at] !== MATCHED; at += step) {
    if (kinds[at] === UNMATCHED) unmatched++;
    else frequent++;
  }
  return { unmatched, frequent };
}

function equalStart(one: Int32Array, other: Int32Array): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at++;
  return at;
}

function equalEnd(one: Int32Array, other: Int32Array, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let count = 0;
  while (count < most && one[one.length - 1 - count] === other[other.length - 1 - count]) count++;
  return count;
}
