import { expect, test } from 'vitest';
import { storageInMemory } from '../../../tests/storageInMemory';
import { path } from '../../../tests/repoPathInTests';
import { fileBlock } from '../../core/document/block';
import type { Notice } from '../notify';
import type { Storage } from '../ports';
import { forgetWorkspaceState } from '../storage/workspaceState';
import { MOST_TURNS } from './storedTurns';
import { Turns, type HandedDocument } from './turns.svelte';

const hashOf = (text: string): string => text.repeat(64).slice(0, 64);
const { source } = fileBlock(path('src/a.ts'), { mode: 'outline' });

function documentOf(task: string, changes: Partial<HandedDocument> = {}): HandedDocument {
  return {
    ...{
      part: 'whole',
      task,
      discussion: '',
      encoding: 'o200k_base',
      blob: new Blob(),
      leftOut: [],
      viewed: [],
    },
    ...{ hash: hashOf('a'), tokens: 30, bytes: 90, timings: { render: 0, assemble: 0 } },
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
        return Promise.resolve(new Blob(['as it was']));
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
  const id = turns.record(documentOf('  Why\nso?'), 'save');
  await turns.flush();
  const later = openTab(storage);
  await later.turns.load();
  const [turn] = later.turns.list ?? [];
  if (turn === undefined) throw new Error('no turn');
  expect(turn).toEqual({
    ...{ id, time: 1, by: 'save', part: 'whole', hash: hashOf('a'), encoding: 'o200k_base' },
    ...{ tokens: 30, bytes: 90, files: 1, task: 'Why so?' },
    groups: { static: 20, discussion: 7, task: 3 },
  });
  expect(await later.turns.blocksOf(turn)).toEqual([
    { key: 'file:src/a.ts', lead: '## Files', hash: hashOf('1'), tokens: 20, mode: 'outline' },
    { key: 'history:1', lead: '', hash: hashOf('2'), tokens: 7, mode: '' },
    { key: 'section:task', lead: '', hash: hashOf('3'), tokens: 3, mode: '' },
  ]);
  expect(await (await later.turns.textOf(turn))?.text()).toBe('as it was');
  expect(later.asked).toEqual([
    { lead: '## Files', hash: hashOf('1') },
    { lead: '', hash: hashOf('2') },
    { lead: '', hash: hashOf('3') },
  ]);
  expect(await later.turns.goneOf(await later.turns.blocksOf(turn))).toEqual(new Set([hashOf('1')]));
});

test('the same document in a row is one turn, and the last hundred are kept', async () => {
  const storage = storageInMemory();
  const { turns } = openTab(storage);
  turns.record(documentOf('one'), 'copy');
  turns.record(documentOf('one'), 'download');
  await turns.flush();
  expect(turns.list).toMatchObject([{ time: 2, by: 'download' }]);
  turns.record(documentOf('', { hash: hashOf('b'), part: 'static', blocks: [] }), 'copy');
  for (let at = 0; at < MOST_TURNS; at += 1)
    turns.record(documentOf(`${at}`, { hash: hashOf(String(at % 2)) }), 'copy');
  await turns.flush();
  expect(turns.list).toHaveLength(MOST_TURNS);
  expect(turns.list?.[0]?.task).toBe('99');
  expect(await storage.entries('turn/folder/')).toHaveLength(MOST_TURNS + 1);
  await forgetWorkspaceState(storage, 'folder');
  expect(await storage.entries('')).toEqual([]);
});

test('a turn that can’t be stored is told, and unreadable ones are not listed', async () => {
  const storage = storageInMemory();
  const { turns, notices } = openTab({ ...storage, updateAll: () => Promise.reject(new Error('no space')) });
  turns.record(documentOf('one'), 'copy');
  await turns.flush();
  expect(notices).toMatchObject([{ kind: 'warning', text: expect.stringContaining('no space') }]);
  const other = openTab(storage);
  other.turns.record(documentOf('one'), 'copy');
  await other.turns.flush();
  await storage.update('turn/folder/list', (stored) => ({
    turns: [{ id: 'x', hash: '<script>' }, ...(stored as { turns: unknown[] }).turns],
  }));
  const later = openTab(storage);
  await later.turns.load();
  expect(later.turns.list).toMatchObject([{ task: 'one' }]);
  const [turn] = later.turns.list ?? [];
  if (turn === undefined) throw new Error('no turn');
  await storage.update(`turn/folder/${turn.id}`, (stored) => ({ ...(stored as object), hashes: 'ab' }));
  expect(await later.turns.textOf(turn)).toBeUndefined();
});
