import { describe, expect, test } from 'vitest';
import { compareRepoPaths, type RepoPath } from '../files/repoPath';
import { compileGlob, type Glob } from './glob';

const files = [
  '.eslintrc',
  'README.md',
  'a.toml',
  'a.ts',
  'app/[id]/page.tsx',
  'd/my_history.toml',
  'history.toml',
  'src/.env',
  'src/b.ts',
  'src/constructor',
  'src/deep/c.tsx',
  'src/{x}.ts',
  'srcs/d.ts',
  'x_history.toml',
].map((path) => path as RepoPath);

function glob(text: string): Glob {
  const compiled = compileGlob(text);
  if (compiled.kind === 'refused') throw new Error(compiled.reason);
  return compiled;
}

const matching = (text: string): readonly string[] => {
  const { matches } = glob(text);
  return files.filter((path) => matches(path));
};

describe('globs and the files they select', () => {
  const table: [text: string, expected: string[]][] = [
    ['*.ts', ['a.ts']],
    ['./*.ts', ['a.ts']],
    ['/*.ts', ['a.ts']],
    ['**/*.ts', ['a.ts', 'src/b.ts', 'src/{x}.ts', 'srcs/d.ts']],
    ['**/*.toml', ['a.toml']],
    ['history.toml', []],
    ['src', ['src/.env', 'src/b.ts', 'src/constructor', 'src/deep/c.tsx', 'src/{x}.ts']],
    ['src/', ['src/.env', 'src/b.ts', 'src/constructor', 'src/deep/c.tsx', 'src/{x}.ts']],
    ['src/*', ['src/.env', 'src/b.ts', 'src/constructor', 'src/{x}.ts']],
    ['s*/', ['src/.env', 'src/b.ts', 'src/constructor', 'src/deep/c.tsx', 'src/{x}.ts', 'srcs/d.ts']],
    ['*', ['.eslintrc', 'README.md', 'a.toml', 'a.ts']],
    ['{a,src/b}.ts', ['a.ts', 'src/b.ts']],
    ['src/{deep/{c,d},b}.{ts,tsx}', ['src/b.ts', 'src/deep/c.tsx']],
    ['{a.ts,}', ['a.ts']],
    ['src/{x}.ts', ['src/{x}.ts']],
    ['app/[id]/page.tsx', ['app/[id]/page.tsx']],
    ['app/[id]', ['app/[id]/page.tsx']],
    ['app/[id]/*.tsx', ['app/[id]/page.tsx']],
    ['**/[id]/{page,*.ts}*', ['app/[id]/page.tsx']],
    ['app/[di]/*.tsx', []],
    ['sr[abc]/b.ts', ['src/b.ts']],
    ['app/\\[id\\]/*', ['app/[id]/page.tsx']],
    ['src/../a.ts', ['a.ts']],
    ['README', []],
    ['constructor', []],
    ['src/constructor', ['src/constructor']],
    ['  a.ts ', ['a.ts']],
  ];
  test.each(table)('%s', (text, expected) => {
    expect(matching(text)).toEqual(expected);
  });

  test('the workspace itself is everything but history', () => {
    const everything = files.filter((path) => !path.endsWith('history.toml'));
    for (const text of ['.', './', '**', '**/*', '/']) expect(matching(text), text).toEqual(everything);
    expect(files.toSorted(compareRepoPaths)).toEqual(files);
  });
});

test('a path that is spelled out is named; a folder or wildcard does not name its matches', () => {
  const secret = 'src/.env' as RepoPath;
  expect(glob('src/.env').names(secret)).toBe(true);
  expect(glob('{a.ts,src/.env}').names(secret)).toBe(true);
  for (const text of ['src', 'src/*', '**/.env', '.', 'src/.en?'])
    expect(glob(text).names(secret), text).toBe(false);
  expect(glob('app/[id]/page.tsx').names('app/[id]/page.tsx' as RepoPath)).toBe(true);
  expect(glob('history.toml').names('history.toml' as RepoPath)).toBe(false);
});

test('wildcards are *, ? and brackets; braces and escapes are not', () => {
  for (const text of ['*', 'a?', '[ab]', '**/a', '{a,b*}']) expect(glob(text).hasWildcard, text).toBe(true);
  for (const text of ['a', 'src/', '{a,b}', '\\*', 'a[b', '.'])
    expect(glob(text).hasWildcard, text).toBe(false);
});

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['../a', 'leads out'],
  ['a/../../b', 'leads out'],
  ['**/../a', 'leads out'],
  ['!a', 'begin with !'],
  ['a'.repeat(5000), 'longer than'],
  ['{a,b}'.repeat(9), 'more than 256'],
  ['{a,'.repeat(900) + '}'.repeat(900), 'more than 256'],
  ['?'.repeat(129), 'more than 128'],
  [`{${'**/*a,'.repeat(200)}b}`, 'more than 256 wildcards'],
  ['*[a', 'bracket'],
])('refused: %s', (text, reason) => {
  expect(compileGlob(text)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining(reason) as string,
  });
});
