import { expect, test } from 'vitest';
import {
  apply,
  changes,
  DONE,
  openFolder,
  textMeasure,
  whenDone,
  type Folder,
  measuringTexts,
  textOf,
} from '../../../tests/fitInTests';
import { deferred } from '../../../tests/workspaceInTests';
import { path } from '../../../tests/repoPathInTests';
import { FitProposal } from './fitProposal.svelte';

test('can be canceled in each step', async () => {
  const ranking = deferred<undefined>();
  const measuring = deferred<undefined>();
  let began = 0;
  let isFocused = false;
  const { proposal, workspace } = await openFolder({
    engine: {
      focusFiles: () => {
        isFocused = true;
        return Promise.resolve([]);
      },
      rankFiles: () => ranking.promise.then(() => ({ files: [], progress: DONE })),
      measureViews: async () => {
        began += 1;
        await measuring.promise;
        return [];
      },
    },
  });
  const reading = proposal.start();
  expect(proposal.state.kind).toBe('reading');
  proposal.cancel();
  expect(proposal.state.kind).toBe('canceled');
  ranking.resolve(undefined);
  await reading;
  expect(proposal.state.kind).toBe('canceled');

  workspace.choices.tick([path('src/000.ts')], true, 'Tick');
  const measured = proposal.start('selected');
  await expect.poll(() => began).toBe(1);
  expect(proposal.state).toEqual({ kind: 'measuring', done: 0, total: 2 });
  proposal.cancel();
  measuring.resolve(undefined);
  await measured;
  expect(proposal.state.kind).toBe('canceled');
  expect(isFocused).toBe(false);
  expect(await proposal.confirm()).toBe(false);
});

test('changes nothing if it is canceled while it is confirmed', async () => {
  const measuring = deferred<undefined>();
  let isHeld = false;
  const { proposal, workspace, notices } = await openFolder({
    engine: {
      measureSection: async (section, request) => {
        if (isHeld) await measuring.promise;
        return textMeasure(section, request);
      },
    },
  });
  workspace.setOptions({ fileTree: 'selected' }, 'Show the tree');
  await whenDone(workspace);
  await proposal.start();
  const { undoName } = workspace.composition;
  isHeld = true;
  proposal.plan.listsNames = false;
  const confirmed = proposal.confirm();
  proposal.cancel();
  measuring.resolve(undefined);
  expect(await confirmed).toBe(false);
  expect(workspace.composition.undoName).toBe(undoName);
  expect(notices).toEqual([]);
});

test('shows why a text cannot be measured when it is confirmed', async () => {
  let isBroken = false;
  const { proposal, workspace } = await openFolder({
    engine: {
      measureSection: (section, request) =>
        isBroken ? Promise.reject(new Error('out of memory')) : textMeasure(section, request),
    },
  });
  workspace.setOptions({ fileTree: 'selected' }, 'Show the tree');
  await whenDone(workspace);
  await proposal.start();
  isBroken = true;
  proposal.plan.listsNames = false;
  expect(await proposal.confirm()).toBe(false);
  expect(proposal.state).toEqual({ kind: 'failed', reason: 'out of memory' });
  expect(workspace.composition.paths).toEqual([]);
});

test('says why it failed, and can start again', async () => {
  let isBroken = true;
  const { proposal } = await openFolder({
    engine: {
      focusFiles: () => (isBroken ? Promise.reject(new Error('out of memory')) : Promise.resolve([])),
    },
  });
  await proposal.start();
  expect(proposal.state).toEqual({ kind: 'failed', reason: 'out of memory' });
  isBroken = false;
  await proposal.start();
  expect(proposal.state.kind).toBe('ready');
});

test('follows the composition, and proposes again if a file has changed', async () => {
  const folder = await openFolder();
  const { proposal, workspace, notices, tell, indexed } = folder;
  await proposal.start();
  proposal.plan.budget = 6_000;
  workspace.choices.tick([path('src/000.ts')], true, 'Tick');
  const [node] = [workspace.tree.byPath(path('src/000.ts')) ?? []].flat();
  if (node) workspace.choices.setMode([node], 'skeleton');
  await whenDone(workspace);
  expect(changes(folder)['src/000.ts']).toBe('kept');
  tell({ kind: 'indexed', files: [indexed(1, 'another hash')] });
  await whenDone(workspace);
  expect(await proposal.confirm()).toBe(false);
  expect(notices).toMatchObject([{ kind: 'info' }]);
  expect(proposal.state.kind).toBe('ready');
  await apply(folder);
  expect(workspace.viewOf(path('src/000.ts'))?.mode).toBe('skeleton');
});

const CHANGES: Readonly<Record<string, (folder: Folder, text: { added: number }) => unknown>> = {
  'the selection': ({ workspace, paths }) => workspace.choices.tick(paths.slice(9), true, 'Tick'),
  'the task': ({ workspace }) => workspace.setOptions({ task: 'How?' }, 'Edit task'),
  'an undo': ({ workspace }) => workspace.composition.undo(),
  'a text': async ({ workspace }, text) => {
    text.added = 500;
    await workspace.document.follow('read');
  },
};

test.each(Object.keys(CHANGES))('proposes again after a change of %s', async (name) => {
  const text = { added: 0 };
  const engine = measuringTexts((section, request) =>
    section === 'fileTree'
      ? Promise.resolve(textOf(section, 50 + text.added))
      : textMeasure(section, request),
  );
  const folder = await openFolder({ engine });
  const { proposal, workspace, notices } = folder;
  await proposal.start();
  proposal.plan.budget = 3_000;
  expect(proposal.plan.listsNames).toBe(true);
  await CHANGES[name]?.(folder, text);
  const { undoName } = workspace.composition;
  expect(await proposal.confirm()).toBe(false);
  expect(notices).toMatchObject([{ kind: 'info' }]);
  expect(workspace.composition.undoName).toBe(undoName);
  expect(proposal.state.kind).toBe('ready');
  await apply(folder);
  expect(workspace.document.totals.tokens).toBeLessThanOrEqual(3_000);
});

test('proposes again after a change of the encoding', async () => {
  const { workspace } = await openFolder();
  let { tokens } = workspace;
  const parts = new Proxy(workspace, {
    get(target, key): unknown {
      const value: unknown = key === 'tokens' ? tokens : Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const proposal = new FitProposal(parts, () => undefined);
  await proposal.start();
  proposal.plan.budget = 6_000;
  tokens = { ...tokens, encoding: 'cl100k_base' };
  expect(await proposal.confirm()).toBe(false);
  expect(await proposal.confirm()).toBe(true);
});

test('proposes again once, however often it is confirmed', async () => {
  const { proposal, workspace, notices } = await openFolder();
  await proposal.start();
  workspace.setOptions({ task: 'How?' }, 'Edit task');
  expect(await Promise.all([proposal.confirm(), proposal.confirm()])).toEqual([false, false]);
  expect(notices).toMatchObject([{ kind: 'info' }]);
  expect(await proposal.confirm()).toBe(true);
});
