import { clear, createStore, keys, set } from 'idb-keyval';
import { expect, test } from 'vitest';
import { CACHES, type CacheName } from '../../src/core/storage/caches';
import { browserCaches } from '../../src/platform/caches';
import { browserShelf } from './packStore';
import { createRoom } from './room';

const HASH = '1'.repeat(64);
const entries = (name: CacheName) => createStore(CACHES[name].database, CACHES[name].store);

/** Two folders' entries in every cache of a real database. */
async function fill(): Promise<void> {
  for (const name of ['views', 'index'] as const) {
    await clear(entries(name));
    for (const folder of ['here', 'there']) await set([folder, 'enc', 1, 0], 'pack', entries(name));
  }
  await set('a fact', 'facts', entries('facts'));
  await clear(entries('summaries'));
  for (const writer of ['rules', 'model'])
    await set(['there', 'a', writer, '1', HASH, '', 9], 'summary', entries('summaries'));
}

async function left(): Promise<readonly string[]> {
  const all = await Promise.all(
    (['views', 'facts', 'index', 'summaries'] as const).map(async (name) =>
      (await keys(entries(name))).map((key) => {
        const [folder = '', , writer] = Array.isArray(key) ? key : [];
        return `${name} ${String(folder)}${name === 'summaries' ? ` ${String(writer)}` : ''}`.trim();
      }),
    ),
  );
  return all.flat();
}

const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));

test('a value without space evicts cheaper caches, which is reported once', async () => {
  await fill();
  const told: boolean[] = [];
  const room = createRoom();
  room.listen((isStored) => told.push(isStored));
  const untilNoFacts = async () => ((await keys(entries('facts'))).length > 0 ? full() : 'stored');
  expect(await room.store({ kind: 'summaries', workspaceId: 'here' }, untilNoFacts)).toBe('stored');
  expect(await left()).toEqual([
    'index here',
    'index there',
    'summaries there model',
    'summaries there rules',
  ]);
  await set('a fact', 'facts', entries('facts'));
  await room.store({ kind: 'summaries', workspaceId: 'here' }, untilNoFacts);
  expect(told).toEqual([true]);
  for (let times = 0; times < 2; times += 1)
    await expect(room.store({ kind: 'model', workspaceId: 'here' }, full)).rejects.toThrow('full');
  expect(await left()).toEqual(['index here', 'summaries there model']);
  expect(told).toEqual([true, false]);
});

test('a folder that is forgotten takes along its index, views and summaries by rules', async () => {
  await fill();
  const shelf = browserShelf({
    ...{ cache: 'index', version: 1, workspaceId: 'there', encoding: 'o200k_base', room: createRoom() },
  });
  await shelf.save(new Map([[0, 'a pack']]));
  await browserCaches.forget('there');
  expect(await left()).toEqual(['views here', 'facts', 'index here', 'summaries there model']);
  const passed: unknown[] = [];
  await shelf.load((packs) => Promise.resolve(passed.push(packs)));
  expect(passed).toEqual([]);
});
