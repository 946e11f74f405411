/** The mask level of one symbol, which is a dotted path such as `Store.get`. */
export interface MaskEntry {
  readonly symbol: string;
  readonly level: MaskLevel;
}

export const MASK_LEVELS = ['def', 'sig', 'hide'] as const;
/** Whole definition, signature only, or hidden. */
export type MaskLevel = (typeof MASK_LEVELS)[number];
