import { expect, test } from 'vitest';
import { COMMIT } from '../../../tests/forgeServer';
import type { Ask } from './forge';
import { listingRequests, listRepository } from './listRepository';
import { readAddress, type RepositoryForge, type RepositoryPlace } from './repositoryAddress';

const TREE = 'abcdef0123456789abcdef0123456789abcdef01';

function placeOf(address: string, forge?: RepositoryForge): RepositoryPlace {
  const read = readAddress(address, forge);
  if (read.kind !== 'place') throw new Error(address);
  return read.place;
}

/** Answers by the end of an address; undefined for others. */
function answering(answers: Readonly<Record<string, unknown>>): {
  readonly ask: Ask;
  readonly asked: string[];
} {
  const asked: string[] = [];
  return {
    asked,
    ask({ address }) {
      asked.push(address);
      const key = Object.keys(answers).find((end) => address.endsWith(end));
      const answer = key === undefined ? undefined : answers[key];
      return Promise.resolve(typeof answer === 'string' ? answer : JSON.stringify(answer));
    },
  };
}

const list = (address: string, ask: Ask) => listRepository(placeOf(address, 'gitea'), ask, () => undefined);
const blob = (path: string, size = 3) => ({ path, mode: '100644', type: 'blob', sha: TREE, size, url: '' });
const GITHUB = {
  '/repos/o/n': { id: 1, full_name: 'o/n', private: false, default_branch: 'main' },
  '/commits/main': `${COMMIT}\n`,
};

test('GitHub: repository, commit, tree', async () => {
  const { ask, asked } = answering({
    ...GITHUB,
    [`/git/trees/${COMMIT}?recursive=1`]: {
      sha: COMMIT,
      truncated: false,
      tree: [blob('a'), blob('b/c', 0)],
    },
  });
  expect(await list('github.com/o/n', ask)).toEqual({
    kind: 'listed',
    part: { repository: 'o/n', ref: 'main', commit: COMMIT, folder: '' },
    entries: [
      { path: 'a', mode: '100644', size: 3 },
      { path: 'b/c', mode: '100644', size: 0 },
    ],
  });
  expect(asked).toEqual([
    'https://api.github.com/repos/o/n',
    'https://api.github.com/repos/o/n/commits/main',
    `https://api.github.com/repos/o/n/git/trees/${COMMIT}?recursive=1`,
  ]);
  expect(listingRequests(placeOf('github.com/o/n/tree/main')).map(({ address }) => address)).toEqual(
    asked.map((address) => address.replace(COMMIT, 'COMMIT')),
  );
});

test('a branch with slashes is found by longer beginnings, and a folder by its trees', async () => {
  const folder = { path: 'src', mode: '040000', type: 'tree', sha: TREE };
  const { ask, asked } = answering({
    ...GITHUB,
    '/commits/feature%2Fx': COMMIT,
    [`/git/trees/${COMMIT}`]: { truncated: false, tree: [folder, blob('README.md')] },
    [`/git/trees/${TREE}?recursive=1`]: { truncated: false, tree: [blob('a.ts')] },
  });
  expect(await list('github.com/o/n/tree/feature/x/src', ask)).toMatchObject({
    part: { ref: 'feature/x', folder: 'src' },
    entries: [{ path: 'src/a.ts' }],
  });
  expect(asked.filter((address) => address.includes('/commits/'))).toHaveLength(2);
  await expect(list('github.com/o/n/tree/feature/x/lib', ask)).rejects.toThrow('no folder lib in feature/x');
  await expect(list('github.com/o/n/tree/other/src', ask)).rejects.toThrow(
    'no branch, tag, or commit other/src',
  );
});

test('a tag that a branch begins with is passed over if it has no such folder', async () => {
  const other = 'fedcba9876543210fedcba9876543210fedcba98';
  const { ask } = answering({
    ...GITHUB,
    '/commits/v2': other,
    '/commits/v2%2Fnext': COMMIT,
    [`/git/trees/${other}`]: { truncated: false, tree: [blob('README.md')] },
    [`/git/trees/${COMMIT}?recursive=1`]: { truncated: false, tree: [blob('a.ts')] },
  });
  expect(await list('github.com/o/n/tree/v2/next', ask)).toMatchObject({
    part: { ref: 'v2/next', folder: '' },
  });
});

test('a file stands for its whole repository at that branch', async () => {
  const { ask } = answering({
    ...GITHUB,
    [`/git/trees/${COMMIT}?recursive=1`]: { truncated: false, tree: [blob('a')] },
  });
  expect(await list('github.com/o/n/blob/main/src/a.ts', ask)).toMatchObject({ part: { folder: '' } });
});

test('a truncated tree is not taken for the whole one', async () => {
  const { ask } = answering({
    ...GITHUB,
    [`/git/trees/${COMMIT}?recursive=1`]: { truncated: true, tree: [blob('a')] },
  });
  expect(await list('github.com/o/n', ask)).toMatchObject({ kind: 'truncated', listed: 1 });
});

test('GitLab: pages until an empty one, without sizes', async () => {
  const entry = (path: string) => ({ id: TREE, name: path, type: 'blob', path, mode: '100644' });
  const { ask, asked } = answering({
    '/projects/g%2Fs%2Fn': { id: 7, path_with_namespace: 'g/s/n', default_branch: 'main' },
    '/commits/main?stats=false': { id: COMMIT, short_id: COMMIT.slice(0, 8) },
    '&page=1': [entry('a'), entry('b')],
    '&page=2': [entry('c')],
    '&page=3': [],
  });
  expect(await list('gitlab.com/g/s/n', ask)).toMatchObject({
    part: { repository: 'g/s/n', ref: 'main', commit: COMMIT },
    entries: [{ path: 'a' }, { path: 'b' }, { path: 'c' }],
  });
  expect(asked.at(-1)).toBe(
    `https://gitlab.com/api/v4/projects/g%2Fs%2Fn/repository/tree?ref=${COMMIT}&recursive=true&per_page=100&page=3`,
  );
});

test('GitLab: older servers have an empty list for a folder that is not there', async () => {
  const { ask } = answering({
    '/projects/g%2Fn': { id: 7, path_with_namespace: 'g/n', default_branch: 'main' },
    '/commits/main?stats=false': { id: COMMIT },
    '&page=1': [],
  });
  await expect(list('gitlab.com/g/n/-/tree/main/lib', ask)).rejects.toThrow('no folder lib in main');
});

const GITEA = {
  '/repos/o/n': { full_name: 'o/n', default_branch: 'main' },
  '/git/commits/main?stat=false&verification=false&files=false': { sha: COMMIT },
};

test('Gitea: pages while the tree is truncated, and a folder of them', async () => {
  const { ask } = answering({
    ...GITEA,
    '&page=1': { page: 1, total_count: 3, truncated: true, tree: [blob('a'), blob('src/b')] },
    '&page=2': { page: 2, total_count: 3, truncated: false, tree: [blob('src/c')] },
  });
  expect(await list('codeberg.org/o/n', ask)).toMatchObject({ entries: { length: 3 } });
  expect(await list('codeberg.org/o/n/src/branch/main/src', ask)).toMatchObject({
    part: { folder: 'src' },
    entries: [{ path: 'src/b' }, { path: 'src/c' }],
  });
  await expect(list('codeberg.org/o/n/src/branch/main/lib', ask)).rejects.toThrow('no folder lib');
});

test('a server that lists without end is stopped', async () => {
  const tree = Array.from({ length: 30_000 }, (_, at) => blob(`f${at}`));
  const { ask, asked } = answering({ ...GITEA, '&page=': undefined });
  const endless: Ask = (request) =>
    request.address.includes('/git/trees/')
      ? Promise.resolve(JSON.stringify({ truncated: true, tree }))
      : ask(request);
  expect(await list('codeberg.org/o/n', endless)).toMatchObject({ kind: 'truncated', listed: 120_000 });
  expect(asked).toHaveLength(2);
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['no JSON', { '/repos/o/n': '<html>' }, 'is not JSON'],
  ['another type', { '/repos/o/n': [] }, 'not what this kind of server documents'],
  ['a name that leads elsewhere', { '/repos/o/n': { full_name: '../..', default_branch: 'x' } }, 'full_name'],
  ['a branch that is no text', { '/repos/o/n': { full_name: 'o/n', default_branch: 3 } }, 'default_branch'],
  ['a commit that is none', { ...GITHUB, '/commits/main': '../../x' }, 'not what this kind'],
  ['a tree that is none', { ...GITHUB, '?recursive=1': { truncated: false, tree: {} } }, '(tree)'],
  [
    'a path that is none',
    { ...GITHUB, '?recursive=1': { truncated: false, tree: [blob('a'), { path: 3 }] } },
    '(tree.1.path)',
  ],
  [
    'a size that is none',
    { ...GITHUB, '?recursive=1': { truncated: false, tree: [blob('a', 1e300)] } },
    '(tree.0.size)',
  ],
  [
    'a negative size',
    { ...GITHUB, '?recursive=1': { truncated: false, tree: [blob('a', -1)] } },
    '(tree.0.size)',
  ],
  ['no word on truncation', { ...GITHUB, '?recursive=1': { tree: [] } }, '(truncated)'],
  ['no repository', {}, 'There is no repository o/n'],
])('%s is one clear line', async (_, answers, reason) => {
  const { ask } = answering(answers);
  const error = await list('github.com/o/n', ask).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toContain(reason);
  expect(String(error)).not.toContain('\n');
});
