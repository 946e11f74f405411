import { SLICE_WORDS } from '../../../app/files/fileNotes';
import type { ShownSlice } from '../../../app/slices/fileSlices.svelte';
import { linesOf } from '../../../app/slices/slices';
import type { SliceState } from '../../../core/slices/resolvedSlice';

/** What the state of a slice means for who made it. */
export const STATE_HINTS: Readonly<Record<SliceState, string>> = {
  exact: 'These lines are as they were when the slice was made',
  moved: 'The same lines, at another place; accept it to keep them there',
  edited: 'Its lines were edited, and this is where they are now; accept it to keep them so',
  fuzzy: 'What was found of it leaves a doubt: look whether these are the lines you mean',
  stale: 'Nothing was found that says where it is now: these are the lines at its old place',
  lost: 'The file is shorter now: nothing is shown of this slice',
};

/** Whether accepting the place that was found changes what is stored. */
export function canAccept({ place }: ShownSlice): boolean {
  return place !== undefined && place.state !== 'exact' && place.state !== 'lost';
}

/** `Slice 2, core: lines 10–14, moved`. */
export function titleOf({ slice, place }: ShownSlice, index: number): string {
  const tag = slice.tag === undefined || slice.tag === '' ? '' : `, ${slice.tag}`;
  const state = place === undefined || place.state === 'exact' ? '' : `, ${SLICE_WORDS[place.state]}`;
  return `Slice ${index + 1}${tag}: ${linesOf(place ?? slice)}${state}`;
}
