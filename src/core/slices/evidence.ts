/** Decides whether the lines found of an edited slice are enough to name its place. */
import { longestOf, type BetweenAnchors } from './betweenAnchors';
import type { FollowedPlace } from './followRange';
import { weightOf } from './lineShapes';
import type { Place } from './place';
import type { Remains } from './remains';
import type { SliceText } from './sameText';
import type { Field, History, KnownSlice } from './sliceField';

/** Weight of the lines in a slice, and of those that a diff found again. */
interface Weights {
  readonly all: number;
  readonly surviving: number;
}

export function weightsBy(
  { old }: KnownSlice,
  { lines, mapped }: History,
  { shapes, index }: Field,
): Weights {
  let all = 0;
  let surviving = 0;
  for (const [at, line] of lines.slice(old.start, old.end).entries()) {
    const after = mapped[old.start + at] ?? -1;
    const weight = after < 0 ? weightOf(line) : shapes.weight(index.idAt(after));
    all += weight;
    if (after >= 0) surviving += weight;
  }
  return { all, surviving };
}

/** At least half of the lines remain, with half of their weight, in a place that is not too long. */
export function isStrong(
  { start, end, survivors }: FollowedPlace,
  { all, surviving }: Weights,
  size: number,
): boolean {
  return survivors * 2 >= size && surviving * 2 >= all && end - start <= longestOf(size);
}

/** At least one distinctive line. */
export const MIN_WEIGHT = 0.8;

export function isDistinctive(remains: Remains, { known = [], size }: SliceText): boolean {
  return (
    remains.weight >= MIN_WEIGHT &&
    remains.survivors * 2 >= known.length &&
    remains.end - remains.start <= longestOf(size)
  );
}

/**
 * Few lines, which may have belonged elsewhere, came in between, and the remaining lines are distinctive within the
 * file.
 */
export function isSure(
  { start, end, survivors, weight, rareness, isGuess }: Remains,
  { known = [], size }: SliceText,
): boolean {
  return (
    !isGuess &&
    end - start <= longestSure(size) &&
    survivors * 3 >= known.length * 2 &&
    rareness >= Math.max(MIN_WEIGHT, weight / 2.5)
  );
}

/** The surrounding lines give the same place. */
export function isSame(between: BetweenAnchors, { start, end }: Place): boolean {
  return between.kind === 'both' && between.isClear && between.start === start && between.end === end;
}

export function longestSure(size: number): number {
  return 1.4 * size + 4;
}
