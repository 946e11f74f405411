import { isSafeKey } from '../outside/plainTree';

/**
 * The mask as a list of entries if an object would lose its order: objects put keys that are whole numbers first.
 * `symbols` are the table's keys as they were written.
 */
export function orderedMask(
  table: Readonly<Record<string, unknown>>,
  symbols: readonly string[],
): Readonly<Record<string, unknown>> | readonly { readonly symbol: string; readonly level: unknown }[] {
  const isHeld = Object.keys(table).every((key, at) => key === symbols[at]);
  // A table with a key that is not allowed stays one, so that its key is refused.
  return isHeld || !symbols.every(isSafeKey)
    ? table
    : symbols.map((symbol) => ({ symbol, level: table[symbol] }));
}
