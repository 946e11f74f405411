import { describe, expect, it } from 'vitest';
import type { FileSymbol } from '../facts/fileFacts';
import { packUses } from '../facts/references';
import { headOf, visitDefined, visitTerms, visitUsed, type FileTerms } from './fileTerms';
import { createFileIndexer, type FactsToIndex } from './indexFile';
import { hashOf } from './words';

const span = { start: 0, end: 1 };

function symbol(name: string, changes: Partial<FileSymbol> = {}): FileSymbol {
  return {
    ...{ kind: 'Func', name, path: name, parent: -1, range: span, signature: span },
    ...{ startLine: 1, endLine: 1, decorators: [], exported: true },
    ...changes,
  };
}

function code(
  symbols: readonly (FileSymbol | string)[],
  uses: Readonly<Record<string, number>> = {},
): FactsToIndex {
  return {
    ...{ language: 'typescript', family: 'code' },
    symbols: symbols.map((each) => (typeof each === 'string' ? symbol(each) : each)),
    references: packUses(
      Object.entries(uses).map(([name, count]) => ({ name, lines: Array<number>(count).fill(1), calls: [] })),
    ),
  };
}

function countsOf(record: FileTerms, term: string): readonly number[] | undefined {
  let found: readonly number[] | undefined;
  visitTerms(record, Uint32Array.of(hashOf(term)), (_at, counts) => (found = [...counts]));
  return found;
}

function defines(record: FileTerms, name: string): boolean {
  let found = false;
  visitDefined(record, ({ hash }) => (found ||= hash === hashOf(name)));
  return found;
}

function usesOf(record: FileTerms, name: string): number {
  let uses = 0;
  visitUsed(record, (hash, count) => (uses += hash === hashOf(name) ? count : 0));
  return uses;
}

const { indexFile } = createFileIndexer();

describe('indexFile', () => {
  const text = 'function loadUser(id) { // loads a user\n  return cache.load(id) + cache.size }\n';
  const facts = code(['loadUser'], { cache: 2, load: 1, size: 1 });

  it.each(['lib/userCache/index.test.ts', 'lib/user_cache/__init__.py', 'src/user_cache/mod.rs'])(
    'names %s by its folder, too',
    (path) => {
      expect(countsOf(indexFile(path, ''), '=usercache')).toEqual([1, 1, 0, 0, 0]);
    },
  );

  it.each(['lib/userCache/main.ts', 'lib/userCache/index', 'index.ts'])(
    'does not name %s by its folder',
    (path) => {
      expect(countsOf(indexFile(path, ''), '=usercache')?.[0] ?? 0).toBe(0);
    },
  );

  it('counts terms by field: base name, folder, symbols, identifiers, words', () => {
    const record = indexFile('src/user-cache/loadUser.ts', text, facts);
    expect(countsOf(record, 'load')).toEqual([1, 0, 1, 2, 1]);
    expect(countsOf(record, 'user')).toEqual([1, 1, 1, 1, 1]);
    expect(countsOf(record, '=loaduser')).toEqual([1, 0, 1, 1, 0]);
    expect(countsOf(record, '=usercache')).toEqual([0, 1, 0, 0, 0]);
    expect(countsOf(record, 'cach')).toEqual([0, 1, 0, 2, 0]);
    expect(countsOf(record, 'ts')).toEqual([1, 0, 0, 0, 0]);
    expect(countsOf(record, 'id')).toEqual([0, 0, 0, 0, 2]);
    expect(headOf(record)).toMatchObject({ units: text.length, isCode: true });
  });

  it('keeps the names that the file defines and uses', () => {
    const record = indexFile('a.ts', text, facts);
    expect(defines(record, 'loadUser')).toBe(true);
    expect(usesOf(record, 'cache')).toBe(2);
    expect(usesOf(record, 'loadUser')).toBe(0);
  });

  it('defines a method by its last word, and no tests, headers, headings, or keys', () => {
    const symbols = [
      symbol('Store::find'),
      symbol('it works', { kind: 'Test' }),
      symbol('impl Drop for Store', { kind: 'Class' }),
      symbol('Setup', { kind: 'Heading' }),
    ];
    const record = indexFile('a.cpp', '', code(symbols));
    expect(defines(record, 'find')).toBe(true);
    for (const name of ['Store', 'works', 'Setup']) expect(defines(record, name)).toBe(false);
    expect(countsOf(record, 'drop')).toBeUndefined();
  });

  it('counts all words of a file without a grammar as words', () => {
    const record = indexFile('notes.xyz', 'loadUser loads', undefined);
    expect(countsOf(record, 'load')).toEqual([0, 0, 0, 0, 2]);
    expect(countsOf(record, '=loaduser')).toEqual([0, 0, 0, 0, 1]);
  });

  it('counts all words of a program without a grammar as uses, too', () => {
    const record = indexFile('load.tcl', '# loads\nproc loadUser {id} { readCache $id }\n');
    expect(countsOf(record, 'load')).toEqual([1, 0, 0, 0, 2]);
    expect([usesOf(record, 'readCache'), usesOf(record, 'loadUser'), usesOf(record, 'id')]).toEqual([
      1, 1, 0,
    ]);
    const lines = new Map<number, number>();
    visitUsed(record, (hash, _count, line) => lines.set(hash, line));
    expect([lines.get(hashOf('loads')), lines.get(hashOf('readCache'))]).toEqual([1, 2]);
    expect(usesOf(indexFile('notes.xyz', 'readCache'), 'readCache')).toBe(0);
  });

  it('counts fields as identifiers, but not as symbols', () => {
    const facts = code(['Store', symbol('limit', { kind: 'Field', parent: 0 })]);
    const record = indexFile('a.ts', 'class Store { limit }', facts);
    expect(countsOf(record, 'limit')).toEqual([0, 0, 0, 1, 0]);
  });

  it('counts keys of configuration as words', () => {
    const symbols = [symbol('limit', { kind: 'Key' })];
    const record = indexFile('a.json', '{ "limit": 1 }', { ...code(symbols), family: 'config' });
    expect(countsOf(record, 'limit')).toEqual([0, 0, 0, 0, 1]);
    expect(defines(record, 'limit')).toBe(false);
  });

  it('knows names that are fields, namespaces, or prototypes in C as weak', () => {
    const weak = (facts: FactsToIndex): readonly boolean[] => {
      const found = new Map<number, boolean>();
      visitDefined(indexFile('a.h', '', facts), ({ hash, isWeak }) => found.set(hash, isWeak));
      return ['flush', 'reset', 'limit', 'store'].flatMap((name) => found.get(hashOf(name)) ?? []);
    };
    const symbols = [
      symbol('flush'),
      symbol('reset', { body: span }),
      symbol('limit', { kind: 'Field' }),
      symbol('store', { kind: 'Namespace' }),
    ];
    expect(weak({ ...code(symbols), language: 'c' })).toEqual([true, false, true, true]);
    expect(weak(code(symbols))).toEqual([false, false, true, true]);
    expect(weak({ ...code(['flush', symbol('flush', { body: span })]), language: 'c' })).toEqual([false]);
  });

  it('counts headings of prose as symbols, but not as definitions', () => {
    const symbols = [symbol('Getting started', { kind: 'Heading' })];
    const record = indexFile('a.md', '# Getting started\n', {
      ...code(symbols),
      family: 'prose',
    });
    expect(countsOf(record, 'start')).toEqual([0, 0, 1, 0, 1]);
    expect(defines(record, 'started')).toBe(false);
    expect(headOf(record).isCode).toBe(false);
  });

  it('keeps no state between files', () => {
    const alone = createFileIndexer().indexFile('b.ts', 'const other = 1');
    indexFile('a.ts', text, facts);
    expect(indexFile('b.ts', 'const other = 1')).toEqual(alone);
  });

  it('keeps the record of a generated file small', () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `generatedName${at}`);
    const uses = Object.fromEntries(names.map((name) => [name, 1]));
    const record = indexFile('a.ts', names.join(' '), code(names, uses));
    expect(record.length).toBeLessThan(200_000);
  });

  it('accepts names that are properties of objects', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const record = indexFile('__proto__/constructor', names.join(' '), code(names));
    for (const name of names) expect(defines(record, name)).toBe(true);
  });
});

it('takes the widest scope among the definitions of a name', () => {
  const facts = code([
    symbol('App', { kind: 'Namespace' }),
    symbol('Store', { kind: 'Class', parent: 0 }),
    symbol('flushAll', { kind: 'Method', parent: 1 }),
    symbol('helper', { parent: 2 }),
    symbol('count', { kind: 'Field' }),
    symbol('hidden', { exported: false }),
    symbol('extension Store', { kind: 'Class' }),
    symbol('hidden', { parent: 1 }),
  ]);
  const places = new Map<number, string>();
  visitDefined(createFileIndexer().indexFile('a.swift', '', facts), ({ hash, place }) => {
    places.set(hash, place);
  });
  const names = ['Store', 'flushAll', 'helper', 'count', 'hidden', 'App'];
  expect(names.map((name) => places.get(hashOf(name)))).toEqual([
    'exported',
    'method',
    'inner',
    'inner',
    'top',
    'inner',
  ]);
});
