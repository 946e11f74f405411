/** What can be asked of a file's facts. */
import type { Cut, FileFacts, FileSymbol } from './fileFacts';

/** By its dotted path, `Store.get` or `Store.get#2`. */
export function symbolByPath(facts: FileFacts, path: string): FileSymbol | undefined {
  return facts.symbols.find((symbol) => symbol.path === path);
}

/** How many symbols each one stands in, in the order of `facts.symbols`. */
export function symbolDepths(facts: FileFacts): readonly number[] {
  const depths: number[] = [];
  for (const { parent } of facts.symbols) depths.push(parent < 0 ? 0 : (depths[parent] ?? 0) + 1);
  return depths;
}

/** For each symbol the indexes of those that stand directly in it. */
export function childIndexes(facts: FileFacts): readonly (readonly number[])[] {
  const children: number[][] = facts.symbols.map(() => []);
  for (const [index, { parent }] of facts.symbols.entries()) children[parent]?.push(index);
  return children;
}

/** The cut that hides an offset, if one does. */
export function cutAt(facts: FileFacts, offset: number): Cut | undefined {
  let low = 0;
  let high = facts.cuts.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const cut = facts.cuts[middle];
    if (cut === undefined || cut.start > offset) high = middle - 1;
    else if (offset >= cut.end) low = middle + 1;
    else return cut;
  }
  return undefined;
}

/** The signature on one line, runs of white space as one blank. */
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

export function holdsMembers(symbol: FileSymbol): boolean {
  return TYPE_KINDS.has(symbol.kind);
}

export function isCallable(symbol: FileSymbol): boolean {
  return (
    symbol.kind === 'Func' || symbol.kind === 'Method' || symbol.kind === 'Macro' || symbol.kind === 'Test'
  );
}
