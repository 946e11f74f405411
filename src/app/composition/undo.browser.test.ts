import { expect, test } from 'vitest';
import { engineWith, idle, indexedText, workspaceWith } from '../../../tests/workspaceInTests';
import { path } from '../../../tests/repoPathInTests';
import type { RepoPath } from '../../core/files/repoPath';
import { createSlice } from '../../core/slices/createSlice';
import { applyPlan } from '../presets/presetPlan';
import type { Workspace } from '../workspace.svelte';

const [a, b, gone] = [path('src/a.ts'), path('src/b.ts'), path('gone.ts')];
const LINES = ['one', 'two', 'three', 'four'];

/** Three ticked files: the first has two slices, the third is gone. */
async function opened(): Promise<Workspace> {
  const { engine, tell } = engineWith({
    anchorSlices: (_, wanted) =>
      Promise.resolve(wanted.map((range) => ({ ...createSlice({ lines: LINES }, range), ...range }))),
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  const paths = [a, b, gone];
  tell({ kind: 'entries', entries: paths.map((each, id) => ({ id, path: each, kind: 'file' })) });
  tell({ kind: 'indexed', files: paths.map((_, id) => indexedText(id, `hash${id}`)) });
  tell(idle);
  workspace.choices.tick([a, gone], true, 'Tick');
  await workspace.slices.add(
    a,
    [1, 3].map((line) => ({ startLine: line, endLine: line })),
  );
  tell({ kind: 'removed', ids: [2] });
  tell(idle);
  return workspace;
}

/** The whole composition. */
function composed({ composition }: Workspace): unknown {
  return { items: composition.paths.map((each) => composition.item(each)), options: composition.options };
}

const nodeOf = (workspace: Workspace, at: RepoPath | 'src') =>
  [workspace.tree.byPath(at)].filter((node) => node !== undefined);
const sliceOf = (workspace: Workspace, at: number) =>
  workspace.slices.of(a)[at] ?? createSlice({ lines: LINES }, { startLine: 1, endLine: 1 });

const verbs: readonly (readonly [name: string, run: (workspace: Workspace) => unknown])[] = [
  ['Select src/b.ts', (w) => w.view.toggleTicks(nodeOf(w, b))],
  ['Deselect src/a.ts', (w) => w.view.toggleTicks(nodeOf(w, a))],
  ['Show a.ts as skeleton', (w) => w.choices.setMode(nodeOf(w, a), 'skeleton')],
  ['Show src as outline', (w) => w.choices.setMode(nodeOf(w, 'src'), 'outline')],
  ['Focus on a.ts', (w) => w.choices.setMark(nodeOf(w, a), 'focus', true)],
  ['Show only f', (w) => w.choices.setMask(a, [{ symbol: 'f', level: 'def' }], 'Show only f')],
  ['Read a.ts as Shift_JIS', (w) => w.choices.setEncoding(a, 'shift_jis')],
  ['Slice lines 2–3 of a.ts', (w) => w.slices.add(a, [{ startLine: 2, endLine: 3 }])],
  ['Slice line 2 of a.ts', (w) => w.slices.setRange(a, sliceOf(w, 0), { startLine: 2, endLine: 2 })],
  ['Name a slice of a.ts', (w) => w.slices.setLabel(a, sliceOf(w, 0), { tag: 'x', comment: '' })],
  [
    'Comment on a slice of a.ts',
    (w) => w.slices.setLabel(a, sliceOf(w, 0), { ...sliceOf(w, 0), comment: 'x' }),
  ],
  ['Remove a slice of a.ts', (w) => w.slices.remove(a, sliceOf(w, 0))],
  ['Reorder slices of a.ts', (w) => w.slices.move(a, sliceOf(w, 0), 1)],
  ['Move gone.ts to src/b.ts', (w) => w.gone.follow(gone, b)],
  ['Deselect gone.ts', (w) => w.gone.untick(gone)],
  ['Edit task', (w) => w.setOptions({ task: 'Why?' }, 'Edit task', 'task')],
  [
    'Apply preset Small',
    (w) => {
      const change = { items: new Map([[a, undefined]]), options: { preset: 'Small', task: 'Other' } };
      const plan = {
        ...{ change, gone: [], missing: [], missingAdded: [], asked: [], lookalikes: [] },
        differences: [],
      };
      applyPlan(w.composition, 'Small', plan, () => undefined);
    },
  ],
];

test.each(verbs)('"%s" is one step, which is taken back and done again whole', async (name, run) => {
  const workspace = await opened();
  const { composition } = workspace;
  const stepBefore = composition.undoName;
  const before = composed(workspace);
  await run(workspace);
  const after = composed(workspace);
  expect(after).not.toEqual(before);
  expect(composition.undoName).toBe(name);

  expect(composition.undo()).toBe(name);
  expect(composed(workspace)).toEqual(before);
  expect(composition.undoName).toBe(stepBefore);
  expect(composition.redoName).toBe(name);

  // Another tab's change in between stays and keeps the history.
  composition.restore({ options: { instructions: 'from another tab' } });
  expect(composition.redo()).toBe(name);
  composition.restore({ options: { instructions: '' } });
  expect(composed(workspace)).toEqual(after);
});

test('a change without effect adds no step', async () => {
  const workspace = await opened();
  const { composition, choices } = workspace;
  choices.setMode(nodeOf(workspace, 'src'), 'outline');
  workspace.setOptions({ task: 'Why?' }, 'Edit task');
  const before = composition.undoName;
  composition.undo();
  composition.redo();
  choices.setMode(nodeOf(workspace, 'src'), 'outline');
  choices.setMode(nodeOf(workspace, a), 'outline');
  workspace.setOptions({ task: 'Why?', persona: '' }, 'Again');
  expect(composition.undoName).toBe(before);
  composition.undo();
  choices.setMode(nodeOf(workspace, a), 'outline');
  expect(composition.redoName).toBe(before);
});

test('keeps a hundred steps', async () => {
  const workspace = await opened();
  const { composition } = workspace;
  for (let step = 1; step <= 101; step += 1) workspace.setOptions({ task: `task ${step}` }, `Step ${step}`);
  let taken = 0;
  while (composition.undo() !== undefined) taken += 1;
  expect(taken).toBe(100);
  expect(composition.options.task).toBe('task 1');
  while (composition.redo() !== undefined) taken -= 1;
  expect(taken).toBe(0);
  expect(composition.options.task).toBe('task 101');
});

test('a change outside of the composition is undone and redone in its place', async () => {
  const workspace = await opened();
  const { composition } = workspace;
  let value = 'a';
  const write = (text: string) => {
    const before = value;
    const set = (next: string) => () => (value = next);
    composition.applyOutside({ back: set(before), forth: set(text) }, 'Edit text', 'text');
  };
  workspace.set('task', 'First');
  const before = composed(workspace);
  write('ab');
  write('abc');
  workspace.set('task', 'Second');
  const after = composed(workspace);
  expect([composition.undo(), composition.undo()]).toEqual(['Edit task', 'Edit text']);
  expect(value).toBe('a');
  expect(composed(workspace)).toEqual(before);
  expect([composition.redo(), composition.redo()]).toEqual(['Edit text', 'Edit task']);
  expect(value).toBe('abc');
  expect(composed(workspace)).toEqual(after);
  write('abcd');
  expect(composition.undo()).toBe('Edit text');
  expect(value).toBe('abc');
});
