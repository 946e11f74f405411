import { expect, test } from 'vitest';
import { classifyUrl } from './classifyUrl';
import { fetchPlan } from './fetchPlan';

const API = 'https://api.github.com/repos/o/r';
const LAB = 'https://gitlab.com/api/v4/projects/g%2Fs%2Fp';
const BERG = 'https://codeberg.org/api/v1/repos/o/r';

/** An address, its class, and the addresses that are requested for it. */
test.each([
  ['https://github.com/o/r', 'repository', [`${API}/readme`]],
  ['https://github.com/o/r.git', 'repository', [`${API}/readme`]],
  ['https://github.com/o/r/tree/main/docs/x', 'repository', [`${API}/readme/docs/x?ref=main`]],
  [
    'https://github.com/o/r/blob/main/src/a%20b.ts#L3',
    'file',
    ['https://raw.githubusercontent.com/o/r/main/src/a%20b.ts'],
  ],
  ['https://github.com/o/r/raw/v1/a.ts', 'file', ['https://raw.githubusercontent.com/o/r/v1/a.ts']],
  [
    'https://github.com/o/r/issues/12#issuecomment-1',
    'issue',
    [`${API}/issues/12`, `${API}/issues/12/comments?per_page=30`],
  ],
  [
    'https://github.com/o/r/pull/3/files',
    'pull',
    [`${API}/issues/3`, `${API}/issues/3/comments?per_page=30`],
  ],
  ['https://github.com/o/r/issues', 'page', ['https://github.com/o/r/issues']],
  ['https://github.com/o/r/wiki/Home', 'documentation', ['https://github.com/o/r/wiki/Home']],
  ['https://github.com/features/actions', 'page', ['https://github.com/features/actions']],
  ['https://github.com/o', 'page', ['https://github.com/o']],
  [
    'https://raw.githubusercontent.com/o/r/main/a.ts',
    'file',
    ['https://raw.githubusercontent.com/o/r/main/a.ts'],
  ],
  ['https://gist.github.com/o/abc', 'file', ['https://gist.githubusercontent.com/o/abc/raw']],
  ['https://gitlab.com/g/s/p', 'repository', [`${LAB}/repository/files/README.md/raw?ref=HEAD`]],
  ['https://gitlab.com/g/s/p/-/blob/main/a/b.py', 'file', [`${LAB}/repository/files/a%2Fb.py/raw?ref=main`]],
  [
    'https://gitlab.com/g/s/p/-/issues/4',
    'issue',
    [`${LAB}/issues/4`, `${LAB}/issues/4/notes?sort=asc&per_page=30`],
  ],
  [
    'https://gitlab.com/g/s/p/-/merge_requests/5',
    'pull',
    [`${LAB}/merge_requests/5`, `${LAB}/merge_requests/5/notes?sort=asc&per_page=30`],
  ],
  [
    'https://lab.example/g/p/-/blob/main/b.py',
    'file',
    ['https://lab.example/api/v4/projects/g%2Fp/repository/files/b.py/raw?ref=main'],
  ],
  ['https://codeberg.org/o/r/src/branch/main/a.c', 'file', [`${BERG}/raw/a.c?ref=main`]],
  ['https://codeberg.org/o/r/issues/6', 'issue', [`${BERG}/issues/6`, `${BERG}/issues/6/comments`]],
  ['https://codeberg.org/o/r/pulls/7', 'pull', [`${BERG}/issues/7`, `${BERG}/issues/7/comments`]],
  [
    'https://tea.example/o/r/src/branch/main/docs',
    'repository',
    ['https://tea.example/api/v1/repos/o/r/raw/docs/README.md?ref=main'],
  ],
  [
    'http://localhost:3000/o/r/src/tag/v1/a.c',
    'file',
    ['http://localhost:3000/api/v1/repos/o/r/raw/a.c?ref=v1'],
  ],
  [
    'https://bitbucket.org/o/r/src/main/a.c',
    'file',
    ['https://api.bitbucket.org/2.0/repositories/o/r/src/main/a.c'],
  ],
  [
    'https://docs.python.org/3/library/re.html#x',
    'documentation',
    ['https://docs.python.org/3/library/re.html'],
  ],
  ['https://developer.mozilla.org/en-US/', 'documentation', ['https://developer.mozilla.org/en-US/']],
  ['https://a.example/docs/intro?x=1', 'documentation', ['https://a.example/docs/intro?x=1']],
  ['https://a.example/blog/docstring', 'page', ['https://a.example/blog/docstring']],
  ['https://a.example', 'page', ['https://a.example']],
])('%s is a %s', (url, kind, addresses) => {
  expect(classifyUrl(url)).toBe(kind);
  const plan = fetchPlan(url);
  expect(plan.kind === 'plan' && plan.requests.map(({ address }) => address)).toEqual(addresses);
});

test.each([
  ['http://a.example/b', 'without https'],
  ['https://u:p@a.example/b', 'user name or password'],
  ['https://u@a.example/b', 'user name or password'],
  ['ftp://a.example', 'only http and https'],
])('%s is not fetched', (url, reason) => {
  expect(fetchPlan(url)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining(reason) as string,
  });
});

test.each([
  'http://localhost/a',
  'http://127.0.0.1:1',
  'http://[::1]:1/a',
  'http://10.0.0.1',
  'http://nas.local/a',
])('%s may be fetched without https', (url) => {
  expect(fetchPlan(url).kind).toBe('plan');
});

test('no address makes a request to a host that neither it nor its forge names', () => {
  for (const path of [
    '..%2f..%2fevil',
    'blob/main/../../x',
    '%00',
    'blob/%2e%2e/x',
    'a?x=//evil.example',
    '-/blob/a/@evil.example',
  ])
    for (const host of ['github.com', 'gitlab.com', 'codeberg.org', 'a.example']) {
      const plan = fetchPlan(`https://${host}/o/r/${path}`);
      if (plan.kind === 'refused') continue;
      for (const { address } of plan.requests)
        expect(new URL(address).host).toMatch(
          /^(?:(?:api\.)?github\.com|raw\.githubusercontent\.com|gitlab\.com|codeberg\.org|a\.example)$/,
        );
    }
});
