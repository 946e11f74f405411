import { describe, expect, it } from 'vitest';
import type { FileFacts, FileSymbol, SymbolKind } from '../../facts/fileFacts';
import { packUses } from '../../facts/references';
import { foldersToAlias, pathAliases } from './aliases';
import { renderMapBlock, structureOf, type Few, type MapFile } from './mapBlock';
import { markPath, renderMapApart, renderSymbolMap } from './symbolMap';
import { isTestFile } from './testFile';
import { growth } from '../../../../tests/growth';
import { path } from '../../../../tests/repoPathInTests';

interface Declared extends Partial<FileSymbol> {
  readonly kind: SymbolKind;
  readonly name: string;
}

function factsOf(declared: readonly Declared[], uses: Parameters<typeof packUses>[0] = []): FileFacts {
  const span = { start: 0, end: 0 };
  const symbols = declared.map((symbol, at) => ({
    ...{ path: symbol.name, parent: -1, range: span, signature: span, startLine: at + 1, endLine: at + 1 },
    ...{ decorators: [], exported: true },
    ...symbol,
  }));
  return {
    ...{ language: 'python', family: 'code', lines: 1, imports: [], cuts: [], errors: 0 },
    symbols,
    references: packUses(uses),
  };
}

const few = <T>(all: readonly T[]): Few<T> => ({ first: all, count: all.length });

function fileOf(name: string, parts: Partial<MapFile> = {}): MapFile {
  return {
    ...{ path: path(name), facts: undefined, outside: [], inside: [], users: few([]) },
    ...{ referencesTo: () => few([]), definerOf: () => undefined },
    ...parts,
  };
}

const block = (file: MapFile) => renderMapBlock(file, (each) => each);

describe('the block of a file', () => {
  it('lists imports, declarations, calls, and references', () => {
    const facts = factsOf(
      [
        { kind: 'Class', name: 'Store', bases: ['Base'], startLine: 5, endLine: 20 },
        { kind: 'Field', name: 'size', parent: 0, type: 'int', startLine: 6 },
        {
          ...{ kind: 'Method', name: 'get', parent: 0, startLine: 8, endLine: 9 },
          ...{ parameters: ['key'], type: 'Optional[List[str]]' },
        },
        { kind: 'Func', name: 'load', parameters: [], startLine: 22, endLine: 30, isAsync: true },
        { kind: 'Heading', name: 'Text' },
      ],
      [
        { name: 'parse', lines: [9, 25, 26], calls: [9, 26] },
        { name: 'hash', lines: [8], calls: [8] },
        { name: 'Unknown', lines: [8], calls: [8] },
      ],
    );
    const users = ['a.py', 'b.py', 'c.py', 'd.py', 'e.py', 'f.py'].map(path);
    const used = users.slice(0, 4).map((each, at) => ({ path: each, line: at + 1 }));
    expect(
      block(
        fileOf('src/store.py', {
          ...{
            facts,
            users: few(users),
            outside: ['os.path', 'sys', 'os', './gone'],
            inside: [path('src/parse.py')],
          },
          definerOf: (name) => (name === 'Unknown' ? undefined : path(`src/${name}.py`)),
          referencesTo: (name) => few(name === 'Store' || name === 'load' ? used : []),
        }),
      ),
    ).toBe(
      [
        'src/store.py: ←6',
        'i os,sys,./gone',
        'i→ src/parse.py',
        'c Store(Base):5 →src/hash.py:hash,src/parse.py:parse ←a.py:1,b.py:2,c.py:3,+1',
        '  p size->int:6',
        '  m get(key)->?[str]:8',
        'af load():22 →src/parse.py:parse ←″',
        '←refs: a.py,b.py,c.py,d.py,e.py,+1',
        '',
      ].join('\n'),
    );
  });

  it('lists the lines of a variable that is declared repeatedly', () => {
    const lines = [1, 3, 5, 7, 9, 11, 13];
    const facts = factsOf(lines.map((startLine) => ({ kind: 'Const', name: 'x', startLine })));
    expect(block(fileOf('a.py', { facts }))).toBe('a.py:\nv x:1,3,5,7,9,+2\n');
  });

  it('only counts the tests of a test file', () => {
    const facts = factsOf([
      { kind: 'Class', name: 'StoreTest' },
      { kind: 'Method', name: 'test_get', parent: 0 },
      { kind: 'Method', name: 'helper', parent: 0 },
      { kind: 'Func', name: 'test_load' },
      { kind: 'Func', name: 'fx' },
      { kind: 'Func', name: '_p' },
    ]);
    expect(block(fileOf('tests/store.py', { facts, outside: ['pytest'] }))).toBe(
      'tests/store.py:\ni pytest\n# 1c/2m 1f fixtures:fx\n',
    );
    const nested = factsOf([
      { kind: 'Test', name: 'a suite' },
      { kind: 'Test', name: 'a test', parent: 0 },
      { kind: 'Test', name: 'another', parent: 0 },
      { kind: 'Test', name: 'alone' },
    ]);
    expect(block(fileOf('a.test.ts', { facts: nested }))).toBe('a.test.ts:\n# 0c/0m 3f\n');
    const many = factsOf(['a', 'b', 'c', 'd'].map((name) => ({ kind: 'Func', name })));
    expect(block(fileOf('a_test.py', { facts: many }))).toBe('a_test.py:\n# 0c/0m 0f 4 fixtures\n');
    const helpers = factsOf([{ kind: 'Class', name: 'Helper' }]);
    expect(block(fileOf('tests/a.py', { facts: helpers }))).toBe('tests/a.py:\n# 1c/0m 0f\n');
    const data = { ...factsOf([{ kind: 'Key', name: 'a' }]), family: 'config' } as const;
    expect(block(fileOf('tests/a.json', { facts: data }))).toBe('tests/a.json:\n');
  });

  it.each([
    ['Optional[List[str]]', '?[str]'],
    ['typing.Optional[typing.List[Optional[int]]]', '?[?int]'],
    ['Dict[str, list[A], MyList[B]]', 'Dict[str, [A], MyList[B]]'],
    ['Optional[a', 'Optional[a'],
    ['a] | Optional[b[0]] | List[', 'a] | ?b[0] | List['],
  ])('shortens the type %s', (type, short) => {
    const facts = factsOf([{ kind: 'Const', name: 'a', type }]);
    expect(block(fileOf('a.py', { facts }))).toBe(`a.py:\nv a->${short}:1\n`);
  });

  it.each(['Optional[', 'List[a] '])('shortens a type of many %s in linear time', (part) => {
    const times = growth(
      (size) =>
        block(fileOf('a.py', { facts: factsOf([{ kind: 'Const', name: 'a', type: part.repeat(size) }]) })),
      { size: 1_000, factor: 8, limit: 16 },
    );
    expect(times).toBeLessThan(16);
  });

  it('keeps its line structure, whatever names contain', () => {
    const facts = factsOf([{ kind: 'Func', name: 'a\n```\n# b', parameters: ['x\u202e'] }]);
    const text = block(fileOf('a\n`.py', { facts, outside: ['m\nn'] }));
    expect(text.split('\n')).toHaveLength(4);
    expect(text).not.toMatch(/\u202e/);
  });
});

describe('the structure of a file', () => {
  const symbols: readonly Declared[] = [
    { kind: 'Class', name: 'Store', bases: ['Base'], endLine: 20 },
    { kind: 'Method', name: 'get', parent: 0, parameters: ['key'], type: 'str' },
    { kind: 'Const', name: 'x', type: 'int' },
  ];
  const parts = { outside: ['os.path'], inside: [path('src/parse.py')] };
  const structure = (declared = symbols, changes: Partial<MapFile> = {}, name = 'src/store.py') =>
    structureOf(fileOf(name, { facts: factsOf(declared), ...parts, ...changes }));
  const withChange = (at: number, change: Partial<Declared>) =>
    structure(symbols.map((symbol, index) => (index === at ? { ...symbol, ...change } : symbol)));

  it('stays the same when lines, references, and calls change', () => {
    const moved = [
      ...symbols.map((symbol, at) => ({ ...symbol, startLine: at + 7, endLine: 40 })),
      { kind: 'Const', name: 'x', startLine: 50 } as const,
    ];
    const facts = factsOf(moved, [{ name: 'parse', lines: [8], calls: [8] }]);
    const referred: Partial<MapFile> = {
      ...{ facts, users: few([path('a.py')]), definerOf: () => path('src/parse.py') },
      referencesTo: () => few([{ path: path('a.py'), line: 3 }]),
    };
    const file = fileOf('src/store.py', { ...parts, ...referred });
    expect(block(file)).toContain('c Store(Base):7 →src/parse.py:parse ←a.py:3');
    expect(structureOf(file)).toBe(structure());
  });

  it.each([
    ['a kind', () => withChange(0, { kind: 'Func' })],
    ['a name', () => withChange(1, { name: 'take' })],
    ['a type', () => withChange(2, { type: 'str' })],
    ['a base', () => withChange(0, { bases: ['Base', 'Other'] })],
    ['a parameter', () => withChange(1, { parameters: ['key', 'fallback'] })],
    ['the nesting', () => withChange(1, { parent: -1 })],
    ['a symbol', () => structure(symbols.slice(0, 2))],
    ['an import from outside', () => structure(symbols, { outside: ['sys'] })],
    ['an import from inside', () => structure(symbols, { inside: [path('src/read.py')] })],
  ])('changes with %s', (_, changed) => {
    expect(changed()).not.toBe(structure());
  });

  it('is the number of tests and the fixtures of a test file', () => {
    const test = (declared: readonly Declared[]) => structure(declared, {}, 'tests/store.py');
    const tests: readonly Declared[] = [{ kind: 'Func', name: 'test_get' }];
    expect(test([{ ...tests[0], kind: 'Func', name: 'test_put', startLine: 9 }])).toBe(test(tests));
    expect(test([...tests, { kind: 'Func', name: 'test_put' }])).not.toBe(test(tests));
    expect(test([...tests, { kind: 'Func', name: 'store' }])).not.toBe(test(tests));
  });
});

it.each([
  ['tests/a.py', true],
  ['src/__tests__/a.ts', true],
  ['test_a.py', true],
  ['a_test.go', true],
  ['a.test.ts', true],
  ['StoreTest.java', true],
  ['StoreTests.cs', true],
  ['store_spec.rb', true],
  ['latest.ts', false],
  ['contest/a.py', false],
  ['testing.py', false],
])('%s: a test file is %s', (name, isTest) => {
  expect(isTestFile(path(name))).toBe(isTest);
});

it('replaces repeated folders with aliases', () => {
  const paths = [
    'src/app/llm/a.py',
    'src/app/llm/b.py',
    'src/app/llm/c.py',
    'src/app/llm/d.py',
    'lib/x.py',
    'lib/y.py',
  ];
  const aliases = pathAliases(foldersToAlias(paths));
  expect(aliases.lines).toEqual(['@1/=src/app/llm/', '@2/=src/app/']);
  expect(paths.map((each) => aliases.shorten(each)).slice(3)).toEqual(['@1/d.py', 'lib/x.py', 'lib/y.py']);
  expect(aliases.shorten('src/app/x/y.py')).toBe('@2/x/y.py');
});

it('renders a section with a legend and aliases, fenced whatever it contains', () => {
  const users = ['a', 'b', 'c'].map((name) => path(`src/application/${name}.py`));
  const files = [fileOf('x.py', { users: few(users) }), fileOf('``` .md')];
  const map = renderSymbolMap(
    '## Symbol Map',
    files.map((file) => renderMapBlock(file, markPath)),
  );
  expect(map).toMatch(/^## Symbol Map\n\n```text\n# c class/);
  expect(map).toContain('\n@1/=src/application/\n\nx.py: ←3\n←refs: @1/a.py,@1/b.py,@1/c.py\n\n');
  expect(map.endsWith('\n```')).toBe(true);
  expect(renderSymbolMap('## Symbol Map', [])).toBe('');
});

describe('a map apart', () => {
  const users = ['a', 'b', 'c'].map((name) => path(`src/application/${name}.py`));
  const facts = factsOf([
    { kind: 'Func', name: 'run' },
    { kind: 'Func', name: 'stop' },
  ]);
  const references = users.map((each) => ({ path: each }));
  const blocks = [
    fileOf('x.py', { facts, users: few(users), referencesTo: () => few(references) }),
    fileOf('``` .md', { outside: ['```'] }),
  ].map((file) => renderMapBlock(file, markPath));

  it('has a fenced text for the legend and for each file, with references to files', () => {
    const map = renderMapApart(blocks);
    expect(map.folders).toEqual(['src/application/', 'src/']);
    expect(map.legend).toMatch(
      /^```text\n# c class[^`]* ←FILE used there[^`]*\n@1\/=src\/application\/\n@2\/=src\/\n```$/,
    );
    expect(map.blocks).toEqual([
      '```text\nx.py: ←3\nf run:1 ←@1/a.py,@1/b.py,@1/c.py\nf stop:2 ←″\n←refs: @1/a.py,@1/b.py,@1/c.py\n```',
      '````text\n\\x60\\x60\\x60 .md:\ni ```\n````',
    ]);
  });

  it('uses given aliases only, and the longest that fits', () => {
    const map = renderMapApart(blocks, ['lib/', 'src/', 'src/application/']);
    expect(map.folders).toEqual(['lib/', 'src/', 'src/application/']);
    expect(map.legend).toContain('\n@1/=lib/\n@2/=src/\n@3/=src/application/\n');
    expect(map.blocks[0]).toContain('\n←refs: @3/a.py,@3/b.py,@3/c.py\n');
    expect(renderMapApart(blocks, ['lib/']).blocks[0]).toContain('\n←refs: src/application/a.py,');
  });
});
