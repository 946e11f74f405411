import { describe, expect, test } from 'vitest';
import type { BlockMeasure } from '../core/compose/block';

import type { FileContent } from '../core/files/fileContent';
import { parseRepoPath, type RepoPath } from '../core/files/repoPath';
import type { AssembledDocument, Engine, EngineEvent, OpenedFolder, Storage } from './ports';
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
    listIgnored: nothing,
    measureFiles: nothing,
    measureViews: () => Promise.resolve([]),
    setSection: () => Promise.resolve(measure),
    clearSection: nothing,
    filesHeadingTokens: () => Promise.resolve(2),
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

const noStorage: Storage = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
  update: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  durable: Promise.resolve(true),
};

const memory: OpenedFolder = {
  kind: 'memory',
  name: 'folder',
  files: [],
  ready: { files: [], expanded: [], instructions: '', task: '', fileTree: 'off' },
};

function workspaceWith(engine: Engine, folder: OpenedFolder = memory): Workspace {
  return new Workspace({
    id: 'test',
    folder,
    createEngine: () => engine,
    storage: noStorage,
    clock: { now: () => 0, after: () => () => undefined, nextFrame: (task) => queueMicrotask(task) },
    notify: () => undefined,
    encoding: 'o200k_base',
    userPatterns: '',
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
    expect(workspace.question).toMatchObject({ kind: 'large', paths: [large] });
    workspace.answer(true);
    expect(workspace.question).toMatchObject({ kind: 'sensitive', paths: [secret] });
    workspace.answer(true);
    expect(workspace.question).toBeUndefined();
    expect(workspace.composition.paths).toEqual([secret, large]);
  });

  test('does not call a total exact while everything is counted anew', async () => {
    const recounted = deferred<undefined>();
    const { engine } = engineWith({ setEncoding: () => recounted.promise });
    const workspace = workspaceWith(engine);
    await workspace.open();
    expect(workspace.document.totals.exact).toBe(true);
    const changing = workspace.setEncoding('cl100k_base');
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
      const { files, ignored } = reportOf(workspace, undefined, []);
      return [files, ignored].map((list) => list.map((entry) => entry.path));
    };
    expect(told()).toEqual([[], [log]]);
    workspace.tick([log], true, 'Tick a.log');
    expect(told()).toEqual([[log], []]);
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
    workspace.tick([image], true, 'Tick a.bin');
    const version = () => workspace.document.blocks.find(({ key }) => key === 'file:a.bin')?.version;
    const before = version();
    expect(before).toBeDefined();
    indexed(20);
    await Promise.resolve();
    expect(version()).not.toBe(before);
  });
});
