/** The mask level of one symbol, which is a dotted path such as `Store.get`. */
export interface MaskEntry {
  readonly symbol: string;
  readonly level: MaskLevel;
}

export const MASK_LEVELS = ['def', 'sig', 'hide'] as const;
/** Whole definition, signature only, or hidden. */
export type MaskLevel = (typeof MASK_LEVELS)[number];

/**
 * Sets the level of a symbol; undefined removes its entry. Returns the same list if nothing changes. A new symbol comes last, so
 * entries stay in the order they were chosen.
 */
export function withLevel(
  mask: readonly MaskEntry[],
  symbol: string,
  level: MaskLevel | undefined,
): readonly MaskEntry[] {
  const present = mask.find((entry) => entry.symbol === symbol);
  if (present?.level === level) return mask;
  if (level === undefined) return mask.filter((entry) => entry !== present);
  if (present === undefined) return [...mask, { symbol, level }];
  return mask.map((entry) => (entry === present ? { symbol, level } : entry));
}
