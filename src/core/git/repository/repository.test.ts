import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderInMemory, folderOnDisk, gitLines, openInTests, runGit } from '../../../../tests/gitInTests';
import { findDefaultBranch, listBranches } from './branches';
import { readCommit } from '../history/commit';
import { log } from '../history/log';
import { GitFault, type Oid } from '../model';
import { findOperation } from './operation';
import { readHead } from './refs';
import { openRepository } from './repository';
import { resolveCommit } from '../history/resolveName';

/** Opens repositories of every shape that git makes, and compares refs and objects with git. */
const root = mkdtempSync(join(tmpdir(), 'git-repository-'));
const origin = join(root, 'origin');

beforeAll(() => {
  runGit(root, ['init', '-q', 'origin']);
  for (const text of ['one', 'two', 'three']) commit(origin, 'a.txt', text);
  runGit(origin, ['tag', 'light', 'HEAD~1']);
  runGit(origin, ['tag', '-am', 'annotated', 'v1', 'HEAD~2']);
  runGit(origin, ['tag', '-am', 'a tag of a tag', 'v1-again', 'v1']);
  runGit(origin, ['branch', 'feature/a', 'HEAD~1']);
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test.each([false, true])('resolves names as git rev-parse, packed: %s', async (isPacked) => {
  const folder = join(root, `clone-${isPacked}`);
  runGit(root, ['clone', '-q', origin, folder]);
  runGit(folder, ['branch', 'local', 'origin/feature/a']);
  if (isPacked)
    for (const options of [['pack-refs', '--all'], ['repack', '-adq'], ['prune-packed']])
      runGit(folder, options);
  const repository = await openInTests(folder);
  const oids = gitLines(folder, ['rev-list', '--all']);
  const names = [
    'HEAD',
    '@',
    'main',
    'refs/heads/main',
    'heads/main',
    'origin/main',
    'origin',
    'light',
    'v1',
    'v1-again',
  ];
  const short = oids.flatMap((oid) => [oid, oid.slice(0, 7), oid.slice(0, 12).toUpperCase()]);
  for (const name of [
    ...names,
    'local',
    'feature/a',
    'origin/feature/a',
    'tags/v1',
    ...short,
    'nothing',
    'abcd',
    '../HEAD',
  ]) {
    expect(await resolveCommit(repository, name), name).toBe(theirCommit(folder, name));
  }
  expect(await listBranches(repository)).toEqual({
    local: gitLines(folder, ['branch', '--format=%(refname:short)']),
    remote: ['origin/feature/a', 'origin/main'],
  });
  expect(await findDefaultBranch(repository)).toBe('refs/remotes/origin/main');
});

test('reads every object as git cat-file, loose and as deltas', async () => {
  const folder = join(root, 'objects');
  runGit(root, ['init', '-q', folder]);
  const lines = Array.from({ length: 400 }, (_, line) => `line ${line * 7919}`);
  for (let version = 0; version < 12; version++) {
    lines[version * 30] = `changed in ${version}`;
    commit(folder, 'long.txt', lines.join('\n'));
    if (version === 8) runGit(folder, ['repack', '-adfq', '--depth=50', '--window=50']);
    if (version === 8) runGit(folder, ['prune-packed']);
  }
  const repository = await openInTests(folder);
  const oids = gitLines(folder, ['rev-list', '--all', '--objects']).map((line) => line.slice(0, 40) as Oid);
  const theirs = runGit(folder, ['cat-file', '--batch'], oids.join('\n'));
  const ours: Uint8Array[] = [];
  for (const oid of oids) {
    const { kind, bytes } = await repository.objects.read(oid);
    expect(await repository.objects.sizeOf(oid)).toBe(bytes.length);
    ours.push(Buffer.from(`${oid} ${kind} ${bytes.length}\n`), bytes, Buffer.from('\n'));
  }
  expect(Buffer.concat(ours).equals(theirs)).toBe(true);
});

test('finds packs that come after opening', async () => {
  const folder = join(root, 'later');
  cpSync(origin, folder, { recursive: true });
  const repository = await openInTests(folder);
  const [head] = gitLines(folder, ['rev-parse', 'HEAD']) as [Oid];
  await expect(repository.objects.read('1'.repeat(40) as Oid)).rejects.toThrow(/is missing/);
  runGit(folder, ['repack', '-adq']);
  runGit(folder, ['prune-packed']);
  expect((await readCommit(repository, head)).message).toBe('three\n');
  // A second pack replaces the one that is open.
  commit(folder, 'a.txt', 'four');
  const [next] = gitLines(folder, ['rev-parse', 'HEAD']) as [Oid];
  runGit(folder, ['repack', '-adq']);
  runGit(folder, ['prune-packed']);
  expect((await readCommit(repository, next)).message).toBe('four\n');
});

test('reads HEAD on a branch, detached, and before the first commit', async () => {
  const folder = join(root, 'head');
  runGit(root, ['init', '-q', folder]);
  expect(await readHead(await openInTests(folder))).toEqual({ kind: 'unborn', name: 'main' });
  commit(folder, 'a.txt', 'one');
  const [oid] = gitLines(folder, ['rev-parse', 'HEAD']);
  expect(await readHead(await openInTests(folder))).toEqual({ kind: 'branch', name: 'main', oid });
  runGit(folder, ['checkout', '-q', '--detach']);
  expect(await readHead(await openInTests(folder))).toEqual({ kind: 'detached', oid });
});

test('ends at the borders of a shallow clone', async () => {
  runGit(root, ['clone', '-q', '--depth=2', `file://${origin}`, 'shallow']);
  const repository = await openInTests(join(root, 'shallow'));
  const head = (await resolveCommit(repository, 'HEAD')) as Oid;
  const messages: string[] = [];
  for await (const { message } of log(repository, { from: [head] })) messages.push(message);
  expect(messages).toEqual(['three\n', 'two\n']);
});

test('says that a partial clone never fetched an object', async () => {
  runGit(origin, ['config', 'uploadpack.allowFilter', 'true']);
  runGit(root, ['clone', '-q', '--no-checkout', '--filter=blob:none', `file://${origin}`, 'partial']);
  const repository = await openInTests(join(root, 'partial'));
  const [blob] = gitLines(origin, ['rev-parse', 'HEAD:a.txt']) as [Oid];
  await expect(repository.objects.read(blob)).rejects.toThrow(/never fetched/);
});

test('borrows objects inside the folder, and names a lender outside', async () => {
  runGit(root, ['clone', '-q', '--shared', origin, 'borrower']);
  const outside = await openInTests(join(root, 'borrower'));
  const [head] = gitLines(origin, ['rev-parse', 'HEAD']) as [Oid];
  await expect(outside.objects.read(head)).rejects.toThrow(`${origin}/.git/objects, which is outside`);
  writeFileSync(
    join(root, 'borrower/.git/objects/info/alternates'),
    '# inside\n../../../origin/.git/objects\n',
  );
  const inside = await openInTests(folderOnDisk(root), 'borrower');
  expect((await readCommit(inside, head)).message).toBe('three\n');
});

test('follows linked worktrees and submodules within the folder only', async () => {
  const folder = join(root, 'linked');
  runGit(root, ['clone', '-q', origin, folder]);
  runGit(folder, ['worktree', 'add', '-q', '-b', 'second', 'trees/second']);
  runGit(folder, ['submodule', '--quiet', 'add', origin, 'sub']);
  const worktree = await openInTests(folder, 'trees/second');
  expect(await readHead(worktree)).toMatchObject({ kind: 'branch', name: 'second' });
  expect(await openRepository(folderOnDisk(join(folder, 'trees/second')))).toEqual({
    kind: 'unsupported',
    reason: `This is a linked worktree of ${folder}, which is outside the folder.`,
  });
  expect(await readHead(await openInTests(folder, 'sub'))).toMatchObject({ kind: 'branch', name: 'main' });
  expect(await openRepository(folderOnDisk(join(folder, 'sub')))).toMatchObject({
    kind: 'unsupported',
    reason: expect.stringMatching(/^This is a submodule of .*, which is outside the folder\.$/) as string,
  });
});

test('names the operation under way', async () => {
  const folder = join(root, 'operation');
  runGit(root, ['clone', '-q', origin, folder]);
  runGit(folder, ['checkout', '-q', '-b', 'side', 'HEAD~1']);
  commit(folder, 'a.txt', 'side');
  const operation = async (): Promise<unknown> => findOperation(await openInTests(folder));
  const attempts: [string[], unknown][] = [
    [['merge', 'main'], { kind: 'merge', branch: undefined }],
    [['rebase', 'main'], { kind: 'rebase', branch: 'side' }],
    [['rebase', '--apply', 'main'], { kind: 'rebase', branch: 'side' }],
    [['cherry-pick', 'main'], { kind: 'cherry-pick', branch: undefined }],
    [['revert', '--no-edit', 'HEAD~1'], { kind: 'revert', branch: undefined }],
  ];
  for (const [options, expected] of attempts) {
    expect(await operation()).toBeUndefined();
    expect(() => runGit(folder, options)).toThrow();
    expect(await operation()).toEqual(expected);
    runGit(folder, [options[0] ?? '', '--abort']);
  }
  runGit(folder, ['bisect', 'start']);
  expect(await operation()).toEqual({ kind: 'bisect', branch: 'side' });
});

test.each([
  ['[core]\nrepositoryformatversion = 1\n[extensions]\nobjectformat = sha256', /sha256/],
  ['[core]\nrepositoryformatversion = 1\n[extensions]\nrefStorage = reftable', /reftable/],
  ['[core]\nrepositoryformatversion = 1\n[extensions]\nfuture = true', /unknown extension, future/],
  ['[core]\nrepositoryformatversion = 2', /version 2/],
])('refuses %j', async (config, reason) => {
  expect(await openRepository(withConfig(config))).toMatchObject({
    kind: 'unsupported',
    reason: expect.stringMatching(reason) as string,
  });
});

test.each(['', '[core]\nrepositoryformatversion = 0\n[extensions]\nfuture = true'])(
  'accepts %j',
  async (config) => {
    expect((await openRepository(withConfig(config))).kind).toBe('repository');
  },
);

test('a folder without .git, or with a broken one', async () => {
  expect((await openRepository(folderInMemory(new Map()))).kind).toBe('none');
  const broken = [
    ['.git', ''],
    ['.git', 'gitdir: .git\n'],
    ['.git', 'gitdir: \n'],
    ['.git/HEAD', ''],
    ['.git/config', ''],
  ];
  for (const [path = '', text] of broken) {
    const opened = await openRepository(folderInMemory(new Map([[path, Buffer.from(text ?? '')]])));
    expect(opened.kind, `${path} ${text}`).toBe('unsupported');
  }
});

test('refs and deltas that lead in a circle end with a fault', async () => {
  const files = new Map([['.git/HEAD', Buffer.from('ref: refs/heads/a')]]);
  files.set('.git/refs/heads/a', Buffer.from('ref: refs/heads/b'));
  files.set('.git/refs/heads/b', Buffer.from('ref: refs/heads/a'));
  const repository = await openInTests(folderInMemory(files));
  await expect(readHead(repository)).rejects.toThrow(GitFault);
});

test('keeps names apart that aren’t UTF-8', async () => {
  const folder = join(root, 'names');
  runGit(root, ['init', '-q', folder]);
  const [blob] = gitLines(folder, ['hash-object', '-w', '--stdin'], 'text');
  const names = ['latin1 \xe9', 'latin1 \xe8', 'bad \xc3(', '\xed\xa0\x80'].map((name) =>
    Buffer.from(name, 'latin1'),
  );
  const valid = ['é', '日本', '😀', '\u{10ffff}'].map((name) => Buffer.from(name));
  const lines = [...names, ...valid].flatMap((name) => [
    Buffer.from(`100644 blob ${blob}\t`),
    name,
    Buffer.from('\0'),
  ]);
  const [tree] = runGit(folder, ['mktree', '-z'], Buffer.concat(lines)).toString().split('\n') as [Oid];
  const { filesOf } = await import('../objects/treeFiles');
  const paths = (await filesOf((await openInTests(folder)).objects, tree)).map(({ path }) => path);
  expect(new Set(paths).size).toBe(8);
  expect(paths).toEqual(
    expect.arrayContaining(['é', '日本', '😀', '\u{10ffff}', 'latin1 \udce9', 'bad \udcc3(']),
  );
});

function withConfig(config: string): ReturnType<typeof folderInMemory> {
  return folderInMemory(
    new Map([
      ['.git/HEAD', Buffer.from('ref: refs/heads/main\n')],
      ['.git/config', Buffer.from(config)],
    ]),
  );
}

function theirCommit(folder: string, name: string): string | undefined {
  try {
    return gitLines(folder, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`])[0];
  } catch {
    // Git fails if there is none.
    return undefined;
  }
}

function commit(folder: string, path: string, text: string): void {
  writeFileSync(join(folder, path), text);
  runGit(folder, ['add', '.']);
  runGit(folder, ['commit', '-qm', text.split('\n')[0]?.slice(0, 40) ?? '']);
}
