import { expect, test } from 'vitest';
import { storageInMemory } from '../../../tests/storageInMemory';
import { path } from '../../../tests/repoPathInTests';
import { fileBlock } from '../../core/document/block';
import type { Notice } from '../notify';
import { afterTurn, NO_LAYERS, NO_MOVES, type Layers } from '../../core/tiers/layers';
import { NEW_TRACKER } from '../../core/tiers/tracker';
import type { Storage } from '../ports/storage';
import { forgetWorkspaceState } from '../storage/workspaceState';
import { MOST_TURNS } from './storedTurns';
import { Turns, type HandedDocument } from './turns.svelte';

const hashOf = (text: string): string => text.repeat(64).slice(0, 64);
const { source } = fileBlock(path('src/a.ts'), { mode: 'outline' });

function documentOf(task: string, changes: Partial<HandedDocument> = {}): HandedDocument {
  return {
    ...{
      part: 'whole',
      layout: 'sections',
      task,
      discussion: '',
      encoding: 'o200k_base',
      blob: new Blob(),
      leftOut: [],
      viewed: [],
      secrets: [],
    },
    ...{ hash: hashOf('a'), tokens: 30, bytes: 90, timings: { render: 0, assemble: 0 }, emptyTiers: 0 },
    toAttach: [],
    blocks: [
      { source, lead: '## Files', hash: hashOf('1'), tokens: 20, bytes: 60 },
      { source: { kind: 'text', key: 'history:1' }, lead: '', hash: hashOf('2'), tokens: 7, bytes: 20 },
      { source: { kind: 'text', key: 'section:task' }, lead: '', hash: hashOf('3'), tokens: 3, bytes: 10 },
    ],
    ...changes,
  };
}

function openTab(storage: Storage) {
  const notices: Notice[] = [];
  const asked: unknown[] = [];
  let time = 0;
  const turns = new Turns({
    ...{ id: 'folder', storage, clock: { now: () => (time += 1) } },
    engine: {
      assembleKept(blocks) {
        asked.push(...blocks);
        return Promise.resolve({ blob: new Blob(['as it was']), secrets: [] });
      },
      keptBlocks: (hashes) => Promise.resolve(new Set(hashes.slice(1))),
    },
    notify: (notice) => {
      notices.push(notice);
    },
  });
  return { turns, notices, asked };
}

test('a turn is found again with its blocks in order, and its text is made from them', async () => {
  const storage = storageInMemory();
  const { turns } = openTab(storage);
  await turns.record('1', documentOf('  Why\nso?'), 'save', 'chat');
  const later = openTab(storage);
  await later.turns.load();
  const [turn] = later.turns.list ?? [];
  if (turn === undefined) throw new Error('no turn');
  expect(turn).toEqual({
    ...{ id: '1', time: 1, by: 'save', part: 'whole', hash: hashOf('a'), encoding: 'o200k_base' },
    ...{ layout: 'sections', discussion: 'chat', step: 'none', emptyTiers: 0 },
    ...{ tokens: 30, bytes: 90, files: 1, task: 'Why so?' },
    groups: { static: 20, discussion: 7, task: 3 },
  });
  const record = await later.turns.recordOf(turn);
  expect(record?.blocks).toEqual([
    { key: 'file:src/a.ts', lead: '## Files', hash: hashOf('1'), tokens: 20, mode: 'outline' },
    { key: 'history:1', lead: '', hash: hashOf('2'), tokens: 7, mode: '' },
    { key: 'section:task', lead: '', hash: hashOf('3'), tokens: 3, mode: '' },
  ]);
  expect(await (await later.turns.documentOf(turn))?.blob.text()).toBe('as it was');
  expect(later.asked).toEqual([
    { key: 'file:src/a.ts', lead: '## Files', hash: hashOf('1') },
    { key: 'history:1', lead: '', hash: hashOf('2') },
    { key: 'section:task', lead: '', hash: hashOf('3') },
  ]);
  expect(await later.turns.goneOf(record?.blocks)).toEqual(new Set([hashOf('1')]));
});

test('the same document in a row is one turn, and the last hundred are kept', async () => {
  const storage = storageInMemory();
  const { turns } = openTab(storage);
  await turns.record('1', documentOf('one'), 'copy', '');
  await turns.record('2', documentOf('one'), 'download', '');
  expect(turns.list).toMatchObject([{ time: 2, by: 'download' }]);
  await turns.record('3', documentOf('', { hash: hashOf('b'), part: 'static', blocks: [] }), 'copy', '');
  for (let at = 0; at < MOST_TURNS; at += 1)
    await turns.record(`later ${at}`, documentOf(`${at}`, { hash: hashOf(String(at % 2)) }), 'copy', '');
  expect(turns.list).toHaveLength(MOST_TURNS);
  expect(turns.list?.[0]?.task).toBe('99');
  expect(await storage.entries('turn/folder/')).toHaveLength(MOST_TURNS + 1);
  await forgetWorkspaceState(storage, 'folder');
  expect(await storage.entries('')).toEqual([]);
});

test('a turn that can’t be stored is told, and unreadable ones are not listed', async () => {
  const storage = storageInMemory();
  const { turns, notices } = openTab({ ...storage, updateAll: () => Promise.reject(new Error('no space')) });
  await turns.record('1', documentOf('one'), 'copy', '');
  expect(notices).toMatchObject([{ kind: 'warning', text: expect.stringContaining('no space') }]);
  const other = openTab(storage);
  await other.turns.record('1', documentOf('one'), 'copy', '');
  await storage.update('turn/folder/list', (stored) => ({
    turns: [{ id: 'x', hash: '<script>' }, ...(stored as { turns: unknown[] }).turns],
  }));
  const later = openTab(storage);
  await later.turns.load();
  expect(later.turns.list).toMatchObject([{ task: 'one' }]);
  const [turn] = later.turns.list ?? [];
  if (turn === undefined) throw new Error('no turn');
  await storage.update(`turn/folder/${turn.id}`, (stored) => ({ ...(stored as object), hashes: 'ab' }));
  expect(await later.turns.documentOf(turn)).toBeUndefined();
});

/** A document with files of these contents, which counts as a step. */
function stepOf(last: Layers, contents: Readonly<Record<string, string>>, discussion = ''): HandedDocument {
  const items = Object.entries(contents).map(([key, hash]) => ({ key, hash }));
  const layers = afterTurn(last, items, { printed: items.map(({ key }) => key) });
  return documentOf('Go on.', {
    ...{
      discussion,
      hash: hashOf(Object.values(contents).join('')),
      state: { layers, aliases: ['src/'], moves: NO_MOVES },
      emptyTiers: 2,
    },
  });
}

test('a step leaves its state, can be undone, and counts again', async () => {
  const storage = storageInMemory();
  const { turns } = openTab(storage);
  const first = stepOf(NO_LAYERS, { 'file:a': '1', 'symbol:b': '2' });
  await turns.record('1', first, 'copy', '');
  await turns.record('2', stepOf(first.state?.layers ?? NO_LAYERS, { 'file:a': '1' }), 'copy', '');
  const [second] = turns.list ?? [];
  if (second === undefined) throw new Error('no turn');
  expect(turns.lastOf('')?.id).toBe('2');
  const later = openTab(storage).turns;
  await later.load();
  expect((await later.recordOf(second))?.state).toEqual({
    ...{ aliases: ['src/'], moves: NO_MOVES },
    layers: {
      ...{ turn: 2, printed: ['file:a'], tracker: NEW_TRACKER },
      seen: new Map([['file:a', { hash: '1', since: 1 }]]),
    },
  });
  await turns.setStep(second, 'undone');
  await later.refresh();
  expect(later.lastOf('')?.id).toBe('1');
  const [undone] = later.list ?? [];
  expect(undone && later.canCount(undone)).toBe(true);
});

test('turns without a discussion go to the one that is created for the first task', async () => {
  const { turns } = openTab(storageInMemory());
  await turns.record('1', stepOf(NO_LAYERS, { 'file:a': '1' }), 'copy', '');
  await turns.record('2', stepOf(NO_LAYERS, { 'file:a': '2' }), 'copy', 'chat');
  await turns.record('3', stepOf(NO_LAYERS, { 'file:a': '3' }, 'other'), 'copy', 'other');
  expect(turns.list?.map(({ discussion }) => discussion)).toEqual(['other', 'chat', 'chat']);
  const last = turns.lastOf('chat');
  if (last === undefined) throw new Error('no turn');
  await turns.startOver(last, true);
  expect([turns.isOver(last), turns.isOver(turns.lastOf('other') ?? last)]).toEqual([true, false]);
  await turns.move('chat', 'renamed');
  expect(turns.isOver(turns.lastOf('renamed') ?? last)).toBe(true);
});

test('a turn whose old records can’t be removed is recorded all the same', async () => {
  const storage = storageInMemory();
  const { turns, notices } = openTab({ ...storage, remove: () => Promise.reject(new Error('locked')) });
  await turns.record('1', documentOf('one'), 'copy', '');
  await turns.record('2', documentOf('one'), 'copy', '');
  expect([turns.list?.map(({ id }) => id), notices]).toEqual([['2'], []]);
});

test('a turn without a readable update still has its document', async () => {
  const storage = storageInMemory();
  const { turns } = openTab(storage);
  const sent = { key: 'update', lead: '', hash: hashOf('c'), tokens: 4 };
  const update = { blob: new Blob(), hash: hashOf('b'), tokens: 4, bytes: 9, blocks: [sent], secrets: [] };
  await turns.record('1', documentOf('one', { part: 'changes', update }), 'copy', '');
  const [turn] = turns.list ?? [];
  if (turn === undefined) throw new Error('no turn');
  expect((await turns.recordOf(turn))?.sent).toEqual([sent]);
  for (const damaged of [
    ['update'],
    { keys: 'update\0more', leads: '\0', hashes: hashOf('c'), tokens: [4] },
  ]) {
    await storage.update('turn/folder/1', (stored) => ({ ...(stored as object), sent: damaged }));
    const record = await turns.recordOf(turn);
    expect([record?.blocks.length, record?.sent]).toEqual([3, undefined]);
  }
});
