import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { browserStorage, storageInMemory } from '../../tests/storageInMemory';
import { viewKey, type BlockMeasure } from '../core/compose/block';

import type { ContentHash, FileContent } from '../core/files/fileContent';
import { parseRepoPath, type RepoPath } from '../core/files/repoPath';
import { createSlice } from '../core/slices/createSlice';
import type {
  AssembledDocument,
  WorkDone,
  Engine,
  EngineEvent,
  IndexedFile,
  OpenedFolder,
  Storage,
} from './ports';
import { ProjectFile } from './presets/projectFile.svelte';
import { reportOf } from './report';
import { Workspace } from './workspace.svelte';

function path(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (parsed.kind !== 'path') throw new Error(parsed.reason);
  return parsed.path;
}

const measure: BlockMeasure = { tokens: 5, tokensAsLast: 4, bytes: 20, lines: 6 };

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void } {
  let settle!: { resolve: (value: T) => void; reject: (error: Error) => void };
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle };
}

const NOTHING_DONE: WorkDone = {
  hits: {
    ...{ factsStored: 0, factsParsed: 0, summariesKept: 0, summariesMade: 0 },
    ...{ viewsKept: 0, viewsMeasured: 0 },
  },
  times: { parse: 0, render: 0 },
};

/** An engine that answers at once; `overrides` replaces what a test is about. */
function engineWith(overrides: Partial<Engine>): { engine: Engine; tell: (event: EngineEvent) => void } {
  let listener: (event: EngineEvent) => void = () => undefined;
  const nothing = () => Promise.resolve();
  const engine: Engine = {
    addSnapshotFiles: nothing,
    open(_source, _options, onEvent) {
      listener = onEvent;
      return Promise.resolve();
    },
    refresh: nothing,
    cancel: nothing,
    setUserPatterns: nothing,
    setEncoding: nothing,
    setKeepSummaries: nothing,
    keptSummaries: () => Promise.resolve([]),
    keepSummaries: () => Promise.resolve(true),
    workDone: () => Promise.resolve(NOTHING_DONE),
    listIgnored: nothing,
    measureFiles: nothing,
    anchorSlices: () => Promise.resolve(undefined),
    measureViews: () => Promise.resolve([]),
    setSection: () => Promise.resolve(measure),
    clearSection: nothing,
    filesHeadingTokens: () =>
      Promise.resolve({ '## Files': 2, '## Files (Summary)': 4, '## Files (Tier 3 - Focused)': 8 }),
    measureSection: () => Promise.resolve(measure),
    readLines: () => Promise.resolve({ texts: [], cut: [] }),
    assemble: () => Promise.resolve({} as AssembledDocument), // no test looks into it
    search: () => Promise.resolve({ matches: [], more: false }),
    filter: () => Promise.resolve([]),
    matchGlob: () => Promise.resolve([]),
    dispose: () => undefined,
    ...overrides,
  };
  return { engine, tell: (event) => listener(event) };
}

const memory: OpenedFolder = {
  kind: 'memory',
  name: 'folder',
  files: [],
  ready: { files: [], expanded: [], instructions: '', task: '', fileTree: 'off' },
};

const idle: EngineEvent = {
  kind: 'idle',
  timings: { scan: 0, read: 0, count: 0, render: 0, assemble: 0 },
  cancelled: false,
  fromStore: 0,
};

function indexedText(id: number, hash: string): IndexedFile {
  const content: FileContent = {
    kind: 'text',
    hash: hash as ContentHash,
    lines: 1,
    tokens: 3,
    encoding: 'utf-8',
    warnings: [],
    block: measure,
  };
  return { id, size: 1, modified: 0, content, checked: true };
}

function workspaceWith(
  engine: Engine,
  folder: OpenedFolder = memory,
  storage: Storage = storageInMemory(),
): Workspace {
  return new Workspace({
    id: 'test',
    folder,
    project: new ProjectFile({
      ...{ folder, storage, now: () => '', notify: () => undefined, appliedPreset: () => '' },
      files: { read: () => Promise.resolve({ kind: 'absent' }), replace: () => Promise.reject(new Error()) },
      outputs: { canWrite: () => Promise.resolve(false), download: () => undefined },
    }),
    createEngine: () => engine,
    storage,
    clock: { now: () => 0, after: () => () => undefined, nextFrame: (task) => queueMicrotask(task) },
    notify: () => undefined,
    encoding: 'o200k_base',
    userPatterns: '',
    keepSummaries: true,
    state: undefined,
  });
}

describe('Workspace', () => {
  test('hands over a text that was typed just before', async () => {
    const measured = deferred<BlockMeasure>();
    const assembled: unknown[] = [];
    const { engine } = engineWith({
      setSection: (source) => (source.section === 'task' ? measured.promise : Promise.resolve(undefined)),
      assemble(refs) {
        assembled.push(refs);
        return Promise.resolve({} as AssembledDocument); // no test looks into it
      },
    });
    const workspace = workspaceWith(engine);
    workspace.setOptions({ task: 'What now?' }, 'Edit task');
    const copying = workspace.assemble('whole');
    measured.resolve(measure);
    await copying;
    expect(assembled).toEqual([[{ kind: 'section', section: 'task' }]]);
  });

  test('may be closed while the files of a snapshot are handed over', async () => {
    const handedOver = deferred<undefined>();
    const { engine } = engineWith({ addSnapshotFiles: () => handedOver.promise });
    const transfer = new DataTransfer();
    transfer.items.add(new File(['text'], 'a.txt'));
    const workspace = workspaceWith(engine, { kind: 'snapshot', name: 'folder', files: transfer.files });
    const opening = workspace.open();
    workspace.dispose();
    handedOver.reject(new Error('the workspace is closed'));
    await expect(opening).resolves.toBeUndefined();
  });

  test('a mode set on a file that holds secrets by its name asks before it ticks it', async () => {
    const { engine, tell } = engineWith({});
    const workspace = workspaceWith(engine);
    const [secret, plain] = [path('.env'), path('a.ts')];
    await workspace.open();
    tell({
      kind: 'entries',
      entries: [
        { id: 1, path: plain, kind: 'file' },
        { id: 2, path: secret, kind: 'file', leftOut: { source: 'sensitive', rule: '.env' } },
      ],
    });
    const nodes = [plain, secret].flatMap((at) => workspace.tree.byPath(at) ?? []);
    workspace.choices.setMode(nodes, 'skeleton');
    workspace.choices.setMask(secret, [{ symbol: 'a', level: 'def' }], 'Show a');
    expect(workspace.choices.question).toMatchObject({ kind: 'sensitive', paths: [secret] });
    expect(workspace.composition.paths).toEqual([plain]);
  });

  test('a file is shown by new slices, and stays as it is shown when they are only changed', async () => {
    const { engine, tell } = engineWith({});
    const workspace = workspaceWith(engine);
    await workspace.open();
    const file = path('a.ts');
    tell({ kind: 'entries', entries: [{ id: 1, path: file, kind: 'file' }] });
    const slice = createSlice({ lines: ['a', 'b'] }, { startLine: 1, endLine: 1 });
    const mode = () => workspace.composition.item(file)?.viewMode;
    workspace.choices.setSlices(new Map([[file, [slice]]]), 'Slice');
    expect(mode()).toBe('custom');
    workspace.choices.setModeOfAll('skeleton');
    workspace.choices.setSlices(new Map([[file, [{ ...slice, tag: 'a' }]]]), 'Name');
    expect(mode()).toBe('skeleton');
    workspace.choices.setModeOfAll('custom');
    workspace.choices.setSlices(new Map([[file, []]]), 'Remove');
    expect(mode()).toBe('full');
  });

  test('asks one question after another', async () => {
    const { engine, tell } = engineWith({});
    const workspace = workspaceWith(engine);
    await workspace.open();
    const large = path('large.bin');
    const secret = path('.env');
    const content: FileContent = { kind: 'unread', reason: 'large', tokens: 9, block: measure };
    tell({
      kind: 'entries',
      entries: [
        { id: 1, path: large, kind: 'file' },
        { id: 2, path: secret, kind: 'file', leftOut: { source: 'sensitive', rule: '.env' } },
      ],
    });
    tell({ kind: 'indexed', files: [{ id: 1, size: 40, modified: 0, content, checked: true }] });

    await workspace.view.toggleTicks([large, secret].flatMap((one) => workspace.tree.byPath(one) ?? []));
    expect(workspace.choices.question).toMatchObject({ kind: 'large', paths: [large] });
    workspace.choices.answer(true);
    expect(workspace.choices.question).toMatchObject({ kind: 'sensitive', paths: [secret] });
    workspace.choices.answer(true);
    expect(workspace.choices.question).toBeUndefined();
    expect(workspace.composition.paths).toEqual([secret, large]);
  });

  test('does not call a total exact while everything is counted anew', async () => {
    const recounted = deferred<undefined>();
    const { engine } = engineWith({ setEncoding: () => recounted.promise });
    const workspace = workspaceWith(engine);
    await workspace.open();
    expect(workspace.document.totals.exact).toBe(true);
    const changing = workspace.reading.setEncoding('cl100k_base');
    expect(workspace.document.totals.exact).toBe(false);
    recounted.resolve(undefined);
    await changing;
    expect(workspace.document.totals.exact).toBe(true);
  });

  test('reports a file once: among the files when it is ticked, else with the rule that leaves it out', async () => {
    const { engine, tell } = engineWith({});
    const workspace = workspaceWith(engine);
    await workspace.open();
    const log = path('a.log');
    const leftOut = { source: 'user', rule: '*.log', line: 1 } as const;
    tell({ kind: 'entries', entries: [{ id: 1, path: log, kind: 'file', leftOut }] });
    const told = () => {
      const { files, ignored } = reportOf(workspace, { last: undefined, work: NOTHING_DONE, errors: [] });
      return [files, ignored].map((list) => list.map((entry) => entry.path));
    };
    expect(told()).toEqual([[], [log]]);
    workspace.choices.tick([log], true, 'Tick a.log');
    expect(told()).toEqual([[log], []]);
  });

  test('measures the view of a file anew whose other content comes to light between two runs', async () => {
    const asked: string[] = [];
    let hash = 'one';
    const { engine, tell } = engineWith({
      measureViews: (wanted) => {
        asked.push(...wanted.map((each) => `${each.path} ${hash}`));
        return Promise.resolve(
          wanted.map((each) => ({
            path: each.path,
            hash: hash as ContentHash,
            views: each.views.map((view) => ({ key: viewKey(view), block: measure, gaps: [], notes: [] })),
          })),
        );
      },
    });
    const workspace = workspaceWith(engine);
    await workspace.open();
    tell({ kind: 'entries', entries: [{ id: 1, path: path('a.ts'), kind: 'file' }] });
    tell({ kind: 'indexed', files: [indexedText(1, hash)] });
    tell(idle);
    workspace.choices.tick([path('a.ts')], true, 'Tick a.ts');
    workspace.choices.setModeOfAll('skeleton');
    await expect.poll(() => asked).toEqual(['a.ts one']);
    hash = 'two';
    tell({ kind: 'indexed', files: [indexedText(1, hash)] });
    await expect.poll(() => asked).toEqual(['a.ts one', 'a.ts two']);
  });

  test('shows another notice for a binary file when its size has changed', async () => {
    const { engine, tell } = engineWith({});
    const workspace = workspaceWith(engine);
    await workspace.open();
    const image = path('a.bin');
    const content: FileContent = { kind: 'binary', reason: 'NUL', block: measure };
    const indexed = (size: number) =>
      tell({
        kind: 'indexed',
        files: [{ id: 1, size, modified: size, content: { ...content }, checked: true }],
      });
    tell({ kind: 'entries', entries: [{ id: 1, path: image, kind: 'file' }] });
    indexed(10);
    workspace.choices.tick([image], true, 'Tick a.bin');
    const version = () => workspace.document.blocks.find(({ key }) => key === 'file:a.bin')?.version;
    const before = version();
    expect(before).toBeDefined();
    indexed(20);
    await Promise.resolve();
    expect(version()).not.toBe(before);
  });

  test('stays busy when a call fails beside a run, and not when the run could not begin', async () => {
    const opened = deferred<undefined>();
    const { engine } = engineWith({
      open: () => opened.promise,
      filter: () => Promise.reject(new Error('no filter')),
    });
    const workspace = workspaceWith(engine);
    const opening = workspace.open();
    await workspace.findFiles('a', 10);
    expect(workspace.busy).toBe(true);
    opened.reject(new Error('no folder'));
    await opening;
    expect(workspace.busy).toBe(false);
  });

  test('ticks nothing once it is closed', async () => {
    const listed = deferred<undefined>();
    const { engine, tell } = engineWith({ listIgnored: () => listed.promise });
    const workspace = workspaceWith(engine);
    await workspace.open();
    const leftOut = { source: 'user', rule: 'out', line: 1 } as const;
    tell({
      kind: 'entries',
      entries: [
        { id: 1, path: path('out'), kind: 'folder', leftOut },
        { id: 2, path: path('out/a.ts'), kind: 'file', leftOut },
      ],
    });
    const ticking = workspace.view.toggleTicks([workspace.tree.byPath('out') ?? []].flat());
    workspace.dispose();
    listed.resolve(undefined);
    await ticking;
    expect(workspace.composition.size).toBe(0);
  });

  test('tells that the folder cannot be read until it could be', async () => {
    const { engine, tell } = engineWith({});
    const workspace = workspaceWith(engine);
    await workspace.open();
    tell({ kind: 'fault', fault: { kind: 'gone' } });
    await workspace.reading.refresh();
    expect(workspace.fault).toEqual({ kind: 'gone' });
    tell(idle);
    expect(workspace.fault).toBeUndefined();
  });

  test('calls no total exact after a change of encoding that was stopped', async () => {
    const recounted = deferred<undefined>();
    const { engine, tell } = engineWith({ setEncoding: () => recounted.promise });
    const workspace = workspaceWith(engine);
    await workspace.open();
    const [first, second] = [path('a.ts'), path('b.ts')];
    tell({
      kind: 'entries',
      entries: [
        { id: 1, path: first, kind: 'file' },
        { id: 2, path: second, kind: 'file' },
      ],
    });
    tell({ kind: 'indexed', files: [indexedText(1, 'one'), indexedText(2, 'two')] });
    tell(idle);
    workspace.choices.tick([first, second], true, 'Tick both');
    expect(workspace.document.totals).toMatchObject({ files: 2, exact: true });
    const changing = workspace.reading.setEncoding('cl100k_base');
    tell({ kind: 'indexed', files: [indexedText(1, 'one')] });
    tell({ ...idle, cancelled: true });
    recounted.resolve(undefined);
    await changing;
    expect(workspace.document.totals.exact).toBe(false);
    expect(workspace.contentOf(first)).toBeDefined();
    expect(workspace.contentOf(second)).toBeUndefined();
  });

  test('stores how the tree stands without what is composed', async () => {
    const stored: string[] = [];
    const { engine, tell } = engineWith({});
    const tab = browserStorage();
    tab().watch((key) => stored.push(key));
    const storage = tab();
    const workspace = workspaceWith(engine, memory, storage);
    await workspace.open();
    tell({ kind: 'entries', entries: [{ id: 1, path: path('a.ts'), kind: 'file' }] });
    workspace.view.setSort('tokens');
    await workspace.flush();
    expect(stored).toEqual(['workspace/test/view']);
    workspace.choices.tick([path('a.ts')], true, 'Tick a.ts');
    await workspace.flush();
    expect(stored).toEqual(['workspace/test/view', 'workspace/test']);
  });

  test('has the blocks and totals of a document made anew after any changes', async () => {
    const paths = ['a.ts', 'b/c.ts', 'b.ts', 'd.ts', 'e/f/g.ts'].map(path);
    const at = fc.nat(paths.length - 1);
    const step = fc.oneof(
      fc.tuple(fc.constant('tick'), at, fc.boolean()),
      fc.tuple(fc.constant('mode'), at, fc.boolean()),
      fc.tuple(fc.constant('index'), at, fc.boolean()),
      fc.tuple(fc.constant('remove'), at, fc.boolean()),
      fc.tuple(fc.constant('undo'), at, fc.boolean()),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const { engine, tell } = engineWith({});
        const workspace = workspaceWith(engine);
        await workspace.open();
        const list = (id: number) => {
          tell({ kind: 'entries', entries: [{ id, path: paths[id] as RepoPath, kind: 'file' }] });
        };
        for (const id of paths.keys()) list(id);
        let round = 0;
        for (const [what, id, on] of steps) {
          const one = paths[id] as RepoPath;
          const node = workspace.tree.byPath(one);
          if (what === 'tick') workspace.choices.tick([one], on, 'Tick');
          if (what === 'mode' && node) workspace.choices.setMode([node], on ? 'outline' : 'full');
          if (what === 'remove') tell({ kind: 'removed', ids: [id] });
          if (what === 'undo') workspace.composition.undo();
          if (what === 'index') {
            list(id);
            tell({ kind: 'indexed', files: [indexedText(id, `hash${(round += 1)}`)] });
          }
          tell(idle);
          const { blocks, totals } = workspace.document;
          const patched = { blocks, totals };
          workspace.document.allFilesChanged();
          tell(idle);
          expect(patched).toEqual({ blocks: workspace.document.blocks, totals: workspace.document.totals });
        }
      }),
      { numRuns: 300 },
    );
  });
});
