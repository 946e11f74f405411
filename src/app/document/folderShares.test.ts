import { expect, it } from 'vitest';
import { fileBlock as plannedFile, textBlock } from '../../core/document/block';
import type { RepoPath } from '../../core/files/repoPath';
import type { DocumentBlock } from './documentBlock';
import { folderShares } from './folderShares';

function fileBlock(path: string, tokens: number, exact = true): DocumentBlock {
  return {
    ...plannedFile(path as RepoPath, { mode: 'full' }),
    hash: '',
    version: '',
    title: path,
    leadTokens: 0,
    lines: 1,
    tokens,
    tokensAsLast: tokens,
    exact,
  };
}

it('groups files by the folder they lie in, the largest group first', () => {
  const task: DocumentBlock = { ...fileBlock('task', 99), ...textBlock('task') };
  const blocks = [
    fileBlock('README.md', 5),
    fileBlock('src/a.ts', 10),
    fileBlock('src/deep/b.ts', 25),
    fileBlock('src/z.ts', 10, false),
    fileBlock('tests/a.ts', 5),
    task,
  ];
  expect(folderShares(blocks)).toEqual([
    { folder: 'src/deep', files: 1, tokens: 25, exact: true },
    { folder: 'src', files: 2, tokens: 20, exact: false },
    { folder: '', files: 1, tokens: 5, exact: true },
    { folder: 'tests', files: 1, tokens: 5, exact: true },
  ]);
});

it('sums up to what the files count', () => {
  const blocks = Array.from({ length: 50 }, (_, at) => fileBlock(`${'d/'.repeat(at % 7)}f${at}`, at));
  const shares = folderShares(blocks);
  expect(shares.reduce((sum, { tokens }) => sum + tokens, 0)).toBe((49 * 50) / 2);
  expect(shares.reduce((sum, { files }) => sum + files, 0)).toBe(50);
});
