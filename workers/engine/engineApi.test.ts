import { describe, expect, it } from 'vitest';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { SourceEncoding } from '../../src/core/files/sourceEncoding';
import { createSlice } from '../../src/core/slices/createSlice';
import { engineHere, fileOf, openWith, OPTIONS } from '../../tests/engineInTests';
import { full, planned } from '../../tests/planned';
import { FolderLost, type FolderReader } from './folders/folderReader';
import { readerOfFiles } from './folders/memoryFolder';
import { shelfInMemory } from '../../tests/shelfInMemory';
import { noSummaryStore } from '../../tests/noStores';

function failing(name: string): () => Promise<never> {
  return () => Promise.reject(new DOMException('as the test wants it', name));
}

describe('reading', () => {
  it('shows the files of the last visit at once, and lists the folder when the listener is ready', async () => {
    const shelves = { index: shelfInMemory() };
    const inner = readerOfFiles([['a', fileOf('a')]]);
    const first = await openWith(inner, { shelvesOf: () => shelves });
    await first.engine.workDone();

    const log: string[] = [];
    const readerOf = (): FolderReader => ({
      ...inner,
      list(folder) {
        log.push('list');
        return inner.list(folder);
      },
    });
    const engine = engineHere({ readerOf, shelvesOf: () => shelves });
    let draw = (): void => undefined;
    const drawn = new Promise<void>((resolve) => (draw = resolve));
    const opened = engine.open({ kind: 'snapshot', name: 'test' }, OPTIONS, ({ kind }) => {
      log.push(kind);
      return kind === 'stored' ? drawn : undefined;
    });
    await expect.poll(() => log).toEqual(['entries', 'indexed', 'stored']);
    await new Promise((resolve) => setTimeout(resolve));
    expect(log).toHaveLength(3);
    draw();
    await opened;
    expect(log[3]).toBe('list');
  });

  it('goes on without a file that was deleted, and says so', async () => {
    const reader = readerOfFiles([
      ['a', fileOf('a')],
      ['gone', fileOf('b', { read: failing('NotFoundError') })],
    ]);
    const { engine, events, content } = await openWith(reader);
    expect(content('gone')).toMatchObject({ kind: 'missing' });
    expect(content('a')).toMatchObject({ kind: 'text', tokens: 1 });
    expect(events.at(-1)).toMatchObject({ kind: 'idle', canceled: false });

    const document = await engine.assemble(planned([full('a'), full('gone')]));
    expect(await document.blob.text()).toContain('ERROR: file not found: gone');
    expect(document.leftOut).toEqual([{ path: 'gone', reason: 'file not found' }]);
  });

  it('asks once more for a file that changed while it was read', async () => {
    let asked = 0;
    const inner = readerOfFiles([['a', fileOf('never read')]]);
    const reader: FolderReader = {
      ...inner,
      file(path) {
        if (path !== 'a') return inner.file(path);
        asked += 1;
        return Promise.resolve(
          asked === 1 ? fileOf('old', { read: failing('NotReadableError') }) : fileOf('the new'),
        );
      },
    };
    const { content } = await openWith(reader);
    expect(content('a')).toMatchObject({ kind: 'text', tokens: 2 });
    expect(asked).toBe(2);
  });

  it('reads a file in the encoding that was chosen for it, everywhere', async () => {
    const path = 'sjis.txt' as RepoPath;
    const bytes = Uint8Array.from([0x93, 0xfa, 0x96, 0x7b, 0x0a]);
    const file = fileOf('', { size: bytes.length, read: () => Promise.resolve(bytes.slice().buffer) });
    const { engine, content } = await openWith(readerOfFiles([[path, file]]));
    expect(content(path)).toMatchObject({ encoding: 'windows-1252' });
    const guessed = content(path);

    await engine.setSourceEncodings(new Map([[path, 'shift_jis']]));
    expect(content(path)).toMatchObject({ kind: 'text', encoding: 'shift_jis', warnings: [] });
    expect(content(path)).not.toHaveProperty('hash', guessed?.kind === 'text' && guessed.hash);
    const lines = await engine.readLines(full(path).source, 0, 10);
    expect(lines.texts).toContain('日本');
    expect(await engine.search([full(path).source], '日本', 5)).toMatchObject({ matches: [{ line: 3 }] });
    const [viewed] = await engine.measureViews([{ path, views: [{ mode: 'full' }], text: true }]);
    expect(viewed).toMatchObject({ text: { text: '日本\n' } });
    const [slice] = (await engine.anchorSlices(path, [{ startLine: 1, endLine: 1 }])) ?? [];
    expect(slice?.contentHash).toBe(
      createSlice({ lines: ['日本'], fileHash: '' }, { startLine: 1, endLine: 1 }).contentHash,
    );
    const document = await engine.assemble(planned([full(path)]));
    const block = content(path)?.block;
    expect(await document.blob.text()).toContain('日本');
    expect(document.blocks[0]?.bytes).toBeGreaterThanOrEqual(block?.bytes ?? Infinity);

    await engine.setSourceEncodings(new Map());
    expect(content(path)).toEqual(guessed);
  });

  it('opens with the encodings that were chosen before, and reads again what was stored of another', async () => {
    const path = 'a.txt' as RepoPath;
    const bytes = Uint8Array.from([0xc4, 0xc1]);
    const file = fileOf('', { size: bytes.length, read: () => Promise.resolve(bytes.slice().buffer) });
    const shelf = shelfInMemory();
    const overrides = { shelvesOf: () => ({ index: shelf }) };
    for (const [chosen, encoding] of [
      [new Map([[path, 'koi8-r' as const]]), 'koi8-r'],
      [new Map([[path, 'koi8-r' as const]]), 'koi8-r'],
      [new Map<RepoPath, SourceEncoding>(), 'windows-1252'],
    ] as const) {
      const options = { ...OPTIONS, sourceEncodings: chosen };
      const { content } = await openWith(readerOfFiles([[path, file]]), overrides, options);
      expect(content(path)).toMatchObject({ encoding });
    }
  });

  it('gives up a file that cannot be read twice, with the reason', async () => {
    const { content } = await openWith(
      readerOfFiles([['a', fileOf('a', { read: failing('NotReadableError') })]]),
    );
    expect(content('a')).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('NotReadableError'),
    });
  });

  it('refuses by size what no text can hold, and leaves large files until they are wanted', async () => {
    const unread = failing('NotReadableError');
    const large = fileOf('large after all\n', { size: 60_000_000 });
    const huge = fileOf('', { size: 536_870_889, read: unread });
    const { engine, content } = await openWith(
      readerOfFiles([
        ['large', large],
        ['huge', huge],
      ]),
    );
    expect(content('large')).toMatchObject({ kind: 'unread', tokens: 15_000_000 });
    expect(content('huge')).toMatchObject({ kind: 'unread' });
    await engine.measureFiles(['large', 'huge'] as RepoPath[]);
    expect(content('large')).toMatchObject({ kind: 'text', lines: 1 });
    expect(content('huge')).toMatchObject({ kind: 'failed', reason: expect.stringContaining('536870889') });
  });

  it('stops with a fault when the permission goes, and makes no document of a part', async () => {
    let allowed = true;
    const inner = readerOfFiles([
      ['a', fileOf('a')],
      ['b', fileOf('b')],
    ]);
    const reader: FolderReader = {
      ...inner,
      file: (path) => (allowed ? inner.file(path) : failing('NotAllowedError')()),
      isAllowed: () => Promise.resolve(allowed),
    };
    const { engine, events } = await openWith(reader);
    allowed = false;
    await expect(engine.assemble(planned([full('a'), full('b')]))).rejects.toThrow();
    await engine.refresh();
    expect(events.at(-1)).toEqual({ kind: 'fault', fault: { kind: 'permission' } });
  });

  it('says why a file without a name is not read', async () => {
    const inner = readerOfFiles([['a', fileOf('a')]]);
    const { engine, content } = await openWith({
      ...inner,
      async *list(folder) {
        yield* inner.list(folder);
        yield [{ name: '', kind: 'file' }];
      },
    });
    await engine.measureFiles(['<unreadable name 1>'] as RepoPath[]);
    expect(content('<unreadable name 1>')).toMatchObject({
      kind: 'failed',
      reason: 'it has no name by which it can be opened',
    });
  });

  it('reads a file whose name looks like one of a file without a name', async () => {
    const { content } = await openWith(readerOfFiles([['<unreadable name 1>', fileOf('a')]]));
    expect(content('<unreadable name 1>')).toMatchObject({ kind: 'text' });
  });

  it('never lets the history of a conversation in', async () => {
    const { engine } = await openWith(
      readerOfFiles([
        ['history.toml', fileOf('private')],
        ['a', fileOf('a')],
      ]),
    );
    await engine.measureFiles(['history.toml' as RepoPath]);
    const { blob, leftOut } = await engine.assemble(planned([full('a'), full('history.toml')]));
    expect(await blob.text()).not.toContain('private');
    expect(leftOut).toHaveLength(1);
    const wanted = { path: 'history.toml' as RepoPath, views: [{ mode: 'full' }], text: true } as const;
    const measured = await engine.measureViews([wanted]);
    expect(measured).toEqual([
      {
        ...{ path: 'history.toml', hash: undefined, views: [] },
        failure: 'the history of a conversation never enters a context',
      },
    ]);
    expect((await engine.readLines(full('history.toml').source, 0, 9)).texts.join()).not.toContain('private');
    expect(await engine.matchGlob('history.toml')).toEqual([]);
  });
});

describe('runs', () => {
  it('follow one another, and what is asked meanwhile is done once', async () => {
    let walks = 0;
    const inner = readerOfFiles([['a', fileOf('a')]]);
    const reader: FolderReader = {
      ...inner,
      list(folder) {
        walks += 1;
        return inner.list(folder);
      },
    };
    const { engine, events } = await openWith(reader);
    walks = 0;
    await Promise.all([engine.refresh(), engine.refresh(), engine.refresh()]);
    expect(walks).toBe(2);
    expect(events.filter(({ kind }) => kind === 'idle')).toHaveLength(2);
  });

  it('wait for the folder when they are asked for before it is there', async () => {
    const engine = engineHere({
      shelvesOf: () => ({
        index: { load: () => new Promise(() => undefined), save: () => Promise.resolve(true) },
      }),
    });
    const tokens = engine.countTexts(['## Files']);
    await engine.open(
      { kind: 'memory', name: 'test', files: [{ path: 'a', text: 'a' }] },
      OPTIONS,
      () => undefined,
    );
    expect(await tokens).toEqual([expect.any(Number)]);
  });
});

describe('stored data of gone files', () => {
  it('is let go at the end of a run that came through, and of no other', async () => {
    let isLost = false;
    const reader = readerOfFiles([['a.txt', fileOf('a')]]);
    const asked: boolean[][] = [];
    const engine = engineHere({
      summaryStore: {
        ...noSummaryStore,
        keepOnly(_shelf, isListed) {
          asked.push(['a.txt', 'gone.txt'].map((path) => isListed(path as RepoPath)));
          return Promise.resolve();
        },
      },
      readerOf: () => ({
        ...reader,
        list(folder) {
          if (isLost) throw new FolderLost({ kind: 'gone' });
          return reader.list(folder);
        },
      }),
    });
    await engine.open({ kind: 'snapshot', name: 'test' }, OPTIONS, () => undefined);
    expect(asked).toEqual([[true, false]]);
    isLost = true;
    await engine.refresh();
    expect(asked).toHaveLength(1);
  });
});
