import type { LineRange } from './customSlice';

export const SLICE_STATES = ['exact', 'moved', 'edited', 'fuzzy', 'stale', 'lost'] as const;
/** How a slice was found again. The user should check what the last three show. */
export type SliceState = (typeof SLICE_STATES)[number];

/** A lost slice keeps its stored lines. */
export interface ResolvedSlice extends LineRange {
  readonly state: SliceState;
}

/** The texts that slices were created from, by content hash. */
export type OldTexts = ReadonlyMap<string, string>;
