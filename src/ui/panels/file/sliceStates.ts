import { SLICE_WORDS } from '../../../app/document/fileNotes';
import type { ShownSlice } from '../../../app/slices/fileSlices.svelte';
import { linesOf } from '../../../app/slices/slices';

/** Whether accepting the new place of a slice would change what is stored. */
export function canAccept({ place }: ShownSlice): boolean {
  return place !== undefined && place.state !== 'exact' && place.state !== 'lost';
}

/** `Slice 2, core: lines 10–14, moved`. */
export function titleOf({ slice, place }: ShownSlice, index: number): string {
  const tag = slice.tag === undefined || slice.tag === '' ? '' : `, ${slice.tag}`;
  const state = place === undefined || place.state === 'exact' ? '' : `, ${SLICE_WORDS[place.state]}`;
  return `Slice ${index + 1}${tag}: ${linesOf(place ?? slice)}${state}`;
}
