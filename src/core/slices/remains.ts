/** Finds the remaining lines of an edited slice when the old text is not at hand. */
import { longestOf } from './betweenAnchors';
import { diffLines } from './diffLines';
import type { Effort } from './effort';
import { followRange, type FollowedPlace } from './followRange';
import type { Place } from './place';
import type { LineIndex } from './lineIndex';
import type { LineShapes } from './lineShapes';
import type { SliceText } from './sameText';

export interface Remains extends FollowedPlace {
  /** Total weight of the remaining lines, see `LineShapes.weight`. */
  readonly weight: number;
  /** The same, but a line with several copies counts only as a fraction. */
  readonly rareness: number;
}

export interface Surroundings {
  readonly text: SliceText;
  readonly old: Place;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface Ground {
  readonly index: LineIndex;
  readonly shapes: LineShapes;
  readonly effort: Effort;
  /** Whether a line is known to have been outside the slice. */
  isForeign(line: number): boolean;
}

/** Approximate cost of matching one line. */
const STEPS_PER_LINE = 4;

/** Undefined if no distinctive line remains. */
export function remainsOf(around: Surroundings, ground: Ground): Remains | undefined {
  const { text, old } = around;
  if (text.known === undefined) return undefined;
  const { index, shapes, effort } = ground;
  const lines = [...text.before, ...text.known.map(({ id }) => id), ...text.after];
  const slice = { start: text.before.length, end: text.before.length + text.known.length };
  const window = likelyWindow(lines, { slice, old: old.start - slice.start, size: text.size }, ground);
  if (window === undefined) return undefined;

  // Two ids that equal no other: for lines the file does not have, and for lines known to be outside the slice.
  const [gone, foreign] = [index.texts.length, index.texts.length + 1];
  const wanted = Int32Array.from(lines, (id) => (id < 0 ? gone : id));
  const here = index.ids.slice(window.start, window.end);
  for (const at of here.keys()) if (ground.isForeign(window.start + at)) here[at] = foreign;
  effort.spend((wanted.length + here.length) * STEPS_PER_LINE);
  const mapped = diffLines(wanted, here);

  const anchorAt = (at: number): string | undefined =>
    at < slice.start ? around.before[at] : around.after[at - slice.end];
  const isSame = (before: number, after: number): boolean =>
    after >= 0 && after < here.length && wanted[before] === index.ids[window.start + after];
  const alike = (before: number, after: number): number => {
    if (wanted[before] === here[after]) return 1;
    const anchor = anchorAt(before);
    return anchor === undefined ? 0 : shapes.alike(anchor, index.idAt(window.start + after), 0);
  };
  const weightAt = (after: number): number => shapes.weight(index.idAt(window.start + after));
  const place = followRange(
    { mapped, count: here.length, isSame, alike, isWhole: false, weight: weightAt },
    slice,
  );
  let weight = 0;
  let rareness = 0;
  for (const [at, id] of wanted.subarray(slice.start, slice.end).entries()) {
    if ((mapped[slice.start + at] ?? -1) < 0) continue;
    const said = shapes.weight(id);
    weight += said;
    rareness += said / index.placesOf(id).length;
  }
  if (weight === 0) return undefined;
  return { ...place, start: window.start + place.start, end: window.start + place.end, weight, rareness };
}

/** A line with more copies than this does not suggest where to look. */
const MAX_COPIES = 32;

/**
 * The part of the file that has most of these lines at about their old distances; the nearest part if several are
 * equal.
 */
function likelyWindow(
  lines: readonly number[],
  { slice, old, size }: { readonly slice: Place; readonly old: number; readonly size: number },
  { index, shapes, isForeign }: Ground,
): Place | undefined {
  const votes: { readonly shift: number; readonly weight: number }[] = [];
  for (const [at, id] of lines.entries()) {
    if (id < 0) continue;
    const places = index.placesOf(id);
    if (places.length > MAX_COPIES) continue;
    const isInside = at >= slice.start && at < slice.end;
    for (const place of places) {
      if (isInside && isForeign(place)) continue;
      const weight = shapes.weight(id) / places.length;
      if (weight > 0) votes.push({ shift: place - at, weight });
    }
  }
  votes.sort((a, b) => a.shift - b.shift);
  const width = longestOf(size) - (slice.end - slice.start);
  let best: { readonly from: number; readonly to: number; readonly sum: number } | undefined;
  let sum = 0;
  let first = 0;
  for (const { shift, weight } of votes) {
    sum += weight;
    while (shift - (votes[first]?.shift ?? 0) > width) sum -= votes[first++]?.weight ?? 0;
    const from = votes[first]?.shift ?? 0;
    const isNearer = best === undefined || Math.abs(from - old) < Math.abs(best.from - old);
    if (best === undefined || sum > best.sum + 1e-9 || (sum > best.sum - 1e-9 && isNearer))
      best = { from, to: shift, sum };
  }
  if (best === undefined) return undefined;
  return {
    start: Math.max(0, best.from - SLACK),
    end: Math.min(index.count, best.to + lines.length + SLACK),
  };
}

/** Margin, in lines, around the lines found in the window. */
const SLACK = 5;
