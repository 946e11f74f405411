import { expect, test } from 'vitest';
import { CACHES, forgetFolder, withRoom, type CacheName, type RoomFor } from './caches';

const HASH = '1'.repeat(64);

/** The caches as two folders have filled them. */
function filled() {
  const keys: Record<CacheName, readonly unknown[]> = {
    views: [
      ['here', 'enc', 1, 0],
      ['there', 'enc', 1, 0],
    ],
    facts: ['facts'],
    index: [
      ['here', 'enc', 1, 0],
      ['there', 'enc', 1, 0],
    ],
    summaries: [
      ['here', 'a', 'rules', '1', HASH, '', 9],
      ['here', 'a', 'model', '1', HASH, 'endpoint 2026', 9],
      ['there', 'b', 'rules', '1', HASH, '', 9],
      ['there', 'b', 'model', '1', HASH, 'endpoint 2026', 9],
    ],
  };
  const nameOf = (database: string) =>
    Object.keys(CACHES).find((name) => database === `strata-${name}`) as CacheName;
  const left = () =>
    Object.entries(keys).flatMap(([name, all]) =>
      all.map((key) =>
        Array.isArray(key) ? `${name} ${String(key[0])}${key[2] === 'model' ? ' model' : ''}` : name,
      ),
    );
  return {
    left,
    open: ({ database }: { readonly database: string }) => ({
      keys: () => Promise.resolve(keys[nameOf(database)]),
      remove(gone: readonly unknown[]) {
        const name = nameOf(database);
        keys[name] = keys[name].filter((key) => !gone.includes(key));
        return Promise.resolve();
      },
    }),
  };
}

const quota = () => Object.assign(new Error('full'), { name: 'QuotaExceededError' });

test.each<[RoomFor, readonly string[]]>([
  [{ kind: 'own' }, ['summaries here model', 'summaries there model']],
  [{ kind: 'model', workspaceId: 'here' }, ['index here', 'summaries here model', 'summaries there model']],
  [
    { kind: 'summaries', workspaceId: 'here' },
    ['index here', 'summaries here', 'summaries here model', 'summaries there model'],
  ],
  [
    { kind: 'index', workspaceId: 'here' },
    ['index here', 'summaries here', 'summaries here model', 'summaries there', 'summaries there model'],
  ],
  [
    { kind: 'views', workspaceId: 'here' },
    [
      ...['views here', 'facts', 'index here', 'index there', 'summaries here'],
      ...['summaries here model', 'summaries there', 'summaries there model'],
    ],
  ],
])('when there is no room at all, this is left after an attempt to store %o', async (room, left) => {
  const caches = filled();
  const storing = withRoom(() => Promise.reject(quota()), room, caches.open);
  await expect(storing).rejects.toThrow('full');
  expect(caches.left()).toEqual(left);
});

test('no more is given up than is needed, and nothing for another failure', async () => {
  const caches = filled();
  let isFull = true;
  const task = () => {
    if (isFull && caches.left().includes('facts')) return Promise.reject(quota());
    isFull = false;
    return Promise.resolve('stored');
  };
  expect(await withRoom(task, { kind: 'own' }, caches.open)).toEqual({ value: 'stored', madeRoom: true });
  expect(caches.left()).toContain('index there');
  expect(await withRoom(task, { kind: 'own' }, caches.open)).toEqual({ value: 'stored', madeRoom: false });
  const failing = withRoom(() => Promise.reject(new Error('closed')), { kind: 'own' }, caches.open);
  await expect(failing).rejects.toThrow('closed');
  expect(caches.left()).toContain('index there');
});

test('a folder that is forgotten leaves only what a model has written', async () => {
  const caches = filled();
  await forgetFolder('there', caches.open);
  expect(caches.left()).toEqual([
    ...['views here', 'facts', 'index here', 'summaries here', 'summaries here model'],
    'summaries there model',
  ]);
});
