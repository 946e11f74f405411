import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { zipFile } from '../../tests/zipFile';
import type { RepoPath } from '../../src/core/files/repoPath';
import { isArchive, openArchive } from './archive';

const texts = async (entries: Parameters<typeof zipFile>[0]) => {
  const archive = await openArchive(zipFile(entries));
  const read = archive.reader();
  return Promise.all(archive.paths.map(async (path) => [path, await (await read(path)).text()]));
};

it('reads files by their paths', async () => {
  expect(
    await texts([
      { name: 'b/', bytes: '' },
      { name: 'b/ü.txt', bytes: 'x'.repeat(5_000) },
      { name: 'a.txt', bytes: '' },
    ]),
  ).toEqual([
    ['a.txt', ''],
    ['b/ü.txt', 'x'.repeat(5_000)],
  ]);
});

it('tells archives from other files', async () => {
  expect(await isArchive(zipFile([]))).toBe(true);
  expect(await isArchive(zipFile([{ name: 'a', bytes: 'x' }]))).toBe(true);
  expect(await isArchive(new Blob(['PK is a text']))).toBe(false);
  expect(await isArchive(new Blob([]))).toBe(false);
});

it('lists what it refuses', async () => {
  const { paths, refused } = await openArchive(
    zipFile([
      ...['../a', '/etc/x', 'C:\\x', '%2e%2e/x', 'a/./b', 'a//b', '__proto__'].map((name) => ({
        name,
        bytes: 'x',
      })),
      { name: 'secret', bytes: 'x', flags: 0x801 },
      { name: 'inner.zip', bytes: new Uint8Array(4) },
      { name: 'shared', bytes: new Uint8Array(4), isShared: true },
    ]),
  );
  expect(paths).toEqual(['__proto__', 'a/b', 'inner.zip']);
  expect(refused.map(({ name }) => name)).toEqual([
    '../a',
    '/etc/x',
    'C:\\x',
    '%2e%2e/x',
    'a/./b',
    'secret',
    'shared',
  ]);
});

it.each([
  [
    'a file that is all zeros',
    [{ name: 'a', bytes: new Uint8Array(30_000_000) }],
    'a unpacks to more than 100 times its size',
  ],
  ['a wrong size', [{ name: 'a', bytes: 'x'.repeat(2_000), claimed: 5 }], 'a is damaged'],
] as const)('stops at %s', async (_, entries, reason) => {
  await expect(texts(entries)).rejects.toThrow(reason);
});

it('stops when a file is too large, alone or with those that were read before', async () => {
  const names = ['large', 'one', 'two'];
  const entries = names.map((name, at) => ({ name, bytes: randomBytes(at === 0 ? 3_000_001 : 2_000_000) }));
  const limits = { entries: 3, bytes: 3_000_000, ratio: 100 };
  const { paths, reader } = await openArchive(zipFile(entries), limits);
  const [large, one, two] = paths as [RepoPath, RepoPath, RepoPath];
  for (const path of [one, two]) {
    const read = reader();
    expect((await read(path)).size).toBe(2_000_000);
    await expect(read(two)).rejects.toThrow('with two, the files unpack to more than 3 MB');
    await expect(read(large)).rejects.toThrow('large unpacks to more than 3 MB');
  }
});

it('counts a damaged file as if it was whole', async () => {
  const entries = [
    { name: 'a', bytes: randomBytes(2_000_000), claimed: 1_900_000 },
    { name: 'b', bytes: randomBytes(2_000_000) },
  ];
  const limits = { entries: 2, bytes: 3_000_000, ratio: 100 };
  const { paths, reader } = await openArchive(zipFile(entries), limits);
  const [a, b] = paths as [RepoPath, RepoPath];
  const read = reader();
  await expect(read(a)).rejects.toThrow('a is damaged');
  await expect(read(b)).rejects.toThrow('with b, the files unpack to more than 3 MB');
});

it('refuses archives with too many files, and damaged ones', async () => {
  const many = Array.from({ length: 1_001 }, (_, at) => ({ name: `${at}`, bytes: '' }));
  const limits = { entries: 1_000, bytes: 1, ratio: 1 };
  await expect(openArchive(zipFile(many), limits)).rejects.toThrow('it has more than 1,000 files');
  const whole = zipFile([{ name: 'a', bytes: randomBytes(2_000) }]);
  await expect(openArchive(whole.slice(0, whole.size - 30))).rejects.toThrow('it is a damaged ZIP file');
  const broken = Buffer.from(await whole.arrayBuffer());
  broken.fill(7, 100, 200);
  const archive = await openArchive(new Blob([broken]));
  await expect(Promise.all(archive.paths.map(archive.reader()))).rejects.toThrow('a is damaged');
});
