import { isSafeKey } from '../outside/plainTree';

/**
 * Converts a mask to a list if an object would lose its order, because objects put integer keys first. `symbols` are the
 * table's keys in their written order.
 */
export function orderedMask(
  table: Readonly<Record<string, unknown>>,
  symbols: readonly string[],
): Readonly<Record<string, unknown>> | readonly { readonly symbol: string; readonly level: unknown }[] {
  const isHeld = Object.keys(table).every((key, at) => key === symbols[at]);
  // Unsafe keys stay in a table, so that `plainTree` refuses them.
  return isHeld || !symbols.every(isSafeKey)
    ? table
    : symbols.map((symbol) => ({ symbol, level: table[symbol] }));
}
