/** The key of the one table whose order matters. */
const MASK_KEY = 'ast_mask';

export function isMaskKey(key: string | number | undefined): boolean {
  return key === MASK_KEY;
}

/**
 * The mask as a list of entries if an object would lose its order: objects put keys that are whole numbers first.
 * `symbols` are the table's keys as they were written.
 */
export function orderedMask(
  table: Readonly<Record<string, unknown>>,
  symbols: readonly string[],
): Readonly<Record<string, unknown>> | readonly { readonly symbol: string; readonly level: unknown }[] {
  const isHeld = Object.keys(table).every((key, at) => key === symbols[at]);
  return isHeld ? table : symbols.map((symbol) => ({ symbol, level: table[symbol] }));
}
