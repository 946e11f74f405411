import { describe, expect, it } from 'vitest';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { fileOf, openWith } from '../../../tests/engineInTests';
import { full, planned } from '../../../tests/planned';
import type { FolderFile, FolderReader } from '../folders/folderReader';
import { readerOfFiles } from '../folders/memoryFolder';
import { TIME_LIMITS } from '../folders/timeLimits';

/** Ten checks within a few milliseconds. Memory responds before the first. */
const limits = { ...TIME_LIMITS, pause: 1, looksToList: 10 };

const files = ['a.txt', 'b/one.txt', 'b/two.txt', 'c/deep/three.txt'];

/** A folder that never answers the calls in `silent`, such as `list b`, `file a.txt`, `read a.txt`. */
function silentFolder(...silent: readonly string[]): { reader: FolderReader; silent: Set<string> } {
  const silenced = new Set(silent);
  const inner = readerOfFiles(files.map((path) => [path, fileOf(`${path}\n`)]));
  const answer = <T>(call: string, given: () => Promise<T>): Promise<T> =>
    silenced.has(call) ? new Promise<T>(() => undefined) : given();
  const reader: FolderReader = {
    ...inner,
    async *list(folder) {
      await answer(`list ${folder}`, () => Promise.resolve());
      yield* inner.list(folder);
    },
    async file(path): Promise<FolderFile> {
      const file = await answer(`file ${path}`, () => inner.file(path));
      return { ...file, read: () => answer(`read ${path}`, () => file.read()) };
    },
  };
  return { reader, silent: silenced };
}

const failed = { kind: 'failed', reason: expect.stringMatching(/^no answer within \d+ s$/) as string };

async function open(reader: FolderReader): ReturnType<typeof openWith> {
  return openWith(reader, { timeLimits: limits });
}

describe('a folder that does not answer', () => {
  it.each(['file a.txt', 'read a.txt'])(
    'takes one file with it at %j, until it is read again',
    async (call) => {
      const { reader, silent } = silentFolder(call);
      const { engine, events, content } = await open(reader);
      expect(events.at(-1)).toMatchObject({ kind: 'idle', canceled: false });
      expect(content('a.txt')).toMatchObject(failed);
      for (const path of files.slice(1)) expect(content(path)).toMatchObject({ kind: 'text' });

      const document = await engine.assemble(planned(files.map(full)));
      expect(document.leftOut).toEqual([{ path: 'a.txt', reason: failed.reason }]);
      expect(await document.blob.text()).toMatch(/### `a\.txt`\n\n.*no answer within \d+ s/);

      silent.clear();
      await engine.refresh();
      expect(content('a.txt')).toMatchObject({ kind: 'text' });
    },
  );

  it('takes one folder with it, which says why and is listed again', async () => {
    const { reader, silent } = silentFolder('list b');
    const { engine, events, content, entry } = await open(reader);
    expect(events.at(-1)).toMatchObject({ kind: 'idle', canceled: false });
    expect(entry('b')).toMatchObject({
      kind: 'folder',
      leftOut: { source: 'unreadable', rule: failed.reason },
    });
    expect(content('c/deep/three.txt')).toMatchObject({ kind: 'text' });

    silent.clear();
    await engine.refresh();
    expect(entry('b')).toBeUndefined();
    expect(content('b/two.txt')).toMatchObject({ kind: 'text' });
  });

  it('says why a file has no views', async () => {
    const { reader, silent } = silentFolder('read a.txt');
    const { engine } = await open(reader);
    const wanted = [{ path: 'a.txt' as RepoPath, views: [{ mode: 'full' }] }] as const;
    expect(await engine.measureViews(wanted)).toEqual([
      { path: 'a.txt', hash: undefined, views: [], failure: failed.reason },
    ]);
    silent.clear();
    expect(await engine.measureViews(wanted)).toMatchObject([{ views: [{ key: 'full' }] }]);
  });

  it('reads a file that the user wants in a folder that was not listed', async () => {
    const { reader, silent } = silentFolder('list b', 'read b/two.txt');
    const { engine, content, entry } = await open(reader);
    await engine.measureFiles(['b/one.txt', 'b/two.txt'] as RepoPath[]);
    expect(content('b/one.txt')).toMatchObject({ kind: 'text' });
    expect(content('b/two.txt')).toMatchObject(failed);
    silent.clear();
    await engine.refresh();
    expect(entry('b/two.txt')).not.toHaveProperty('leftOut');
    expect(content('b/two.txt')).toMatchObject({ kind: 'text' });
  });

  it('gives back the places of what is given up', async () => {
    const many = Array.from({ length: 300 }, (_, at) => `${at}.txt`);
    const inner = readerOfFiles([...many, 'z'].map((path) => [path, fileOf('z\n')]));
    const { events, content } = await open({
      ...inner,
      file: (path) => (path === 'z' ? inner.file(path) : new Promise(() => undefined)),
    });
    expect(events.at(-1)).toMatchObject({ kind: 'idle' });
    expect(content('299.txt')).toMatchObject(failed);
    expect(content('z')).toMatchObject({ kind: 'text' });
  });

  it('is a fault when its root is silent, and comes back', async () => {
    const { reader, silent } = silentFolder('list ');
    const { engine, events, content } = await open(reader);
    expect(events.at(-1)).toEqual({ kind: 'fault', fault: { kind: 'blocked', reason: failed.reason } });
    silent.clear();
    await engine.refresh();
    expect(events.at(-1)).toMatchObject({ kind: 'idle' });
    expect(content('a.txt')).toMatchObject({ kind: 'text' });
  });

  it('goes on without an ignore file that cannot be read, and says so', async () => {
    const inner = readerOfFiles([
      ['.gitignore', fileOf('*.log\n', { read: () => new Promise(() => undefined) })],
      ['a.log', fileOf('a\n')],
    ]);
    const { events, content } = await open(inner);
    expect(content('a.log')).toMatchObject({ kind: 'text' });
    const problems = events.flatMap((event) => (event.kind === 'ignore-problems' ? event.problems : []));
    expect(problems).toEqual([
      { file: '.gitignore', line: 1, reason: expect.stringMatching(/no answer within \d+ s/) as string },
    ]);
  });

  it('shows why a folder that is left out lists nothing', async () => {
    const { reader, silent } = silentFolder('list b');
    const { engine, entry } = await open({
      ...reader,
      file: (path) => (path === '.gitignore' ? Promise.resolve(fileOf('b/\n')) : reader.file(path)),
      async *list(folder) {
        yield* reader.list(folder);
        if (folder === '') yield [{ name: '.gitignore', kind: 'file' }];
      },
    });
    expect(entry('b')).toMatchObject({ leftOut: { source: 'file' } });
    await engine.listIgnored('b' as RepoPath);
    expect(entry('b')).toMatchObject({ leftOut: { source: 'unreadable', rule: failed.reason } });
    silent.clear();
    await engine.refresh();
    expect(entry('b/one.txt')).toMatchObject({ leftOut: { source: 'file', rule: 'b/' } });
  });
});
