import { symlinkSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { readerOfDisk } from '../../../tests/diskFolder';
import { openWith } from '../../../tests/engineInTests';
import { createTemporaryFolder, type TestRepository } from '../../../tests/git/testRepository';
import type { BodyRequest } from '../../../src/core/document/bodyRequest';
import type { EngineApi } from '../contract';

const temporary = createTemporaryFolder();
afterAll(temporary.dispose);

const LINES = Array.from({ length: 40 }, (_, at) => `line ${at}`);

function textOf(change: (lines: string[]) => void = () => undefined): string {
  const lines = [...LINES];
  change(lines);
  return `${lines.join('\n')}\n`;
}

/** Two commits on main, one on a branch, and work of every kind that is not committed. */
function worked(name: string): TestRepository {
  const repository = temporary.createRepository(name);
  const { git, write, remove } = repository;
  write('.gitignore', 'build/\n');
  write('src/kept.ts', 'kept\n');
  write('src/edited.ts', textOf());
  write('src/staged.ts', textOf());
  write(
    'src/moved.ts',
    textOf((lines) => lines.reverse()),
  );
  write('gone.ts', 'gone\n');
  write('package-lock.json', '{}\n');
  symlinkSync('src/kept.ts', `${repository.folder}/link`);
  git(['add', '-A']);
  git(['commit', '-qm', 'First\n\nWith a body.']);
  git(['commit', '-qm', 'Second', '--allow-empty']);
  git(['switch', '-qc', 'feature']);
  write('src/branch.ts', 'on the branch\n');
  git(['add', '-A']);
  git(['commit', '-qm', 'Third']);
  write(
    'src/edited.ts',
    textOf((lines) => lines.splice(20, 1, 'edited')),
  );
  write(
    'src/staged.ts',
    textOf((lines) => lines.splice(5, 0, 'staged')),
  );
  write('new.ts', 'added\n');
  git(['add', 'src/staged.ts', 'new.ts']);
  git(['mv', 'src/moved.ts', 'src/there.ts']);
  remove('gone.ts');
  write('package-lock.json', '{"changed": true}\n');
  write('untracked/a.ts', 'x\n');
  write('build/out.js', 'x\n');
  write('node_modules/x/index.js', 'x\n');
  write('.env', 'TOKEN=1\n');
  return repository;
}

async function opened(repository: TestRepository): Promise<EngineApi> {
  const { engine } = await openWith(readerOfDisk(repository.folder));
  return engine;
}

async function bodyOf(engine: EngineApi, request: BodyRequest): Promise<string> {
  const section = request.kind === 'gitLog' ? 'gitLog' : 'gitChanges';
  const texts = await engine.setSection(section, request);
  const [text] = texts;
  if (text === undefined) return '';
  const { texts: lines } = await engine.readLines({ kind: 'text', key: text.key }, 0, 10_000);
  return lines.join('\n');
}

const changesOf = (since: 'head' | 'base' | undefined, commit = ''): BodyRequest => ({
  ...{ kind: 'gitChanges', heading: '## Git Changes', commit },
  ...(since !== undefined && { since }),
});

it('says what git status says', async () => {
  const repository = worked('status');
  const engine = await opened(repository);
  const state = await engine.gitState();
  expect(state).toMatchObject({ kind: 'repository', branch: 'feature', problems: [] });
  if (state.kind !== 'repository') return;
  expect(state.status).toEqual(repository.git(['status', '--porcelain']).trimEnd().split('\n'));
  expect(state.base?.commit).toBe(repository.git(['rev-parse', '--short=7', 'main']).trim());
  expect(Object.fromEntries(state.changes.map(({ path, kind }) => [path, kind]))).toEqual({
    ...{ 'gone.ts': 'deleted', 'new.ts': 'added', 'package-lock.json': 'modified' },
    ...{ 'src/edited.ts': 'modified', 'src/staged.ts': 'modified', 'src/there.ts': 'renamed' },
    'untracked/a.ts': 'untracked',
  });
});

it('prints what git diff prints, but for files that rules leave out', async () => {
  const repository = worked('diff');
  const engine = await opened(repository);
  await engine.gitState();
  for (const [since, start] of [
    ['head', 'HEAD'],
    ['base', 'main'],
  ] as const) {
    const body = await bodyOf(engine, changesOf(since));
    const expected = repository.git(['diff', '--abbrev=7', start, '--', '.', ':!package-lock.json']);
    expect(body.slice(body.indexOf('diff --git'), body.lastIndexOf('```'))).toBe(expected);
    expect(body).toContain('rules leave them out: package-lock.json');
    expect(body).toContain('does not track: untracked/a.ts');
    expect(body).not.toContain('TOKEN');
  }
});

it('prints a commit, and says if there is none', async () => {
  const repository = worked('commit');
  const engine = await opened(repository);
  await engine.gitState();
  const body = await bodyOf(engine, changesOf(undefined, 'HEAD'));
  expect(body).toContain(`commit ${repository.git(['rev-parse', 'HEAD']).trim()}`);
  expect(body).toContain('    Third\n\ndiff --git a/src/branch.ts b/src/branch.ts\nnew file mode 100644\n');
  expect(await bodyOf(engine, changesOf(undefined, 'nowhere'))).toContain(
    'ERROR: There is no commit nowhere.',
  );
});

it('lists the last commits', async () => {
  const repository = worked('log');
  const engine = await opened(repository);
  await engine.gitState();
  const body = await bodyOf(engine, { kind: 'gitLog', heading: '## Git Log', count: 2 });
  const lines = repository.git(['log', '-2', '--abbrev=7', '--date=short', '--format=%h %ad %an: %s']);
  expect(body).toBe(`## Git Log\n\n\`\`\`text\n${lines}\`\`\``);
  expect((await engine.gitCommits(5)).map(({ subject }) => subject)).toEqual(['Third', 'Second', 'First']);
});

it('names the files that have changed', async () => {
  const engine = await opened(worked('changed'));
  await engine.gitState();
  expect((await engine.gitChangedSince('head')).toSorted()).toEqual(
    [
      'new.ts',
      'package-lock.json',
      'src/edited.ts',
      'src/staged.ts',
      'src/there.ts',
      'untracked/a.ts',
    ].toSorted(),
  );
  expect(await engine.gitChangedSince('base')).toContain('src/branch.ts');
});

it('follows new commits and new work', async () => {
  const repository = worked('followed');
  const engine = await opened(repository);
  await engine.gitState();
  repository.git(['add', '-A', '--', '.', ':!.env']);
  repository.git(['commit', '-qm', 'Fourth']);
  await engine.refresh();
  const state = await engine.gitState();
  expect(state).toMatchObject({ changes: [] });
  expect(await bodyOf(engine, changesOf('head'))).toBe('');
  repository.write('src/kept.ts', 'changed\n');
  await engine.refresh();
  expect(await engine.gitState()).toMatchObject({ changes: [{ path: 'src/kept.ts', kind: 'modified' }] });
});

it('says why a repository can’t be read', async () => {
  const folder = temporary.createRepository('sha256');
  folder.write(
    '.git/config',
    '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n',
  );
  expect(await (await opened(folder)).gitState()).toMatchObject({ kind: 'unreadable' });
  const broken = temporary.createRepository('broken');
  broken.write('.git/HEAD', 'nothing');
  broken.write('a.ts', 'x');
  expect(await (await opened(broken)).gitState()).toMatchObject({ kind: 'unreadable' });
  const none = await openWith(readerOfDisk(temporary.path));
  expect(await none.engine.gitState()).toEqual({ kind: 'none' });
});

it('goes on with a damaged index', async () => {
  const repository = worked('index');
  repository.write('.git/index', 'DIRC');
  const engine = await opened(repository);
  expect(await engine.gitState()).toMatchObject({ kind: 'repository', branch: 'feature' });
  expect(await engine.gitCommits(1)).toMatchObject([{ subject: 'Third' }]);
});

it('keeps what rules leave out to itself even after it is gone', async () => {
  const repository = temporary.createRepository('secretFolder');
  repository.write('.ssh/config', 'Host secret.example\n');
  repository.write('a.ts', 'a\n');
  repository.git(['add', '-Af']);
  repository.git(['commit', '-qm', 'With a key']);
  repository.git(['rm', '-qr', '.ssh']);
  const engine = await opened(repository);
  await engine.gitState();
  for (const body of [
    await bodyOf(engine, changesOf('head')),
    await bodyOf(engine, changesOf(undefined, 'HEAD')),
  ]) {
    expect(body).toContain('rules leave them out: .ssh/config');
    expect(body).not.toContain('secret.example');
  }
});

it('says nothing about the files of other repositories inside', async () => {
  const inner = temporary.createRepository('inner');
  inner.write('x.ts', 'x\n');
  inner.git(['add', '-A']);
  inner.git(['commit', '-qm', 'x']);
  const repository = worked('outer');
  repository.git(['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.folder, 'module']);
  repository.git(['clone', '-q', inner.folder, 'nested']);
  const state = await (await opened(repository)).gitState();
  if (state.kind !== 'repository') throw new Error(state.kind);
  expect(state.status).toEqual(repository.git(['status', '--porcelain']).trimEnd().split('\n'));
  const paths = state.changes.map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith('module/') || path.startsWith('nested/'))).toEqual([]);
});

it('names a file once that is deleted in the index and there again', async () => {
  const repository = worked('cached');
  repository.git(['rm', '-q', '--cached', 'src/kept.ts']);
  const state = await (await opened(repository)).gitState();
  if (state.kind !== 'repository') throw new Error(state.kind);
  const paths = state.changes.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(state.changes.find(({ path }) => path === 'src/kept.ts')?.kind).toBe('untracked');
});
