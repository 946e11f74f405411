import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_REFERENCES } from '../facts/references';
import type { FileFacts, FileSymbol, SymbolKind } from '../facts/fileFacts';
import { withPaths, type SymbolDraft } from '../facts/symbolPaths';
import type { RepoPath } from '../files/repoPath';
import { packSymbols, seclusionOf, symbolsIn } from './packedSymbols';
import { listSymbols, rankSymbols } from './rankSymbols';

const SPAN = { start: 0, end: 1 };

function draft(name: string, changes: Partial<SymbolDraft> = {}): SymbolDraft {
  return {
    ...{ kind: 'Func', name, parent: -1, range: SPAN, startLine: 1, endLine: 1 },
    ...{ signature: SPAN, decorators: [], exported: false },
    ...changes,
  };
}

function factsOf(symbols: readonly FileSymbol[]): FileFacts {
  return {
    language: 'x',
    family: 'code',
    lines: 1,
    symbols,
    imports: [],
    cuts: [],
    references: NO_REFERENCES,
    errors: 0,
  };
}

function packed(...drafts: readonly (SymbolDraft | string)[]) {
  const full = drafts.map((each) => (typeof each === 'string' ? draft(each) : each));
  return packSymbols(factsOf(withPaths(full)));
}

function found(query: string, ...drafts: readonly (SymbolDraft | string)[]): readonly string[] {
  const ranking = rankSymbols(query, 50);
  ranking.add('a' as RepoPath, packed(...drafts));
  return ranking.best().map(({ path }) => path);
}

describe('packSymbols', () => {
  it('keeps everything that is shown of a symbol', () => {
    const symbols = packed(
      draft('Store', { kind: 'Class', exported: true, startLine: 7 }),
      draft('get', { kind: 'Method', parent: 0, startLine: 9 }),
      draft('get', { kind: 'Method', parent: 0, startLine: 12 }),
      draft('reads v1.5', { kind: 'Test' }),
    );
    const all = listSymbols('a' as RepoPath, symbols, 50);
    expect(all.map(({ path, name, kind, line }) => [path, name, kind, line])).toEqual([
      ['Store', 'Store', 'Class', 7],
      ['Store.get', 'get', 'Method', 9],
      ['Store.get#2', 'get', 'Method', 12],
      ['reads v1_5', 'reads v1_5', 'Test', 1],
    ]);
    expect([0, 1, 3].map((index) => seclusionOf(symbols, index))).toEqual([0, 2, 1]);
  });

  it('leaves out a path that is too long to be a name', () => {
    expect(symbolsIn(packed('x'.repeat(501), 'y'))).toBe(1);
  });

  it('gives back the path and the name of any symbols', () => {
    const names = fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a', 'a#2', '#a', '__proto__')),
    );
    fc.assert(
      fc.property(names, (all) => {
        const symbols = withPaths(all.map((name, at) => draft(name, { parent: at % 3 === 0 ? -1 : at - 1 })));
        const kept = symbols.filter(({ path }) => path.length <= 500);
        const listed = listSymbols('a' as RepoPath, packSymbols(factsOf(symbols)), Infinity);
        expect(listed.map(({ path }) => path)).toEqual(kept.map(({ path }) => path));
        expect(listed.map(({ name }) => name)).toEqual(kept.map(({ name }) => name));
      }),
    );
  });
});

describe('rankSymbols', () => {
  it.each<[string, readonly (string | SymbolDraft)[], readonly string[]]>([
    [
      'store',
      ['restored', 'Storefront', 'fileStore', 'store', 'snatorexe'],
      ['store', 'Storefront', 'fileStore', 'restored', 'snatorexe'],
    ],
    ['Store', ['store', 'Store', 'storeAll', 'StoreAll'], ['Store', 'store', 'StoreAll', 'storeAll']],
    [
      'fio',
      ['fileInputOpen', 'fiasco', 'ofio', 'file_input_open', 'f_i_o'],
      ['f_i_o', 'fileInputOpen', 'file_input_open', 'ofio', 'fiasco'],
    ],
    ['parser', ['HTMLParser', 'sparserX'], ['HTMLParser', 'sparserX']],
    ['b2', ['utf8base2', 'base_2', 'ab2'], ['base_2', 'utf8base2', 'ab2']],
    ['get', ['getAll', 'getOne', 'gets'], ['gets', 'getAll', 'getOne']],
    ['Ärger', ['ärger', 'x'], ['ärger']],
    ['名', ['名前', '前'], ['名前']],
    ['__proto__', ['__proto__', 'proto'], ['__proto__']],
    ['zzz', ['a', 'b'], []],
    ['', ['a'], []],
    ['.', ['a'], []],
  ])('ranks exact names, beginnings, words, parts, and letters for %s', (query, names, expected) => {
    expect(found(query, ...names)).toEqual(expected);
  });

  it('puts exported and top-level symbols first, and headings and keys behind code', () => {
    const kinds: readonly SymbolKind[] = ['Key', 'Heading', 'Func'];
    const order = rankSymbols('run', 50);
    for (const [at, kind] of kinds.entries()) order.add(`${at}` as RepoPath, packed(draft('run', { kind })));
    order.add('4' as RepoPath, packed(draft('run', { exported: true })));
    order.add('5' as RepoPath, packed('Outer', draft('run', { parent: 0 })));
    expect(order.best().map(({ file }) => file)).toEqual(['4', '2', '5', '0', '1']);
  });

  it('finds a symbol by the end of its path', () => {
    const symbols = [
      draft('Store', { kind: 'Class' }),
      draft('get', { parent: 0 }),
      draft('getAll', { parent: 0 }),
      draft('BookStore', { kind: 'Class' }),
      draft('get', { parent: 3 }),
      draft('Cache', { kind: 'Class' }),
      draft('get', { parent: 5 }),
    ];
    expect(found('Store.get', ...symbols)).toEqual(['Store.get', 'BookStore.get', 'Store.getAll']);
    expect(found('Store::g', ...symbols)).toEqual(['Store.get', 'Store.getAll', 'BookStore.get']);
    expect(found('bs.get', ...symbols)).toEqual(['BookStore.get']);
    expect(found('Store.', ...symbols)).toEqual(['Store.get', 'Store.getAll', 'BookStore.get']);
  });

  it('finds names that have a dot themselves', () => {
    expect(found('v1.5', draft('What changed in v1.5', { kind: 'Heading' }))).toEqual([
      'What changed in v1.5',
    ]);
  });

  it('orders equal symbols by file and place, and counts all of them', () => {
    const ranking = rankSymbols('run', 3);
    for (const file of ['b', 'a', 'c'])
      ranking.add(file as RepoPath, packed('run', draft('run', { startLine: 5 })));
    expect(ranking.best().map(({ file, line }) => [file, line])).toEqual([
      ['a', 1],
      ['a', 5],
      ['b', 1],
    ]);
    expect(ranking.matches).toBe(6);
  });

  it('finds a long name only as a whole', () => {
    const long = 'abcdefghijklmnopqrstuvwxyz'.repeat(3);
    expect(found(long, `${long}A`, [...long].join('-'))).toEqual([`${long}A`]);
  });

  const name = fc.string({
    unit: fc.constantFrom('a', 'b', 'A', 'B', '_', '1', '.', 'Ä', 'ß', '\u200b'),
    maxLength: 9,
  });

  it('finds the same, in the same order, however the symbols arrive', () => {
    fc.assert(
      fc.property(
        fc.array(name, { maxLength: 30 }),
        name,
        fc.integer({ min: 1, max: 8 }),
        (names, query, limit) => {
          const files = names.map((each, at) => [`${at % 5}/${at}` as RepoPath, packed(each)] as const);
          const [one, other] = [rankSymbols(query, limit), rankSymbols(query, limit)];
          for (const file of files) one.add(...file);
          for (const file of files.toReversed()) other.add(...file);
          expect(one.best()).toEqual(other.best());
          const all = rankSymbols(query, Infinity);
          for (const file of files) all.add(...file);
          expect(one.best()).toEqual(all.best().slice(0, limit));
        },
      ),
    );
  });

  it('finds every name that has the letters in order, and no other', () => {
    const hasLetters = (query: string, text: string): boolean => {
      let at = 0;
      for (const unit of text.toLowerCase()) if (unit === query.toLowerCase()[at]) at += 1;
      return at === query.length;
    };
    const plain = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'B', '_'), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(plain, plain, (query, text) => {
        expect(found(query, text)).toEqual(hasLetters(query, text) ? [text] : []);
      }),
    );
  });
});
