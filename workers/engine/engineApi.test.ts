import type { Remote } from 'comlink';
import { describe, expect, it } from 'vitest';
import { buildVocabulary } from '../../.ci/vite/vocabulary.mjs';
import type { BlockRef } from '../../src/core/compose/block';
import type { RepoPath } from '../../src/core/files/repoPath';
import { testFactsReader } from '../../tests/languages/wasmFiles';
import { createComputeApi } from '../compute/computeApi';
import { noFactsStore } from '../compute/factsStore';
import { noSummaryStore } from '../compute/summaryStore';
import { noTextStore } from '../compute/textStore';
import { createViewing } from '../compute/viewing';
import type { ComputeApi } from '../compute/contract';
import type { ComputePool } from './computePool';
import type { EngineApi, EngineEvent } from './contract';
import { createEngineApi } from './engineApi';
import { FolderLost, type FolderFile, type FolderReader } from './folders/folderReader';
import { readerOfFiles } from './folders/memoryFolder';
import type { PackShelf } from './packStore';
import type { Shelves } from './session';

const compute = createComputeApi({
  loadVocabulary: (encoding) => Promise.resolve(buildVocabulary(encoding)),
  viewing: createViewing({
    reader: testFactsReader(),
    factsStore: noFactsStore,
    summaryStore: noSummaryStore,
    textStore: noTextStore,
    now: () => '2026-01-31T12:00:00.000Z',
  }),
  textStore: noTextStore,
});

/** Does the work on this thread: what the engine makes of it is what these tests are about. */
function poolHere(): ComputePool {
  return {
    size: 1,
    async run(job) {
      job.signal?.throwIfAborted();
      const result = await job.call(compute as unknown as Remote<ComputeApi>); // the same calls, without a thread between
      job.signal?.throwIfAborted();
      return result;
    },
    prepare: () => undefined,
    workDone: () => compute.workDone(),
    busyTime: () => 0,
    onRecycled: () => undefined,
    dispose: () => undefined,
  };
}

function fileOf(text: string, changes: Partial<FolderFile> = {}): FolderFile {
  const bytes = new TextEncoder().encode(text);
  return { size: bytes.length, modified: 1, read: () => Promise.resolve(bytes.slice().buffer), ...changes };
}

function failing(name: string): () => Promise<never> {
  return () => Promise.reject(new DOMException('as the test wants it', name));
}

async function openWith(
  reader: FolderReader,
  shelves: Shelves = {},
  createPool = poolHere,
): Promise<{ engine: EngineApi; events: EngineEvent[]; content(path: string): unknown }> {
  const events: EngineEvent[] = [];
  const engine = createEngineApi({
    createPool,
    shelvesOf: () => shelves,
    summaryStore: noSummaryStore,
    readerOf: () => reader,
  });
  const options = {
    workspaceId: 'test',
    encoding: 'o200k_base',
    userPatterns: '',
    keepSummaries: true,
  } as const;
  await engine.open({ kind: 'snapshot', name: 'test' }, options, (event) => events.push(event));
  const content = (path: string): unknown => {
    const entries = events.flatMap((event) => (event.kind === 'entries' ? event.entries : []));
    const id = entries.findLast((entry) => entry.path === path)?.id;
    const files = events.flatMap((event) => (event.kind === 'indexed' ? event.files : []));
    return files.findLast((file) => file.id === id)?.content;
  };
  return { engine, events, content };
}

const full = (path: string): BlockRef => ({ kind: 'file', path: path as RepoPath, view: { mode: 'full' } });

describe('reading', () => {
  it('goes on without a file that was deleted, and says so', async () => {
    const reader = readerOfFiles([
      ['a', fileOf('a')],
      ['gone', fileOf('b', { read: failing('NotFoundError') })],
    ]);
    const { engine, events, content } = await openWith(reader);
    expect(content('gone')).toMatchObject({ kind: 'missing' });
    expect(content('a')).toMatchObject({ kind: 'text', tokens: 1 });
    expect(events.at(-1)).toMatchObject({ kind: 'idle', cancelled: false });

    const document = await engine.assemble([full('a'), full('gone')], 'whole');
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
    await expect(engine.assemble([full('a'), full('b')], 'whole')).rejects.toThrow();
    await engine.refresh();
    expect(events.at(-1)).toEqual({ kind: 'fault', fault: { kind: 'permission' } });
  });

  it('never lets the history of a conversation in', async () => {
    const { engine } = await openWith(
      readerOfFiles([
        ['history.toml', fileOf('private')],
        ['a', fileOf('a')],
      ]),
    );
    await engine.measureFiles(['history.toml' as RepoPath]);
    const { blob, leftOut } = await engine.assemble([full('a'), full('history.toml')], 'whole');
    expect(await blob.text()).not.toContain('private');
    expect(leftOut).toHaveLength(1);
    const wanted = { path: 'history.toml' as RepoPath, views: [{ mode: 'full' }], text: true } as const;
    const measured = await engine.measureViews([wanted]);
    expect(measured).toEqual([{ path: 'history.toml', hash: undefined, views: [] }]);
    expect((await engine.readLines(full('history.toml'), 0, 9)).texts.join()).not.toContain('private');
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
    const engine = createEngineApi({
      createPool: poolHere,
      shelvesOf: () => ({
        index: { load: () => new Promise(() => undefined), save: () => Promise.resolve() },
      }),
      summaryStore: noSummaryStore,
    });
    const tokens = engine.filesHeadingTokens();
    const options = {
      workspaceId: 'test',
      encoding: 'o200k_base',
      userPatterns: '',
      keepSummaries: true,
    } as const;
    await engine.open(
      { kind: 'memory', name: 'test', files: [{ path: 'a', text: 'a' }] },
      options,
      () => undefined,
    );
    expect((await tokens)['## Files']).toBeGreaterThan(0);
  });
});

describe('what is kept of files that are gone', () => {
  it('is let go at the end of a run that came through, and of no other', async () => {
    let isLost = false;
    const reader = readerOfFiles([['a.txt', fileOf('a')]]);
    const asked: boolean[][] = [];
    const engine = createEngineApi({
      createPool: poolHere,
      shelvesOf: () => ({}),
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
    const options = {
      workspaceId: 'test',
      encoding: 'o200k_base',
      userPatterns: '',
      keepSummaries: true,
    } as const;
    await engine.open({ kind: 'snapshot', name: 'test' }, options, () => undefined);
    expect(asked).toEqual([[true, false]]);
    isLost = true;
    await engine.refresh();
    expect(asked).toHaveLength(1);
  });
});

describe('sections', () => {
  it('leave no trace when they are empty', async () => {
    const { engine } = await openWith(readerOfFiles([['src/a.ts', fileOf('a')]]));
    expect(await engine.setSection({ section: 'task', texts: [' \n'] })).toBeUndefined();
    expect(await engine.setSection({ section: 'fileTree', scope: 'all', figuresOf: [] })).toMatchObject({
      tokens: expect.any(Number),
    });
    const refs: BlockRef[] = [
      { kind: 'section', section: 'task' },
      { kind: 'section', section: 'fileTree' },
    ];
    const { blob, tokens, blocks } = await engine.assemble(refs, 'whole');
    expect(await blob.text()).toBe('## File Tree\n\n```text\nsrc/\n  a.ts\n```\n');
    expect(blocks).toHaveLength(1);
    expect(tokens).toBe(await compute.countTokens('o200k_base', await blob.text()));
    await engine.clearSection('fileTree');
    expect((await engine.assemble(refs, 'whole')).bytes).toBe(0);
  });

  it('have lines and symbols of the files that are named, as far as they have text', async () => {
    const folder = readerOfFiles([
      ['a.py', fileOf('def f():\n  return 1\n\nclass C:\n  pass\n')],
      ['b.xyz', fileOf('one\n')],
      ['c.dat', fileOf('\0')],
      ['d.py', fileOf('def g(): pass\n')],
    ]);
    const { engine } = await openWith(folder);
    const figuresOf = ['a.py', 'b.xyz', 'c.dat'] as RepoPath[];
    await engine.setSection({ section: 'fileTree', scope: 'all', figuresOf });
    const { blob, tokens } = await engine.assemble([{ kind: 'section', section: 'fileTree' }], 'whole');
    const text = await blob.text();
    expect(text).toContain('\na.py (5 lines, 2 symbols)\nb.xyz (1 line)\nc.dat\nd.py\n');
    expect(tokens).toBe(await compute.countTokens('o200k_base', text));
  });

  it('stay as they are while another text is measured', async () => {
    const { engine } = await openWith(readerOfFiles([['a', fileOf('a')]]));
    const kept = await engine.setSection({ section: 'task', texts: ['Say hello.'] });
    const other = await engine.measureSection({ section: 'task', texts: ['Say hello to everybody.'] });
    expect(other?.tokens).toBeGreaterThan(kept?.tokens ?? Infinity);
    expect(await engine.measureSection({ section: 'task', texts: [' '] })).toBeUndefined();
    const { blob } = await engine.assemble([{ kind: 'section', section: 'task' }], 'whole');
    expect(await blob.text()).toBe('## Task\n\nSay hello.\n');
  });
});

describe('what files stand under', () => {
  it('is the heading that was asked for, and is counted with the first of them', async () => {
    const { engine } = await openWith(readerOfFiles([['a', fileOf('a')]]));
    const plain = await engine.assemble([full('a')], 'whole');
    const focused = await engine.assemble([full('a')], 'whole', '## Files (Tier 3 - Focused)');
    const text = await focused.blob.text();
    expect(text).toBe((await plain.blob.text()).replace('## Files', '## Files (Tier 3 - Focused)'));
    expect(focused.tokens).toBe(await compute.countTokens('o200k_base', text));
    const tokens = await engine.filesHeadingTokens();
    expect(focused.tokens - plain.tokens).toBe(tokens['## Files (Tier 3 - Focused)'] - tokens['## Files']);
  });
});

function signal(): readonly [Promise<void>, () => void] {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, () => give()];
}

describe('a document', () => {
  it('has the tokens of one encoding, also when another one is chosen under way', async () => {
    const [begun, begin] = signal();
    const [gate, open] = signal();
    let isClosed = false;
    const pool: ComputePool = {
      ...poolHere(),
      async run(job) {
        if (isClosed && job.bytes === 0) {
          begin();
          await gate;
        }
        return poolHere().run(job);
      },
    };
    const text = 'Überraschung: 你好，世界。 Ещё раз.\n';
    const { engine } = await openWith(readerOfFiles([['a', fileOf(text)]]), {}, () => pool);
    isClosed = true;
    const assembling = engine.assemble([full('a')], 'whole');
    await begun;
    await engine.setEncoding('cl100k_base');
    open();
    const { blob, tokens } = await assembling;
    const whole = await blob.text();
    expect(tokens).toBe(await compute.countTokens('o200k_base', whole));
    expect(tokens).not.toBe(await compute.countTokens('cl100k_base', whole));
  });
});

describe('the stored index', () => {
  it('forgets files that have gone', async () => {
    const shelves = { index: shelfInMemory() };
    const both = readerOfFiles([
      ['stays', fileOf('a')],
      ['goes', fileOf('b')],
    ]);
    const one = readerOfFiles([['stays', fileOf('a')]]);
    await openWith(both, shelves);
    const second = await openWith(one, shelves);
    expect(second.events.at(-1)).toMatchObject({ kind: 'idle', fromStore: 2 });
    const third = await openWith(one, shelves);
    expect(third.events.at(-1)).toMatchObject({ kind: 'idle', fromStore: 1 });
  });
});

describe('views of what has just been counted', () => {
  const outlineOf = (path: string) => [{ path: path as RepoPath, views: [{ mode: 'outline' } as const] }];

  it('are measured without reading it again, and anew when it has changed', async () => {
    let text = '{"a": 1}';
    let reads = 0;
    const reader = readerOfFiles([['a.json', fileOf('')]]);
    const changing: FolderReader = {
      ...reader,
      file(path) {
        if (path !== 'a.json') return reader.file(path);
        const file = fileOf(text, { modified: text.length });
        return Promise.resolve({ ...file, read: () => ((reads += 1), file.read()) });
      },
    };
    const { engine, content } = await openWith(changing);
    const [first] = await engine.measureViews(outlineOf('a.json'));
    expect(reads).toBe(1);
    expect(first?.hash).toBe((content('a.json') as { hash: string }).hash);
    expect(first?.views[0]?.block.lines).toBeGreaterThan(0);

    text = '{"a": 1, "b": 2}';
    await engine.refresh();
    const [second] = await engine.measureViews(outlineOf('a.json'));
    expect(reads).toBe(2);
    expect(second?.views[0]?.block.lines).toBe((first?.views[0]?.block.lines ?? NaN) + 1);
  });

  it('of a file without text are none, and nothing is read for them', async () => {
    const binary = fileOf('a\0b');
    let reads = 0;
    const counting = { ...binary, read: () => ((reads += 1), binary.read()) };
    const { engine } = await openWith(readerOfFiles([['a.bin', counting]]));
    expect(await engine.measureViews(outlineOf('a.bin'))).toEqual([
      { path: 'a.bin', hash: undefined, views: [] },
    ]);
    expect(reads).toBe(1);
  });
});

describe('the stored measures of views', () => {
  const outline = [{ path: 'a.json' as RepoPath, views: [{ mode: 'outline' } as const] }];

  it('are not made again on the next visit, unless the file has changed', async () => {
    const shelves = { index: shelfInMemory(), views: shelfInMemory() };
    let reads = 0;
    const counting = (text: string, changes: Partial<FolderFile> = {}): FolderFile => {
      const file = fileOf(text, changes);
      return { ...file, read: () => ((reads += 1), file.read()) };
    };
    const first = await openWith(readerOfFiles([['a.json', counting('{"a": 1}')]]), shelves);
    const measured = await first.engine.measureViews(outline);
    expect(measured[0]?.views).toMatchObject([{ key: 'outline' }]);
    await first.engine.refresh();

    reads = 0;
    const second = await openWith(readerOfFiles([['a.json', counting('{"a": 1}')]]), shelves);
    const [known] = await second.engine.measureViews(outline);
    expect(known?.views).toEqual(measured[0]?.views);
    expect(reads).toBe(0);

    const changed = readerOfFiles([['a.json', counting('{"a": 1, "b": 2}', { modified: 2 })]]);
    const third = await openWith(changed, shelves);
    const [again] = await third.engine.measureViews(outline);
    expect(again?.views[0]?.block.lines).toBeGreaterThan(measured[0]?.views[0]?.block.lines ?? Infinity);
  });
});

function shelfInMemory(): PackShelf {
  const packs = new Map<number, unknown>();
  return {
    load: () => Promise.resolve(structuredClone(packs)),
    save(changed) {
      for (const [number, pack] of structuredClone(changed)) packs.set(number, pack);
      return Promise.resolve();
    },
  };
}

describe('symbols', () => {
  it('are counted on the way to a view, and known from then on', async () => {
    const { engine } = await openWith(readerOfFiles([['a.py', fileOf('def f(): pass\n')]]));
    const path = 'a.py' as RepoPath;
    const [outline] = await engine.measureViews([{ path, views: [{ mode: 'outline' }] }]);
    expect(outline?.symbolCount).toBe(1);
    const before = (await engine.workDone()).hits;
    const [known] = await engine.measureViews([{ path, views: [{ mode: 'outline' }], symbolCount: true }]);
    expect(known?.symbolCount).toBe(1);
    const after = (await engine.workDone()).hits;
    expect(after).toEqual({ ...before, viewsKept: before.viewsKept + 1 });
  });

  it('are none where the language is not known', async () => {
    const { engine } = await openWith(readerOfFiles([['a.xyz', fileOf('a\n')]]));
    const wanted = { path: 'a.xyz' as RepoPath, views: [], symbolCount: true } as const;
    expect((await engine.measureViews([wanted]))[0]?.symbolCount).toBe('none');
  });

  it('are there, or else no summary is made in place of a view', async () => {
    const folder = readerOfFiles([
      ['a.xyz', fileOf('only parsed\n')],
      ['b.py', fileOf('only_parsed = 1\n')],
    ]);
    const { engine } = await openWith(folder);
    const views = [{ mode: 'skeleton', keep: 'all' }] as const;
    const wanted = (['a.xyz', 'b.py'] as RepoPath[]).map(
      (path) => ({ path, views, onlyParsed: true }) as const,
    );
    const before = (await engine.workDone()).hits.summariesMade;
    for (const look of ['first', 'again']) {
      const measured = await engine.measureViews(wanted);
      expect(
        measured.map((one) => one.views.length),
        look,
      ).toEqual([0, 1]);
    }
    expect((await engine.workDone()).hits.summariesMade).toBe(before);
  });

  it('are not looked for where nobody needs them', async () => {
    const { engine } = await openWith(readerOfFiles([['lonely.py', fileOf('lonely = 1\n')]]));
    const path = 'lonely.py' as RepoPath;
    const [full] = await engine.measureViews([{ path, views: [{ mode: 'full' }] }]);
    expect(full).toBeDefined();
    expect(full?.symbolCount).toBeUndefined();
  });
});
