import type { FileSymbol } from './fileFacts';

/**
 * A symbol before the whole file is known. `owner` is a dotted path to put before its own (`Store` for Go's `func (s
 * *Store) Get`). Members go under `scope` instead of the symbol's own path (`Store` for Rust's `impl Store`).
 */
export type SymbolDraft = Omit<FileSymbol, 'path'> & { readonly owner?: string; readonly scope?: string };

/**
 * Adds its path to each draft. Repeated paths get `#2`, `#3` in source order, and children inherit their parent's
 * number.
 */
export function withPaths(drafts: readonly SymbolDraft[]): readonly FileSymbol[] {
  const seen = new Map<string, number>();
  const symbols: FileSymbol[] = [];
  const scopes: string[] = [];
  for (const draft of drafts) {
    const { owner, scope } = draft;
    const outer = scopes[draft.parent];
    const plain = joined(joined(outer, owner), pathStep(draft));
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    const path = count === 1 ? plain : `${plain}#${count}`;
    scopes.push(scope === undefined ? path : joined(outer, scope));
    // Copying takes most of the time, so only symbols with a place are copied.
    const symbol = owner === undefined && scope === undefined ? draft : withoutPlace(draft);
    symbols.push(Object.assign(symbol, { path }));
  }
  return symbols;
}

function withoutPlace({ owner: _, scope: __, ...symbol }: SymbolDraft): Omit<FileSymbol, 'path'> {
  return symbol;
}

/**
 * The step of a symbol in its path, as long as its name. A test's title is a sentence, so its dots must not read as path
 * steps, nor its `#` as a count.
 */
export function pathStep({ kind, name }: Pick<FileSymbol, 'kind' | 'name'>): string {
  return kind === 'Test' && !/^[\w.]+$/.test(name) ? name.replaceAll(/[.#]/g, '_') : name;
}

function joined(outer = '', inner = ''): string {
  return outer === '' || inner === '' ? outer + inner : `${outer}.${inner}`;
}
