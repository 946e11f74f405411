import { expect, test } from 'vitest';
import { useNewFolders } from '../../../tests/engineInBrowser';
import { handoverInTests, openFiles } from '../../../tests/handoverInTests';
import { path } from '../../../tests/repoPathInTests';
import { storageInMemory } from '../../../tests/storageInMemory';
import type { DiffUse } from '../../core/update/diffUse';
import type { Engine } from '../ports/engine';
import type { Storage } from '../ports/storage';
import type { Workspace } from '../workspace.svelte';
import type { Notice } from '../notify';
import { startOver } from './startOver';
import { ChangesMeasure } from './changesMeasure.svelte';

useNewFolders();

const FILES = ['a.ts', 'b.ts'].map((name) => ({
  path: name,
  text: Array.from({ length: 40 }, (_, at) => `const ${name[0]}${at} = ${at};\n`).join(''),
}));

/** A folder whose first file is in the document. */
async function openFolder(storage: Storage = storageInMemory()) {
  const { engine, workspace } = await openFiles(FILES, { storage, ticked: FILES.slice(0, 1) });
  const settings = { data: { countCopies: true, updateDiffs: 'auto' as DiffUse } };
  return { engine, workspace, settings, changes: new ChangesMeasure({ ...workspace, engine, settings }) };
}

const exact = ({ document }: Workspace) => expect.poll(() => document.totals.exact).toBe(true);

async function copy({ output }: Workspace, part: 'whole' | 'changes'): Promise<number> {
  let tokens = 0;
  await output.handOver(part, async (assembling) => {
    const document = await assembling;
    tokens = document.update?.tokens ?? document.tokens;
    return 'copy';
  });
  return tokens;
}

test('the changes have as many tokens as are copied, once there is something to compare with', async () => {
  const { workspace, changes } = await openFolder();
  await changes.measure();
  expect([changes.isOffered, changes.tokens]).toEqual([false, undefined]);
  await copy(workspace, 'whole');
  await exact(workspace);
  await changes.measure();
  const unchanged = changes.tokens ?? 0;
  expect(changes.isOffered).toBe(true);
  expect(unchanged).toBeGreaterThan(0);

  workspace.choices.tick([path('b.ts')], true, 'Tick');
  expect([changes.tokens, changes.lastTokens]).toEqual([undefined, unchanged]);
  await exact(workspace);
  await changes.measure();
  const added = changes.tokens ?? 0;
  expect(added).toBeGreaterThan(unchanged);
  expect(await copy(workspace, 'changes')).toBe(added);

  await exact(workspace);
  await changes.measure();
  expect(changes.tokens).toBe(unchanged);
});

test('they are measured again when diffs are switched off', async () => {
  const { workspace, changes, settings } = await openFolder();
  await copy(workspace, 'whole');
  await exact(workspace);
  await changes.measure();
  expect(changes.tokens).toBeDefined();
  settings.data.updateDiffs = 'never';
  expect(changes.tokens).toBeUndefined();
  await changes.measure();
  expect(changes.tokens).toBeDefined();
});

test('a new chat and another discussion have nothing to compare with', async () => {
  const { workspace, changes } = await openFolder();
  await copy(workspace, 'whole');
  await exact(workspace);
  const { turns, baselines } = workspace.conversation;
  const { turn } = baselines;
  if (turn === undefined) throw new Error('no turn');
  const notices: Notice[] = [];
  const notify = (notice: Notice): void => void notices.push(notice);
  await startOver({ ...workspace, notify });
  expect(changes.isOffered).toBe(false);
  workspace.setOptions({ layout: 'stable' }, 'Set layout');
  await startOver({ ...workspace, notify });
  expect(notices.map(({ details }) => details)).toEqual([
    ['It has the whole document.'],
    ['It has the whole document, with all parts rearranged.'],
  ]);
  await turns.startOver(turn, false);
  expect(changes.isOffered).toBe(true);
  workspace.setOptions({ discussion: 'other' }, 'Choose a discussion');
  await workspace.document.settled();
  expect(changes.isOffered).toBe(false);
});

test('two copies in a row are one turn, and leave an exact total', async () => {
  const { workspace } = await openFolder();
  await copy(workspace, 'whole');
  await copy(workspace, 'whole');
  await exact(workspace);
  expect(workspace.conversation.turns.list).toHaveLength(1);
  const session = () => workspace.stability.breakdown(workspace.tokens.model).tokens.session;
  const { tokens } = workspace.document.totals;
  expect(session()).toBe(tokens);
  workspace.setOptions({ task: 'How?' }, 'Edit task');
  await workspace.document.settled();
  expect(session()).toBe(tokens + workspace.document.totals.tokens);
});

test('a turn whose record is gone or can’t be read has nothing to compare with, and keeps no copy from going on', async () => {
  const storage = storageInMemory();
  const first = await openFolder(storage);
  await copy(first.workspace, 'whole');
  const [record] = (await storage.entries('turn/test/')).filter(([key]) => !key.endsWith('/list'));
  await storage.remove(record?.[0] ?? '');
  for (const isRefused of [false, true]) {
    const get: Storage['get'] = (key) =>
      isRefused && key === record?.[0] ? Promise.reject(new Error('unreadable')) : storage.get(key);
    const { workspace, changes } = await openFolder({ ...storage, get });
    const { discussion = '' } = first.workspace.conversation.turns.list?.[0] ?? {};
    workspace.setOptions({ discussion }, 'Choose a discussion');
    await workspace.document.settled();
    await exact(workspace);
    expect([workspace.conversation.baselines.isLost, changes.isOffered]).toEqual([true, false]);
  }
});

test('turns that can’t be read leave the total exact, and the document can be copied', async () => {
  const storage = storageInMemory();
  const get: Storage['get'] = (key) =>
    key.startsWith('turn/') ? Promise.reject(new Error('unreadable')) : storage.get(key);
  const { workspace } = await openFolder({ ...storage, get });
  await workspace.document.settled();
  expect(await copy(workspace, 'whole')).toBe(workspace.document.totals.tokens);
});

test('changes that can’t be compared are not preferred to the whole document', async () => {
  const { engine, workspace, settings } = await openFolder();
  await copy(workspace, 'whole');
  await exact(workspace);
  let isRefused = false;
  const assembleUpdate: Engine['assembleUpdate'] = (...wanted) =>
    isRefused ? Promise.reject(new Error('too large')) : engine.assembleUpdate(...wanted);
  const changesMeasure = new ChangesMeasure({ ...workspace, engine: { assembleUpdate }, settings });
  const { handover, settings: chosen } = handoverInTests();
  chosen.change({ copiesChanges: true });
  const prefers = () => handover.prefersChanges({ changesMeasure, document: workspace.document });
  expect(prefers()).toBe(true);
  await changesMeasure.measure();
  expect([prefers(), changesMeasure.hasFailed]).toEqual([true, false]);
  isRefused = true;
  workspace.setOptions({ task: 'How?' }, 'Edit task');
  await workspace.document.settled();
  await changesMeasure.measure();
  expect([prefers(), changesMeasure.hasFailed]).toEqual([false, true]);
});
