import { describe, expect, it } from 'vitest';
import { packUses } from '../facts/references';
import type { FileSymbol } from '../facts/fileFacts';
import type { RepoPath } from '../files/repoPath';
import { createFileIndexer } from '../ranking/indexFile';
import { linkFiles, type FileLinks, type LinkedFile } from './fileLinks';

const path = (text: string): RepoPath => text as RepoPath;
const { indexFile } = createFileIndexer();

interface Described {
  readonly language?: string;
  readonly defines?: readonly string[];
  readonly uses?: readonly string[];
  /** The names of each import, by the files that it refers to, separated by blanks. */
  readonly imports?: Readonly<Record<string, readonly string[] | undefined>>;
}

function fileOf(
  name: string,
  { language = 'typescript', defines = [], uses = [], imports = {} }: Described,
): LinkedFile {
  const span = { start: 0, end: 0 };
  const symbols = defines.map((each): FileSymbol => ({
    ...{ kind: 'Func', name: each, path: each, parent: -1, range: span, signature: span },
    ...{ startLine: 1, endLine: 1, decorators: [], exported: true },
  }));
  const references = packUses(uses.map((each) => ({ name: each, lines: [1], calls: [] })));
  const statements = Object.entries(imports);
  return {
    path: path(name),
    terms: indexFile(name, [...defines, ...uses].join(' '), { family: 'code', symbols, references }),
    modules: {
      ...{ language, declares: [], defines: [] },
      imports: statements.map(([, names]) => ({ sources: ['a'], ...(names && { names }) })),
    },
    imports: statements.map(([files]) => ({ files: files.split(' ').map(path), outside: [] })),
  };
}

const linksOf = (files: Readonly<Record<string, Described>>): FileLinks =>
  linkFiles(Object.entries(files).map(([name, file]) => fileOf(name, file)));

const uses = (links: FileLinks) => Object.fromEntries(links.uses);

describe('linkFiles', () => {
  it('follows imports, and the files that pass a name on', () => {
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

  it('does not follow circles forever, or a file to itself', () => {
    const links = linksOf({
      'a.ts': { imports: { 'b.ts': ['gone'], 'a.ts': undefined } },
      'b.ts': { imports: { 'a.ts': undefined, 'b.ts': undefined } },
    });
    expect(uses(links)).toEqual({ 'a.ts': ['b.ts'], 'b.ts': ['a.ts'] });
  });

  it('does not link files by common names where imports tell', () => {
    const links = linksOf({ 'a.ts': { uses: ['parse'] }, 'b.ts': { defines: ['parse'] } });
    expect(uses(links)).toEqual({});
  });

  it('takes of a package the files that define what is used', () => {
    const links = linksOf({
      'main.go': { language: 'go', imports: { 'p/a.go p/b.go p/c.go': undefined }, uses: ['Parse'] },
      'p/a.go': { language: 'go', defines: ['Print'] },
      'p/b.go': { language: 'go', defines: ['Parse'], uses: ['helper'] },
      'p/c.go': { language: 'go', defines: ['helper'] },
      'q/c.go': { language: 'go', defines: ['helper'] },
    });
    expect(uses(links)).toEqual({ 'main.go': ['p/b.go'], 'p/b.go': ['p/c.go'] });
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

  it('links by names that few files define, in one language, where nothing tells', () => {
    const definers = Array.from({ length: 6 }, (_, at) => [
      `d${at}.rb`,
      { language: 'ruby', defines: ['run'] },
    ]);
    const links = linksOf({
      'a.rb': { language: 'ruby', uses: ['parse', 'run', 'own'], defines: ['own'] },
      'b.rb': { language: 'ruby', defines: ['parse'] },
      'c.lua': { language: 'lua', defines: ['parse'] },
      'e.rb': { language: 'ruby', defines: ['own'] },
      ...(Object.fromEntries(definers) as Record<string, Described>),
    });
    expect(uses(links)).toEqual({ 'a.rb': ['b.rb'] });
  });

  it('works for any name', () => {
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
});
