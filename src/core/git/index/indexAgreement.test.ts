import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitLines, openInTests, runGit } from '../../../../tests/gitInTests';
import type { IndexEntry } from '../model';
import { readIndex } from './readIndex';

/** Compares the index with `git ls-files` for every version and kind that git writes. */
const root = mkdtempSync(join(tmpdir(), 'git-index-'));
const paths = ['a.txt', 'lib/deep/er/x.c', 'lib/deep/y.c', 'lib/z.c', 'long/f', 'zoë.txt'];

beforeAll(() => {
  runGit(root, ['init', '-q']);
  for (const path of paths) write(path, path);
  runGit(root, ['add', '.']);
  runGit(root, ['commit', '-qm', 'first']);
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test.each([2, 3, 4])('reads an index of version %i', async (version) => {
  // Longer than its length can say.
  const long = `long/${'n'.repeat(5000)}`;
  const [oid] = gitLines(root, ['rev-parse', 'HEAD:a.txt']);
  runGit(root, ['update-index', '--add', '--cacheinfo', `100644,${oid},${long}`]);
  runGit(root, ['update-index', '--index-version', String(version), '--force-write-index']);
  await expectSame();
  runGit(root, ['update-index', '--force-remove', long]);
});

test('reads flags, and files to be added', async () => {
  write('intended.txt', 'new');
  runGit(root, ['add', '-N', 'intended.txt']);
  runGit(root, ['update-index', '--assume-unchanged', 'a.txt']);
  runGit(root, ['update-index', '--skip-worktree', 'lib/z.c']);
  await expectSame();
  const { entries } = await readIndex(await openInTests(root));
  const paths = (is: (entry: IndexEntry) => boolean): string[] => entries.filter(is).map(({ path }) => path);
  expect(paths((entry) => entry.isIntended)).toEqual(['intended.txt']);
  expect(paths((entry) => entry.isAssumedUnchanged)).toEqual(['a.txt']);
  expect(paths((entry) => entry.isSkipped)).toEqual(['lib/z.c']);
  runGit(root, ['update-index', '--no-assume-unchanged', 'a.txt']);
  runGit(root, ['update-index', '--no-skip-worktree', 'lib/z.c']);
  runGit(root, ['reset', '-q', '--hard']);
});

test('knows the trees that entries still agree with', async () => {
  runGit(root, ['read-tree', 'HEAD']);
  const trees = async (): Promise<Record<string, string>> => {
    const { treeByFolder } = await readIndex(await openInTests(root));
    return Object.fromEntries([...treeByFolder].map(([folder, { oid }]) => [folder, oid]));
  };
  const oidOf = (folder: string): string | undefined => gitLines(root, ['rev-parse', `HEAD:${folder}`])[0];
  expect(await trees()).toMatchObject({
    '': oidOf(''),
    lib: oidOf('lib'),
    'lib/deep/er': oidOf('lib/deep/er'),
  });
  write('lib/deep/y.c', 'changed');
  runGit(root, ['add', 'lib/deep/y.c']);
  const after = await trees();
  expect(after).not.toHaveProperty(['lib/deep']);
  expect(Object.keys(after)).not.toContain('');
  expect(after).toHaveProperty(['lib/deep/er'], oidOf('lib/deep/er'));
  runGit(root, ['reset', '-q', '--hard']);
});

test('reads the sides of a conflict', async () => {
  runGit(root, ['checkout', '-qb', 'other']);
  commit('a.txt', 'theirs');
  runGit(root, ['checkout', '-q', 'main']);
  commit('a.txt', 'ours');
  expect(() => runGit(root, ['merge', 'other'])).toThrow();
  await expectSame();
  const { entries } = await readIndex(await openInTests(root));
  expect(entries.filter(({ path }) => path === 'a.txt').map(({ stage }) => stage)).toEqual([1, 2, 3]);
  runGit(root, ['reset', '-q', '--hard']);
});

test('joins a split index with the shared one', async () => {
  runGit(root, ['config', 'splitIndex.maxPercentChange', '100']);
  runGit(root, ['update-index', '--split-index']);
  write('lib/deep/y.c', 'replaced');
  write('lib/deep/added.c', 'added');
  runGit(root, ['add', '.']);
  runGit(root, ['rm', '-q', '--cached', 'lib/z.c']);
  await expectSame();
  const { entries } = await readIndex(await openInTests(root));
  expect(entries.map(({ path }) => path)).not.toContain('lib/z.c');
  runGit(root, ['update-index', '--no-split-index']);
  runGit(root, ['reset', '-q', '--hard']);
});

test('expands the folders of a sparse index', async () => {
  runGit(root, ['sparse-checkout', 'set', '--cone', '--sparse-index', 'long']);
  expect(gitLines(root, ['ls-files', '--sparse'])).toContain('lib/');
  await expectSame();
  const { entries } = await readIndex(await openInTests(root));
  expect(entries.find(({ path }) => path === 'lib/z.c')?.isSkipped).toBe(true);
  runGit(root, ['sparse-checkout', 'disable']);
});

test('an index that git has not written yet is empty', async () => {
  const folder = join(root, 'fresh');
  mkdirSync(folder);
  runGit(folder, ['init', '-q']);
  expect((await readIndex(await openInTests(folder))).entries).toEqual([]);
});

async function expectSame(): Promise<void> {
  const { entries } = await readIndex(await openInTests(root));
  const ours = entries.map(({ mode, oid, stage, path }) => `${mode.toString(8)} ${oid} ${stage}\t${path}`);
  expect(ours).toEqual(gitLines(root, ['ls-files', '--stage']));
  // Folders of a sparse index say nothing about the times and sizes of their files.
  if (gitLines(root, ['ls-files', '--sparse']).some((line) => line.endsWith('/'))) return;
  const times = entries.flatMap(({ modified, size }) => [
    `  mtime: ${modified.join(':')}`,
    `  size: ${size}`,
  ]);
  const theirs = gitLines(root, ['ls-files', '--stage', '--debug'])
    .filter((line) => /^ {2}(?:mtime|size)/.test(line))
    .map((line) => line.replace(/\tflags.*/, ''));
  expect(times).toEqual(theirs);
}

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

function commit(path: string, text: string): void {
  write(path, text);
  runGit(root, ['commit', '-qam', text]);
}
