import { expect, test } from 'vitest';
import { readAddress, type RepositoryForge, type RepositoryPlace } from './repositoryAddress';

const placeIn = (text: string, forge?: RepositoryForge): RepositoryPlace | undefined => {
  const read = readAddress(text, forge);
  return read.kind === 'place' ? read.place : undefined;
};

test.each<[string, Partial<RepositoryPlace>]>([
  ['github.com/o/n', { forge: 'github', origin: 'https://github.com', repository: 'o/n', at: [] }],
  [' https://www.GitHub.com/o/n.git ', { origin: 'https://github.com', repository: 'o/n' }],
  ['git@github.com:o/n.git', { forge: 'github', repository: 'o/n' }],
  ['https://github.com/o/n/tree/main/src/core/', { at: ['main', 'src', 'core'], isFile: false }],
  ['https://github.com/o/n/tree/feature/x%20y', { at: ['feature', 'x y'] }],
  ['https://github.com/o/n/blob/main/src/a.ts#L3', { at: ['main', 'src', 'a.ts'], isFile: true }],
  ['https://github.com/o/n/commit/0123abc', { at: ['0123abc'] }],
  ['https://github.com/o/n/releases/tag/v1.0', { at: ['v1.0'] }],
  ['https://github.com/o/n/issues/3', { repository: 'o/n', at: [] }],
  ['https://github.com/o/n/actions', { repository: 'o/n', at: [] }],
  ['gitlab.com/a/b/c', { forge: 'gitlab', repository: 'a/b/c', at: [] }],
  ['https://gitlab.com/a/b/c/-/tree/v1/src?ref_type=tags', { repository: 'a/b/c', at: ['v1', 'src'] }],
  ['https://gitlab.com/a/b/-/commit/0123abc', { repository: 'a/b', at: ['0123abc'] }],
  ['https://git.example.org/a/b/-/tree/main', { forge: 'gitlab', origin: 'https://git.example.org' }],
  ['https://codeberg.org/o/n/src/branch/main/src', { forge: 'gitea', at: ['main', 'src'] }],
  [
    'git.example.org:8443/o/n/src/tag/v1',
    { forge: 'gitea', origin: 'https://git.example.org:8443', at: ['v1'] },
  ],
  ['www.example.org/o/n/src/branch/main', { origin: 'https://www.example.org' }],
  ['localhost:3000/o/n/src/commit/0123abc', { forge: 'gitea', origin: 'http://localhost:3000' }],
])('%s', (text, expected) => {
  expect(placeIn(text)).toMatchObject(expected);
});

test('an address that does not tell the software is asked about', () => {
  expect(readAddress('git.example.org/o/n')).toEqual({
    ...{ kind: 'unknown', host: 'git.example.org', forges: ['gitea', 'gitlab'] },
  });
  expect(placeIn('git.example.org/o/n', 'gitea')).toMatchObject({ forge: 'gitea', repository: 'o/n' });
  expect(placeIn('git.example.org/o/n.git', 'gitlab')).toMatchObject({ forge: 'gitlab', repository: 'o/n' });
  expect(readAddress('git.example.org/a/b/c')).toMatchObject({ kind: 'unknown', forges: ['gitlab'] });
  expect(readAddress('git.example.org/a/b/c', 'gitea')).toMatchObject({ kind: 'unknown' });
});

test.each([
  ['', 'Enter the address'],
  ['owner', 'Enter the address'],
  ['owner/name', 'Enter the address'],
  ['github.com', 'Enter the address'],
  ['github.com/o', 'Enter the address'],
  ['github.com/explore/x', 'Enter the address'],
  ['github.com/../x', 'Enter the address'],
  ['github.com/o/%2e%2e', 'Enter the address'],
  ['github.com/o/a%2Fb', 'Enter the address'],
  ['javascript:alert(1)', 'Enter the address'],
  ['file:///etc/passwd', 'Enter the address'],
  ['https://exa mple.org/o/n', 'Enter the address'],
  ['https://user:pw@github.com/o/n', 'user name and password'],
  ['http://git.example.org/o/n', 'https'],
  ['https://github.com/o/n/tree/main/..', 'not valid'],
  ['https://bitbucket.org/o/n', 'Bitbucket'],
  ['https://gist.github.com/o/0123', 'gist'],
])('%s is refused', (text, reason) => {
  const read = readAddress(text, 'gitea');
  expect(read.kind === 'refused' && read.reason).toContain(reason);
});
