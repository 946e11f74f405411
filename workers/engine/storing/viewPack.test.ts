import { expect, it } from 'vitest';
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { packViews, unpackViews, type StoredViews } from './viewPack';

const measure = {
  key: 'skeleton:all',
  block: { tokens: 3, tokensAsLast: 2, bytes: 10, lines: 4 },
  gaps: [2, 5],
  notes: ['a note'],
  warnings: ['a warning'],
};
const file: StoredViews = {
  path: 'a.py' as RepoPath,
  hash: 'a'.repeat(64) as ContentHash,
  measures: [measure, { ...measure, key: 'summary', summary: 'fresh' }],
};

it('gives what was packed; a summary is one that was kept', () => {
  const [unpacked] = unpackViews(packViews([file])) ?? [];
  expect(unpacked).toEqual({ ...file, measures: [measure, { ...file.measures[1], summary: 'cached' }] });
});

it.each([
  ['gaps that are no lines', { gaps: [2, -5] }],
  ['gaps that are no numbers', { gaps: ['2', 5] }],
  ['no gaps', { gaps: undefined }],
  ['a count that is none', { block: { ...measure.block, tokens: 1.5 } }],
])('refuses a pack with %s', (_, damage) => {
  expect(unpackViews(JSON.stringify([{ ...file, measures: [{ ...measure, ...damage }] }]))).toBeUndefined();
});
