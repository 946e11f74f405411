import { describe, expect, it } from 'vitest';
import type { SymbolInfo } from '../../../app/ports/engine';
import { symbolRows } from './symbolRows';

const store = [symbol('Store'), symbol('Store.get'), symbol('Store.get#2'), symbol('open'), symbol('Storey')];

describe('rows of symbols', () => {
  it('stand under what holds them', () => {
    expect(depths(symbolRows(store, ''))).toEqual([
      'Store 0',
      'Store.get 1',
      'Store.get#2 1',
      'open 0',
      'Storey 0',
    ]);
  });

  it('keep those above a match, once and before it', () => {
    expect(depths(symbolRows(store, ' #2'))).toEqual(['Store 0', 'Store.get#2 1']);
    expect(depths(symbolRows(store, 'GET'))).toEqual(['Store 0', 'Store.get 1', 'Store.get#2 1']);
  });

  it('are none where nothing matches', () => {
    expect(symbolRows(store, 'close')).toEqual([]);
  });

  it('do not take a dot in a name for a level', () => {
    expect(depths(symbolRows([symbol('a.b'), symbol('c')], ''))).toEqual(['a.b 0', 'c 0']);
  });
});

function symbol(path: string): SymbolInfo {
  return { path, kind: 'Func', name: path, startLine: 1, endLine: 2, signature: path };
}

function depths(rows: ReturnType<typeof symbolRows>): string[] {
  return rows.map((row) => `${row.symbol.path} ${row.depth}`);
}
