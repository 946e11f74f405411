import { describe, expect, it } from 'vitest';
import { describedFile, type DescribedFile } from '../../../tests/references/describedFile';
import type { RepoPath } from '../files/repoPath';
import type { LinkedFile } from './fileLinks';
import { linkFiles, type FileLinks } from './folderLinks';
import { path } from '../../../tests/repoPathInTests';

interface Described extends Omit<DescribedFile, 'imports'> {
  /** The names of each import, by its target files. Spaces separate the files of a module, commas its modules. */
  readonly imports?: Readonly<Record<string, readonly string[] | undefined>>;
}

function fileOf(name: string, { imports = {}, ...described }: Described): LinkedFile {
  const statements = Object.entries(imports);
  return {
    ...describedFile(name, {
      ...described,
      imports: statements.map(([files, names]) => ({ sources: files.split(','), ...(names && { names }) })),
    }),
    imports: statements.map(([files]) => ({
      files: [...new Set(files.split(/[ ,]/).filter(Boolean).map(path))],
      outside: [],
      hasPackage: files.split(',').some((each) => each.includes(' ')),
    })),
  };
}

const linksOf = (files: Readonly<Record<string, Described>>): FileLinks =>
  linkFiles(Object.entries(files).map(([name, file]) => fileOf(name, file)));

const uses = (links: FileLinks) => Object.fromEntries(links.uses);

describe('linkFiles', () => {
  it('follows imports, and files that re-export a name', () => {
    const links = linksOf({
      'a.ts': { imports: { 'index.ts': ['parse'] }, uses: ['parse'] },
      'index.ts': { imports: { 'parse.ts': undefined, 'print.ts': ['print'] } },
      'parse.ts': { defines: ['parse'] },
      'print.ts': { defines: ['print'] },
    });
    expect(uses(links)).toEqual({
      'a.ts': ['index.ts', 'parse.ts'],
      'index.ts': ['parse.ts', 'print.ts'],
    });
    expect(Object.fromEntries(links.usedBy)).toEqual({
      'index.ts': ['a.ts'],
      'parse.ts': ['a.ts', 'index.ts'],
      'print.ts': ['index.ts'],
    });
  });

  it('stops at cycles, and never links a file to itself', () => {
    const links = linksOf({
      'a.ts': { imports: { 'b.ts': ['gone'], 'a.ts': undefined } },
      'b.ts': { imports: { 'a.ts': undefined, 'b.ts': undefined } },
    });
    expect(uses(links)).toEqual({ 'a.ts': ['b.ts'], 'b.ts': ['a.ts'] });
  });

  it('does not link files by common names in languages with imports', () => {
    const links = linksOf({ 'a.ts': { uses: ['parse'] }, 'b.ts': { defines: ['parse'] } });
    expect(uses(links)).toEqual({});
  });

  it('links to the files of a package that define used names', () => {
    const links = linksOf({
      'main.go': { language: 'go', imports: { 'p/a.go p/b.go p/c.go': undefined }, uses: ['Parse'] },
      'p/a.go': { language: 'go', defines: ['Print'] },
      'p/b.go': { language: 'go', defines: ['Parse'], uses: ['helper'] },
      'p/c.go': { language: 'go', defines: ['helper'] },
      'q/c.go': { language: 'go', defines: ['helper'] },
    });
    expect(uses(links)).toEqual({ 'main.go': ['p/b.go'], 'p/b.go': ['p/c.go'] });
  });

  it('links to every module of a statement with several', () => {
    const files = { 'b.hs': {}, 'c.hs': { defines: ['open'] }, 'd.hs': {} };
    const links = linksOf({
      'a.hs': { language: 'haskell', imports: { 'b.hs,c.hs': ['open'], ',d.hs': undefined }, uses: ['open'] },
      ...files,
    });
    expect(uses(links)).toEqual({ 'a.hs': ['b.hs', 'c.hs', 'd.hs'] });
  });

  it.each(['p/b p/c,p/b p/c', 'p/b p/c,', 'p/b p/c,p/b'])(
    'links to the files with used names if a module of a statement is a package: %s',
    (imported) => {
      const links = linksOf({
        main: { language: 'go', imports: { [imported]: undefined }, uses: ['Foo'] },
        'p/b': { language: 'go', defines: ['Foo'] },
        'p/c': { language: 'go', defines: ['Bar'] },
      });
      expect(uses(links)).toEqual({ main: ['p/b'] });
    },
  );

  it('resolves names of a Go package to exported ones, and to methods that only one file has', () => {
    const links = linksOf({
      'main.go': {
        language: 'go',
        imports: { 'p/a.go p/b.go p/c.go p/d.go p/e.go': undefined },
        uses: ['helper', 'init', 'flushAll', 'writeAll', 'Close', 'Open'],
      },
      'p/a.go': { language: 'go', defines: ['-helper', '-init'] },
      'p/e.go': { language: 'go', defines: ['Open'] },
      'p/b.go': { language: 'go', methods: ['flushAll', 'Close'] },
      'p/c.go': { language: 'go', methods: ['writeAll'] },
      'p/d.go': { language: 'go', methods: ['writeAll'], uses: ['helper', 'init'] },
    });
    expect(uses(links)).toEqual({ 'main.go': ['p/e.go', 'p/b.go'], 'p/d.go': ['p/a.go'] });
  });

  it('links by names of one or two letters, except among all files of a language', () => {
    const files = (language: string) => ({
      'p/a': { language, uses: ['B', 'fx', 'map'] },
      'p/b': { language, defines: ['B'] },
      'p/fx': { language, defines: ['fx'] },
      'p/map': { language, defines: ['map'] },
    });
    expect(uses(linksOf(files('go')))).toEqual({ 'p/a': ['p/b', 'p/fx', 'p/map'] });
    expect(uses(linksOf(files('r')))).toEqual({ 'p/a': ['p/map'] });
    const imported = { 'a.py': { imports: { 'b.py c.py': undefined }, language: 'python', uses: ['fx'] } };
    expect(uses(linksOf({ ...imported, 'b.py': { defines: ['B'] }, 'c.py': { defines: ['fx'] } }))).toEqual({
      'a.py': ['c.py'],
    });
  });

  it('finds names of a namespace in any folder, and of its enclosing namespaces', () => {
    const links = linksOf({
      'App/Shop/Cart.cs': {
        ...{ language: 'csharp', declares: ['App.Shop'], uses: ['Price', 'Clock', 'Item'] },
        imports: { 'Lib/Item.cs Lib/Other.cs': undefined, 'Lib/Unused.cs Lib/Gone.cs': undefined },
      },
      'Money/Price.cs': { language: 'csharp', declares: ['App.Shop'], defines: ['Price'] },
      'Clock.cs': { language: 'csharp', declares: ['App'], defines: ['Clock', 'Price'] },
      'Lib/Item.cs': { language: 'csharp', declares: ['Lib'], defines: ['Item'] },
      'Lib/Other.cs': { language: 'csharp', declares: ['Lib'], defines: ['Clock'] },
      'Lib/Unused.cs': { language: 'csharp', declares: ['Unused'], defines: ['Unused'] },
      'Lib/Gone.cs': { language: 'csharp', declares: ['Unused'] },
    });
    expect(uses(links)['App/Shop/Cart.cs']).toEqual([
      'Money/Price.cs',
      'Clock.cs',
      'Lib/Item.cs',
      'Lib/Other.cs',
    ]);
  });

  it('links no file in a Scala package to one in none', () => {
    const links = linksOf({
      'a/b/x.scala': { language: 'scala', declares: ['a.b'], uses: ['Above', 'Outside'] },
      'a/y.scala': { language: 'scala', declares: ['a'], defines: ['Above'] },
      'build.sbt': { language: 'scala', declares: [''], defines: ['Outside'], uses: ['Beside'] },
      'tools.sbt': { language: 'scala', declares: [''], defines: ['Beside'] },
    });
    expect(uses(links)).toEqual({ 'a/b/x.scala': ['a/y.scala'], 'build.sbt': ['tools.sbt'] });
  });

  it('does not link Lua files by names, which are local or of a required module', () => {
    const links = linksOf({
      'a.lua': { language: 'lua', uses: ['name'] },
      'b.lua': { language: 'lua', defines: ['name'] },
    });
    expect(uses(links)).toEqual({});
  });

  it('links methods of a namespace only if none of its types is named', () => {
    const files = (names: readonly string[]) => ({
      'A.cs': { language: 'csharp', imports: { 'Lib/Item.cs Lib/Text.cs': undefined }, uses: names },
      'Lib/Item.cs': { language: 'csharp', declares: ['Lib'], defines: ['Item'] },
      'Lib/Text.cs': { language: 'csharp', declares: ['Lib'], methods: ['FormatWith'] },
    });
    expect(uses(linksOf(files(['FormatWith'])))).toEqual({ 'A.cs': ['Lib/Text.cs'] });
    expect(uses(linksOf(files(['FormatWith', 'Item'])))).toEqual({ 'A.cs': ['Lib/Item.cs'] });
  });

  it('does not resolve a name in the namespace if it is imported from elsewhere', () => {
    const java = { language: 'java', declares: ['a.b'] };
    const links = linksOf({
      'main/A.java': { ...java, imports: { '': ['List'] }, uses: ['List', 'Box'] },
      'other/Box.java': { ...java, defines: ['Box'] },
      'other/List.java': { ...java, defines: ['List'] },
    });
    expect(uses(links)).toEqual({ 'main/A.java': ['other/Box.java'] });
  });

  it('resolves a name in the namespace if an import may have renamed its namesake', () => {
    const php = { language: 'php', declares: ['App\\Jobs'] };
    const links = linksOf({
      'RedisJob.php': {
        ...php,
        imports: { 'Contracts/Job.php': ['Job'], '': ['Exception'] },
        uses: ['Job', 'Exception'],
      },
      'Job.php': { ...php, defines: ['Job'] },
      'Exception.php': { ...php, defines: ['Exception'] },
      'Contracts/Job.php': { language: 'php', declares: ['App\\Contracts'], defines: ['Job'] },
    });
    expect(uses(links)).toEqual({ 'RedisJob.php': ['Job.php', 'Contracts/Job.php'] });
  });

  it('links to no files of a module whose names are not used', () => {
    const links = linksOf({
      'Main.swift': { language: 'swift', imports: { 'A/a.swift A/b.swift': undefined }, uses: ['other'] },
      'A/a.swift': { language: 'swift', defines: ['first'] },
      'A/b.swift': { language: 'swift', defines: ['second'] },
      'main.go': { language: 'go', imports: { 'p/a.go p/b.go': undefined } },
      'p/a.go': { language: 'go', defines: ['First'] },
      'p/b.go': { language: 'go', defines: ['Second'] },
    });
    expect(uses(links)).toEqual({ 'main.go': ['p/a.go', 'p/b.go'] });
  });

  it('does not link files to tests by names', () => {
    const links = linksOf({
      'a.go': { language: 'go', uses: ['fake'] },
      'b_test.go': { language: 'go', defines: ['-fake'] },
      'c_test.go': { language: 'go', uses: ['fake'] },
    });
    expect(uses(links)).toEqual({ 'c_test.go': ['b_test.go'] });
  });

  it('finds the source of a header', () => {
    const links = linksOf({
      'src/main.c': { language: 'c', imports: { 'include/store.h': undefined }, uses: ['store_get'] },
      'include/store.h': { language: 'c' },
      'src/store.c': { language: 'c', defines: ['store_get'] },
      'src/other.c': { language: 'c', defines: ['store_get'] },
    });
    expect(uses(links)).toEqual({ 'src/main.c': ['include/store.h', 'src/store.c'] });
  });

  it('links by names that few files of the language define, if the language has no rules', () => {
    const definers = Array.from({ length: 6 }, (_, at) => [
      `d${at}.rb`,
      { language: 'ruby', defines: ['run'] },
    ]);
    const links = linksOf({
      'a.rb': { language: 'ruby', uses: ['parse', 'run', 'own'], defines: ['own'] },
      'b.rb': { language: 'ruby', defines: ['parse'] },
      'c.r': { language: 'r', defines: ['parse'] },
      'e.rb': { language: 'ruby', defines: ['own'] },
      ...(Object.fromEntries(definers) as Record<string, Described>),
    });
    expect(uses(links)).toEqual({ 'a.rb': ['b.rb'] });
  });

  it('accepts any name', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const links = linksOf({
      'a.rb': { language: 'ruby', uses: names },
      'b.rb': { language: 'ruby', defines: names },
    });
    expect(uses(links)).toEqual({ 'a.rb': ['b.rb'] });
  });

  it('takes bounded time if 5,000 files define and use the same names', () => {
    const names = Array.from({ length: 20 }, (_, at) => `name${at}`);
    const files = Array.from({ length: 5_000 }, (_, at): [string, Described] => [
      `same/${at}.go`,
      { language: 'go', defines: names, uses: names },
    ]);
    expect(linksOf(Object.fromEntries(files)).uses.size).toBe(0);
  });

  it('follows layers of modules that re-export everything without visiting a file twice', () => {
    const layers = Array.from({ length: 8 }, (_, layer) =>
      Array.from({ length: 20 }, (_each, at) => `l${layer}/m${at}.ts`),
    );
    const files = layers.flatMap((names, layer) =>
      names.map((name): [string, Described] => {
        const next = layers[layer + 1] ?? [];
        return [name, { imports: Object.fromEntries(next.map((each) => [each, undefined])) }];
      }),
    );
    const links = linksOf({ 'a.ts': { imports: { 'l0/m0.ts': ['missing'] } }, ...Object.fromEntries(files) });
    expect(links.uses.get('a.ts' as RepoPath)).toEqual(['l0/m0.ts']);
  });
});
