/** What a mask shows of one symbol (a dotted path such as `Store.get`). */
export interface MaskEntry {
  readonly symbol: string;
  readonly level: MaskLevel;
}

export const MASK_LEVELS = ['def', 'sig', 'hide'] as const;
/** The whole definition, its signature, nothing. */
export type MaskLevel = (typeof MASK_LEVELS)[number];
