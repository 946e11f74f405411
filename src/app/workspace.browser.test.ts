import { expect, test } from 'vitest';
import { browserStorage } from '../../tests/storageInMemory';
import {
  deferred,
  NOTHING_DONE,
  engineWith,
  memory,
  idle,
  indexedText,
  workspaceWith,
} from '../../tests/workspaceInTests';
import { path } from '../../tests/repoPathInTests';
import { createSlice } from '../core/slices/createSlice';
import { reportOf } from './automation/report';

test('closing while the files of a snapshot are sent to the engine is safe', async () => {
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

test('new slices switch a file to slices, and changed ones keep its mode', async () => {
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

test('a selected file is reported as a file, and an ignored one with its rule, never both', async () => {
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

test('the engine reads the folder once the window is drawn', async () => {
  const drawn = deferred<undefined>();
  const { engine, tell } = engineWith({});
  const opened = workspaceWith(engine).open(drawn.promise);
  await new Promise((resolve) => setTimeout(resolve));
  expect(tell({ kind: 'stored' })).toBe(drawn.promise);
  drawn.resolve(undefined);
  await opened;
});

test('the files of the last visit are shown at once, also while a run streams results', async () => {
  const run = deferred<undefined>();
  const { engine, tell } = engineWith({ refresh: () => run.promise });
  // Its timers never fire, so that after the first frame nothing streamed is shown.
  const workspace = workspaceWith(engine);
  await workspace.open();
  const refreshed = workspace.reading.refresh();
  tell({ kind: 'entries', entries: [{ id: 1, path: path('a.ts'), kind: 'file' }] });
  await Promise.resolve();
  const shown = workspace.view.revision;
  tell({ kind: 'indexed', files: [indexedText(1, 'a.ts')] });
  await Promise.resolve();
  expect(workspace.view.revision).toBe(shown);
  tell({ kind: 'stored' });
  expect(workspace.view.revision).toBeGreaterThan(shown);
  run.resolve(undefined);
  await refreshed;
});

test('a failed call does not end a run, but a failed start does', async () => {
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

test('the tree has the engine prepare its filter, and ignores a failure', async () => {
  let prepared = 0;
  const { engine } = engineWith({
    prepareFilter: () => ((prepared += 1), Promise.reject(new Error('no filter'))),
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  workspace.view.prepareFilter();
  expect(prepared).toBe(1);
});

test('a closed workspace selects nothing', async () => {
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

test('a folder fault is shown until the folder is read again', async () => {
  const { engine, tell } = engineWith({});
  const workspace = workspaceWith(engine);
  await workspace.open();
  tell({ kind: 'fault', fault: { kind: 'gone' } });
  await workspace.reading.refresh();
  expect(workspace.fault).toEqual({ kind: 'gone' });
  tell(idle);
  expect(workspace.fault).toBeUndefined();
});

test('a change of the tree view does not store the composition', async () => {
  const stored: string[] = [];
  const { engine, tell } = engineWith({});
  const tab = browserStorage();
  tab().watch((keys) => stored.push(...keys));
  const storage = tab();
  const workspace = workspaceWith(engine, memory, storage);
  await workspace.open();
  tell({ kind: 'entries', entries: [{ id: 1, path: path('a.ts'), kind: 'file' }] });
  workspace.view.setSort('tokens');
  await workspace.flush();
  expect(stored).toEqual(['workspace/test/view']);
  workspace.choices.tick([path('a.ts')], true, 'Tick a.ts');
  await workspace.flush();
  expect(stored).toContain('workspace/test');
});
