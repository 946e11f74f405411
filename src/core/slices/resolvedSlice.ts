import type { LineRange } from './customSlice';

export const SLICE_STATES = ['exact', 'moved', 'edited', 'fuzzy', 'stale', 'lost'] as const;
/** How a slice was found again. Of the last three somebody should look at what it shows. */
export type SliceState = (typeof SLICE_STATES)[number];

/** Of a lost slice: its stored lines. */
export interface ResolvedSlice extends LineRange {
  readonly state: SliceState;
}

/** Texts that slices were made from, by the hash of their content. */
export type OldTexts = ReadonlyMap<string, string>;
