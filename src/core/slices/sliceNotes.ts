import type { CustomSlice, LineRange } from './customSlice';
import type { ResolvedSlice } from './resolvedSlice';

/** A plain sentence for each slice that was found but is not exactly at its old place. */
export function sliceNotes(
  slices: readonly CustomSlice[],
  places: readonly (ResolvedSlice | undefined)[],
): readonly string[] {
  return slices.flatMap((slice, at) => {
    const place = places[at];
    const words = place && wordsOf(slice, place);
    return words === undefined ? [] : [`Slice ${at + 1} ${words}`];
  });
}

function wordsOf(slice: CustomSlice, place: ResolvedSlice): string | undefined {
  switch (place.state) {
    case 'exact':
      return undefined;
    case 'moved':
      return `moved from ${lines(slice)} to ${numbers(place)}`;
    case 'edited':
      return isSame(slice, place)
        ? `was edited in ${lines(place)}`
        : `was edited and is in ${lines(place)} now, no longer in ${numbers(slice)}`;
    case 'fuzzy':
      return `is probably in ${lines(place)}: look whether it still says what it should`;
    case 'stale':
      return slice.contentHash === undefined
        ? `has nothing to be found again by: shown is ${lines(place)}`
        : `was not found again: ${lines(place)} may say something else now`;
    case 'lost':
      return `is out of range: there is no line ${slice.startLine} any more`;
  }
}

function lines(range: LineRange): string {
  return range.startLine === range.endLine ? `line ${range.startLine}` : `lines ${numbers(range)}`;
}

function numbers({ startLine, endLine }: LineRange): string {
  return startLine === endLine ? `${startLine}` : `${startLine}–${endLine}`;
}

function isSame(one: LineRange, other: LineRange): boolean {
  return one.startLine === other.startLine && one.endLine === other.endLine;
}
