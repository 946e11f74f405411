import { describe, expect, it } from 'vitest';
import { withPaths, type SymbolDraft } from './symbolPaths';

const SPAN = { start: 0, end: 1 };

function draft(name: string, parent = -1, more: Partial<SymbolDraft> = {}): SymbolDraft {
  return {
    kind: 'Func',
    name,
    parent,
    range: SPAN,
    startLine: 1,
    endLine: 1,
    signature: SPAN,
    decorators: [],
    exported: false,
    ...more,
  };
}

function pathsOf(...drafts: readonly SymbolDraft[]): readonly string[] {
  return withPaths(drafts).map(({ path }) => path);
}

describe('withPaths', () => {
  it('joins names from the outermost symbol on, and numbers equal ones in source order', () => {
    expect(
      pathsOf(draft('Store'), draft('get', 0), draft('get', 0), draft('Store'), draft('get', 3)),
    ).toEqual(['Store', 'Store.get', 'Store.get#2', 'Store#2', 'Store#2.get']);
  });

  it('puts an owner before the name: the receiver of a method', () => {
    expect(pathsOf(draft('Get', -1, { owner: 'Store' }))).toEqual(['Store.Get']);
  });

  it('puts members under the scope they are in: the type of an `impl` block', () => {
    expect(
      pathsOf(
        draft('shop'),
        draft('Store', 0),
        draft('new', 1),
        draft('impl Display for Store', 0, { scope: 'Store' }),
        draft('fmt', 3),
        draft('new', 3),
      ),
    ).toEqual([
      'shop',
      'shop.Store',
      'shop.Store.new',
      'shop.impl Display for Store',
      'shop.Store.fmt',
      'shop.Store.new#2',
    ]);
  });

  it('takes the title of a test as one step', () => {
    const test = (name: string, parent = -1): SymbolDraft => draft(name, parent, { kind: 'Test' });
    expect(pathsOf(test('reads v1.5'), test('finds #2', 0), test('Suite.case'))).toEqual([
      'reads v1_5',
      'reads v1_5.finds _2',
      'Suite.case',
    ]);
  });
});
