import { describe, expect, test } from 'vitest';
import type { BlockMeasure } from '../core/compose/block';

import type { AssembledDocument, Engine, EngineEvent, OpenedFolder, Storage } from './ports';
import { Workspace } from './workspace.svelte';

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
});
