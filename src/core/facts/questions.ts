/** Lookups in a file's facts. */
import type { FileFacts, FileSymbol } from './fileFacts';

/** Finds a symbol by its dotted path, such as `Store.get` or `Store.get#2`. */
export function symbolByPath(facts: FileFacts, path: string): FileSymbol | undefined {
  return facts.symbols.find((symbol) => symbol.path === path);
}

/** Each symbol, in the order of `facts.symbols`, with its nesting depth, 0 at the top level. */
export function symbolsByDepth(
  facts: FileFacts,
): readonly { readonly symbol: FileSymbol; readonly depth: number }[] {
  const placed: { symbol: FileSymbol; depth: number }[] = [];
  for (const symbol of facts.symbols)
    placed.push({ symbol, depth: (placed[symbol.parent]?.depth ?? -1) + 1 });
  return placed;
}

/** For each symbol, the indexes of its direct children. */
export function childIndexes(facts: FileFacts): readonly (readonly number[])[] {
  const children: number[][] = facts.symbols.map(() => []);
  for (const [index, { parent }] of facts.symbols.entries()) children[parent]?.push(index);
  return children;
}

/** The signature on one line, each run of white space reduced to one space. */
export function signatureLine(text: string, symbol: FileSymbol): string {
  return text.slice(symbol.signature.start, symbol.signature.end).replaceAll(/\s+/g, ' ').trim();
}

const TYPE_KINDS: ReadonlySet<string> = new Set([
  'Class',
  'Struct',
  'Interface',
  'Trait',
  'Enum',
  'Namespace',
  'Module',
]);

/** Whether the symbol declares a type or namespace, so that functions inside it are its members. */
export function holdsMembers(symbol: FileSymbol): boolean {
  return TYPE_KINDS.has(symbol.kind);
}

/** Whether the symbol has code that can be called or run. */
export function isCallable(symbol: FileSymbol): boolean {
  return (
    symbol.kind === 'Func' || symbol.kind === 'Method' || symbol.kind === 'Macro' || symbol.kind === 'Test'
  );
}
