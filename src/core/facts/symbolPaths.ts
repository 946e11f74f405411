import type { FileSymbol } from './fileFacts';

/** A symbol before the whole file is known; `owner` is a dotted path that goes before its own (`Store` of Go's `func (s *Store) Get`). */
export type SymbolDraft = Omit<FileSymbol, 'path'> & { readonly owner?: string };

/** Gives each symbol its path. Equal paths get `#2`, `#3` in source order; children carry their parent's number. */
export function withPaths(drafts: readonly SymbolDraft[]): readonly FileSymbol[] {
  const seen = new Map<string, number>();
  const symbols: FileSymbol[] = [];
  for (const { owner, ...draft } of drafts) {
    const parent = symbols[draft.parent];
    const prefix = [parent?.path, owner].filter((part) => part !== undefined && part !== '').join('.');
    const plain = prefix === '' ? draft.name : `${prefix}.${draft.name}`;
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    symbols.push({ ...draft, path: count === 1 ? plain : `${plain}#${count}` });
  }
  return symbols;
}
