import { existsSync, readFileSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { blobsOf, headOf, indexOf, untrackedOf, workingFilesOf } from '../../../../tests/git/repositoryState';
import { createTemporaryFolder, type TestRepository } from '../../../../tests/git/testRepository';
import { blobOid } from '../objects/blobOid';
import { stagedChanges } from './changes';
import { conflictsIn } from './conflicts';
import type { IndexEntry } from '../model';
import { withRenames } from '../diffs/renames';
import { porcelainLines, statusEntries } from './status';
import { untrackedPaths } from './untracked';
import { worktreeChanges, type Worktree } from './worktreeChanges';

const temporary = createTemporaryFolder();
afterAll(temporary.dispose);

const FOLDERS = ['', 'a/', 'a/b/', 'sp ace/', 'ü/', 'z/'];
const NAMES = [
  'one',
  'two.ts',
  'a b',
  'q"uote',
  'tab\there',
  'é',
  '日本',
  'back\\slash',
  "it's",
  '-',
  'new\nline',
];
const PATHS = FOLDERS.flatMap((folder) => NAMES.map((name) => folder + name));

/** Texts of some families, whose members are more or less similar. */
const text = fc.tuple(fc.nat(7), fc.nat(30), fc.boolean()).map(([family, changed, isDos]) =>
  Array.from({ length: 24 }, (_, at) =>
    at < changed ? `new ${changed} ${at}` : `${family} line ${at} of it`,
  )
    .join(isDos ? '\r\n' : '\n')
    .concat('\n'),
);
const content = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom('', 'x', 'a\0b') },
);
const mode = fc.constantFrom('100644', '100644', '100644', '100755');

const state = fc.record({
  head: fc.option(fc.record({ content, mode }), { freq: 3 }),
  index: fc.constantFrom(
    ...['same', 'same', 'same', 'same', 'absent', 'absent', 'other', 'moved', 'moved', 'mode'],
    ...['DD', 'AU', 'UD', 'UA', 'DU', 'AA', 'UU', 'intended', 'assumed', 'skipped', 'link', 'submodule'],
  ),
  worktree: fc.constantFrom('same', 'same', 'same', 'absent', 'other', 'touched', 'same size', 'same size'),
  other: content,
  source: fc.nat(PATHS.length - 1),
});
type State = typeof state extends fc.Arbitrary<infer Value> ? Value : never;

const STAGES: Readonly<Record<string, readonly number[]>> = {
  ...{ DD: [1], AU: [2], UD: [1, 2], UA: [3], DU: [1, 3], AA: [2, 3], UU: [1, 2, 3] },
};

test('prints what git status prints, for generated repositories', async () => {
  const samples = fc.sample(fc.array(state, { minLength: PATHS.length, maxLength: PATHS.length }), {
    numRuns: 10,
    seed: 27,
  });
  const seen = new Set<string>();
  for (const [number, states] of samples.entries()) {
    const repository = build(states, `generated-${number}`);
    const ours = await linesFor(repository);
    const theirs = linesOfGit(repository);
    for (const line of theirs) seen.add(line.slice(0, 2));
    expect(ours, `repository ${number}`).toEqual(theirs);
  }
  expect([...seen].sort()).toEqual(
    expect.arrayContaining([
      '??',
      ' M',
      ' D',
      ' A',
      'M ',
      'D ',
      'A ',
      'R ',
      ' R',
      'MM',
      'RM',
      'AD',
      'UU',
      'DU',
    ]),
  );
});

test('lists an unborn branch', async () => {
  const repository = temporary.createRepository('unborn');
  repository.write('staged', 'x');
  repository.git(['add', 'staged']);
  repository.write('untracked/a b', 'x');
  expect(await linesFor(repository)).toEqual(linesOfGit(repository));
  expect(await linesFor(repository)).toEqual(['A  staged', '?? untracked/']);
});

test('lists a file that replaces a folder, a folder that replaces a file, and a link that becomes a file', async () => {
  const repository = temporary.createRepository('replaced');
  repository.write('file', 'x');
  repository.write('folder/inner', 'y');
  symlinkSync('file', join(repository.folder, 'link'));
  symlinkSync('file', join(repository.folder, 'other'));
  repository.git(['add', '-A']);
  repository.git(['commit', '-qm', 'x']);
  repository.remove('file');
  repository.write('file/inner', 'x');
  repository.remove('folder');
  repository.write('folder', 'y');
  repository.remove('link');
  repository.write('link', 'text');
  expect(await linesFor(repository)).toEqual(linesOfGit(repository));
});

test('leaves files outside of a sparse checkout alone, unless they are there', async () => {
  const repository = temporary.createRepository('sparse');
  for (const path of ['in/a', 'out/b', 'out/c', 'top']) repository.write(path, path);
  repository.git(['add', '-A']);
  repository.git(['commit', '-qm', 'x']);
  repository.git(['sparse-checkout', 'set', 'in']);
  repository.write('out/c', 'changed');
  repository.write('out/d', 'new');
  const ours = await linesFor(repository, { isSparse: true });
  expect(ours).toEqual(linesOfGit(repository));
  expect(ours).toEqual([' M out/c', '?? out/d']);
});

test('believes size and time of a file, unless it was written as late as the index', async () => {
  const entry: IndexEntry = {
    ...{
      path: 'a',
      mode: 0o100644,
      oid: blobOid(new Uint8Array()),
      stage: 0,
      size: 5,
      modified: [10, 5_900_000],
    },
    ...{ isAssumedUnchanged: false, isSkipped: false, isIntended: false },
  };
  const read: string[] = [];
  const changed = async (
    file: { size: number; modified: number },
    indexModified: number,
  ): Promise<number> => {
    const files = new Map([['a', { path: 'a', ...file }]]);
    const oidOf: Worktree['oidOf'] = (path) => Promise.resolve(void read.push(path));
    return (await worktreeChanges([entry], { files, indexModified, oidOf, isHidden: () => false })).length;
  };
  expect(await changed({ size: 5, modified: 10_005 }, 20_000)).toBe(0);
  expect(await changed({ size: 2 ** 32 + 5, modified: 10_005 }, 20_000)).toBe(0);
  expect(await changed({ size: 6, modified: 10_005 }, 20_000)).toBe(1);
  expect(read).toEqual([]);
  expect(await changed({ size: 5, modified: 10_006 }, 20_000)).toBe(1);
  expect(await changed({ size: 5, modified: 10_005 }, 10_005)).toBe(1);
  expect(read).toEqual(['a', 'a']);
});

test('says nothing about a missing file that the browser never lists', async () => {
  const repository = temporary.createRepository('hidden');
  repository.write('shown', 'x');
  repository.write('hidden.lnk', 'x');
  repository.git(['add', '-A']);
  repository.git(['commit', '-qm', 'x']);
  repository.remove('shown');
  repository.remove('hidden.lnk');
  expect(await linesFor(repository, { isHidden: (path) => path.endsWith('.lnk') })).toEqual([' D shown']);
});

/** Writes HEAD, the index and the working tree of a repository. */
function build(states: readonly State[], name: string): TestRepository {
  const repository = temporary.createRepository(name);
  repository.git(['config', 'core.fileMode', 'false']);
  const oids = storeAll(repository, states);
  const oidOf = (of: string): string => oids.get(of) ?? '';
  const lines = states.flatMap(({ head }, at) =>
    head === null ? [] : [`${head.mode} ${oidOf(head.content)}\t${PATHS[at] ?? ''}\0`],
  );
  repository.git(['update-index', '-z', '--index-info'], lines.join(''));
  repository.git(['commit', '-qm', 'x']);
  const staged = states.flatMap((one, at) => stagedLines(one, at, states, oidOf));
  repository.git(['update-index', '-z', '--index-info'], staged.join(''));
  repository.git(['checkout-index', '-a', '-f', '-u', '-q']);
  const flag = (index: string, options: readonly string[]): void => {
    const paths = states.flatMap((one, at) => (one.index === index ? [PATHS[at] ?? ''] : []));
    const tracked = new Set(indexOf(repository).map(({ path }) => path));
    const flagged = paths.filter((path) => tracked.has(path));
    if (flagged.length > 0)
      repository.git(['update-index', '-z', ...options, '--stdin'], flagged.join('\0') + '\0');
  };
  flag('assumed', ['--assume-unchanged']);
  flag('skipped', ['--skip-worktree']);
  for (const [at, one] of states.entries()) writeWorking(repository, one, PATHS[at] ?? '');
  for (const [at, one] of states.entries()) {
    if (one.index !== 'intended') continue;
    repository.write(PATHS[at] ?? '', (states[one.source] ?? one).head?.content ?? one.other);
    repository.git(['add', '-N', '--', PATHS[at] ?? '']);
    if (one.worktree === 'absent') repository.remove(PATHS[at] ?? '');
  }
  return repository;
}

function storeAll(repository: TestRepository, states: readonly State[]): ReadonlyMap<string, string> {
  const contents = [...new Set(states.flatMap(({ head, other }) => [head?.content ?? '', other]))];
  for (const [at, one] of contents.entries()) repository.write(`.git/content-${at}`, one);
  const paths = contents.map((_, at) => `.git/content-${at}\n`).join('');
  const oids = repository.git(['hash-object', '-w', '--no-filters', '--stdin-paths'], paths).split('\n');
  return new Map(contents.map((one, at) => [one, oids[at] ?? '']));
}

function stagedLines(
  { head, index, other, source }: State,
  at: number,
  states: readonly State[],
  oidOf: (content: string) => string,
): readonly string[] {
  const path = PATHS[at] ?? '';
  const line = (fileMode: string, oid: string, stage = 0): string => `${fileMode} ${oid} ${stage}\t${path}\0`;
  const own = line(head?.mode ?? '100644', oidOf(head?.content ?? other));
  const none = line('0', '0'.repeat(40));
  const stages = STAGES[index];
  if (stages !== undefined)
    return [
      none,
      ...stages.map((stage) => line('100644', oidOf(stage === 2 ? (head?.content ?? other) : other), stage)),
    ];
  switch (index) {
    case 'absent':
    case 'intended':
      return [none];
    case 'other':
      return [line('100644', oidOf(other))];
    case 'moved':
      return [line('100644', oidOf(states[source]?.head?.content ?? other))];
    case 'mode':
      return [line(head?.mode === '100755' ? '100644' : '100755', oidOf(head?.content ?? other))];
    case 'link':
      return [line('120000', oidOf('x'))].filter(() => oidOf('x') !== '');
    case 'submodule':
      return [line('160000', '1'.repeat(40))].filter(() => head === null);
    default:
      return head === null ? [] : [own];
  }
}

function writeWorking(repository: TestRepository, { index, worktree, other }: State, path: string): void {
  const target = join(repository.folder, path);
  const isThere = existsSync(target);
  if (['link', 'submodule', 'intended'].includes(index)) return;
  if (worktree === 'absent' && isThere) repository.remove(path);
  // Git takes a conflicted file with a deleted file's content for a rename, and then lists neither.
  else if (worktree === 'other') repository.write(path, index in STAGES ? `conflict in ${path}` : other);
  else if (worktree === 'touched' && isThere) utimesSync(target, 1_000, 1_000);
  else if (worktree === 'same size' && isThere) repository.write(path, withOtherStart(readFileSync(target)));
}

function withOtherStart(bytes: Uint8Array): Uint8Array {
  return bytes.length === 0 ? bytes : bytes.fill(120, 0, 1);
}

function linesOfGit(repository: TestRepository): readonly string[] {
  return repository.git(['status', '--porcelain']).split('\n').slice(0, -1);
}

async function linesFor(
  repository: TestRepository,
  more: Partial<Worktree> = {},
): Promise<readonly string[]> {
  const index = indexOf(repository);
  const blobs = blobsOf(repository);
  const files = workingFilesOf(repository);
  const bytesOf = (path: string): Uint8Array => readFileSync(join(repository.folder, path));
  const blob = (oid: string): Uint8Array => blobs.get(oid) ?? new Uint8Array();
  const stored = ({ mode: fileMode, oid }: { mode: number; oid: string }) => ({
    ...{ mode: fileMode, oid },
    sizeOf: () => Promise.resolve(blob(oid).length),
    read: () => Promise.resolve(blob(oid)),
  });
  const changes = await worktreeChanges(index, {
    files,
    indexModified: statSync(join(repository.folder, '.git/index')).mtimeMs,
    oidOf: (path) => Promise.resolve(blobOid(bytesOf(path))),
    isHidden: () => false,
    ...more,
  });
  const entries = statusEntries({
    staged: await withRenames(stagedChanges(headOf(repository), index), {
      sourceOf: stored,
      targetOf: stored,
    }),
    worktree: await withRenames(changes, {
      sourceOf: stored,
      targetOf: ({ path, size }) => ({
        ...{ mode: 0o100644, oid: blobOid(bytesOf(path)) },
        sizeOf: () => Promise.resolve(size),
        read: () => Promise.resolve(bytesOf(path)),
      }),
    }),
    conflicts: conflictsIn(index),
    untracked: untrackedPaths(untrackedOf(repository), index),
  });
  return porcelainLines(entries);
}
