import { describe, expect, it } from 'vitest';
import { parseRepoPath, type RepoPath } from '../../files/repoPath';
import { createPathIndex, findEditedPath, isKnownFile } from './findPath';
import { riskOf } from './pathRisk';

function path(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return parsed.path;
}

const known = [
  ...[
    'src/app/main.ts',
    'src/core/main.ts',
    'src/core/index.ts',
    'src/Button.tsx',
    'README.md',
    'docs/README.md',
  ],
  ...['a/inside.ts', 'lib/inside.ts', 'lib/Same.ts', 'lib/same.ts', 'tools/only.ts'],
].map(path);
const index = createPathIndex(known);
const nowhere = (): boolean => false;

describe('findEditedPath', () => {
  it('doubts a file at the top if only a namesake in a folder fits', () => {
    const fitting = (path: string) => (other: RepoPath) => other === path;
    const paths = ['README.md', 'docs/README.md'];
    expect(findEditedPath('README.md', index, fitting('docs/README.md'))).toEqual({
      kind: 'ambiguous',
      paths,
    });
    expect(findEditedPath('README.md', index, fitting('README.md'))).toEqual({
      kind: 'path',
      path: 'README.md',
    });
    expect(findEditedPath('README.md', index, nowhere)).toEqual({ kind: 'path', path: 'README.md' });
  });

  it.each([
    ['src/app/main.ts', 'src/app/main.ts'],
    ['./src/app/main.ts', 'src/app/main.ts'],
    ['src\\app\\main.ts', 'src/app/main.ts'],
    [' src/app/main.ts\u200b', 'src/app/main.ts'],
    ['b/src/app/main.ts', 'src/app/main.ts'],
    ['a/src/app/main.ts', 'src/app/main.ts'],
    ['a/inside.ts', 'a/inside.ts'],
    ['SRC/button.TSX', 'src/Button.tsx'],
    ['/home/me/project/src/app/main.ts', 'src/app/main.ts'],
    ['C:\\work\\project\\src\\Button.tsx', 'src/Button.tsx'],
    ['lib/Same.ts', 'lib/Same.ts'],
  ])('finds %j', (written, expected) => {
    expect(findEditedPath(written, index, nowhere)).toEqual({ kind: 'path', path: expected });
  });

  it.each([
    ['main.ts', ['src/app/main.ts', 'src/core/main.ts']],
    ['core/main.ts', ['src/core/main.ts']],
    ['LIB/SAME.TS', ['lib/Same.ts', 'lib/same.ts']],
    ['/home/me/docs/README.md', ['README.md', 'docs/README.md']],
    ['/elsewhere/README.md', ['README.md']],
  ])('asks about %j', (written, paths) => {
    const found = findEditedPath(written, index, nowhere);
    expect(found.kind === 'ambiguous' && found.paths.toSorted()).toEqual(paths);
  });

  it.each([
    ['src/fresh.ts', 'src/fresh.ts'],
    ['b/src/fresh.ts', 'src/fresh.ts'],
    ['b/fresh/deep.ts', 'b/fresh/deep.ts'],
    ['a/fresh.ts', 'a/fresh.ts'],
    ['other/index.ts', 'other/index.ts'],
  ])('takes %j for a new file', (written, expected) => {
    expect(findEditedPath(written, index, nowhere)).toEqual({ kind: 'new', path: expected });
  });

  it.each([
    ['../outside.ts'],
    ['src/../../outside.ts'],
    ['/etc/passwd'],
    ['https://example.com/a.ts'],
    [''],
    ['.git/hooks/pre-commit'],
    ['a/.git/config'],
    ['src/.GIT/config'],
    ['.git./config'],
    ['/home/me/../main.ts'],
    ['.g\u200bit/config'],
  ])('refuses %j', (written) => {
    expect(findEditedPath(written, index, nowhere).kind).toBe('refused');
  });

  it('takes a file of the same name only if the text is evidence', () => {
    const fits = (wanted: string) => (candidate: RepoPath) => candidate === wanted;
    const main = { kind: 'path', path: 'src/core/main.ts' };
    expect(findEditedPath('main.ts', index, fits('src/core/main.ts'))).toEqual(main);
    expect(findEditedPath('wrong/main.ts', index, fits('src/core/main.ts'))).toEqual(main);
    expect(findEditedPath('main.ts', index, () => true).kind).toBe('ambiguous');
    expect(findEditedPath('/elsewhere/README.md', index, fits('README.md'))).toEqual({
      kind: 'path',
      path: 'README.md',
    });
  });

  it('asks no file for its text if the path decides', () => {
    const never = (): boolean => expect.unreachable();
    expect(findEditedPath('src/app/main.ts', index, never).kind).toBe('path');
    expect(findEditedPath('tools/none.ts', index, never).kind).toBe('new');
  });
});

describe('riskOf', () => {
  it.each([
    ['src/main.ts', 'none'],
    ['src/environment.ts', 'none'],
    ['src/github/workflows.ts', 'none'],
    ['.gitignore', 'none'],
    ['src/git/config.ts', 'none'],
    ['.github/workflows/test.yml', 'confirm'],
    ['.GitHub/Workflows/test.yml', 'confirm'],
    ['packages/one/.env', 'confirm'],
    ['.env.local', 'confirm'],
    ['setup.EXE', 'confirm'],
    ['setup.exe.', 'confirm'],
    ['setup.exe:stream', 'confirm'],
    ['install.sh', 'confirm'],
    ['.husky/pre-commit', 'confirm'],
    ['tools/pre-commit', 'confirm'],
    ['.git/config', 'refused'],
    ['vendor/.git/hooks/x', 'refused'],
    ['GIT~1/config', 'refused'],
    ['.git /config', 'refused'],
    ['.git', 'refused'],
  ])('%j: %s', (text, kind) => {
    expect(riskOf(path(text)).kind).toBe(kind);
  });
});

it.each([
  ['a/a/src/a.ts', 'src/a.ts'],
  ['b//home/me/app/src/a.ts', 'src/a.ts'],
])('finds %s, to which a model has added the prefix of a diff', (written, found) => {
  const files = createPathIndex(['src/a.ts', 'other/a.ts'].map(path));
  expect(findEditedPath(written, files, () => false)).toEqual({ kind: 'path', path: found });
});

it('knows a file by its name alone only if no word looks like it', () => {
  const index = createPathIndex([path('complete/_rg'), path('bin/build'), path('docs/a.md')]);
  const texts = ['complete/_rg', '_rg', 'build', 'bin/build', 'a.md', 'b.md'];
  expect(texts.map((text) => isKnownFile(text, index))).toEqual([true, true, false, true, true, false]);
});
