import { describe, expect, test } from 'vitest';
import { FACTS_VERSION } from '../facts/fileFacts';
import {
  CACHES,
  expiredKeys,
  factsKey,
  factsOfKey,
  forgetFolder,
  dropTexts,
  withRoom,
  type CacheName,
  type RoomFor,
} from './caches';

const HASH = '1'.repeat(64);
const OLD_FACTS = factsKey('python/old', Date.parse('2026-01-01'));
const FACTS = factsKey('python/new', Date.parse('2026-03-01'));

/** Caches filled by two folders. */
function filled() {
  const keys: Record<CacheName, readonly unknown[]> = {
    views: [
      ['here', 'enc', 1, 0],
      ['there', 'enc', 1, 0],
    ],
    references: [
      ['here', '', 1, 0],
      ['there', '', 1, 0],
    ],
    facts: [OLD_FACTS, FACTS],
    texts: [['text', 1, 1]],
    blocks: [
      ['old', 1, 1],
      ['new', 2, 1],
    ],
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
        Array.isArray(key)
          ? `${name} ${String(key[0])}${key[2] === 'model' ? ' model' : ''}`
          : String(key).replace(/.*\//, `${name} `),
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
  [{ kind: 'own' }, ['texts text', 'summaries here model', 'summaries there model']],
  [
    { kind: 'model', workspaceId: 'here' },
    ['texts text', 'index here', 'summaries here model', 'summaries there model'],
  ],
  [
    { kind: 'summaries', workspaceId: 'here' },
    ['texts text', 'index here', 'summaries here', 'summaries here model', 'summaries there model'],
  ],
  [
    { kind: 'index', workspaceId: 'here' },
    [
      'texts text',
      'index here',
      'summaries here',
      'summaries here model',
      'summaries there',
      'summaries there model',
    ],
  ],
  [
    { kind: 'views', workspaceId: 'here' },
    [
      ...[
        'views here',
        'references here',
        'references there',
        'facts old',
        'facts new',
        'texts text',
        'blocks old',
        'blocks new',
        'index here',
        'index there',
      ],
      'summaries here',
      ...['summaries here model', 'summaries there', 'summaries there model'],
    ],
  ],
  [
    { kind: 'blocks' },
    [
      ...['texts text', 'blocks new', 'index here', 'index there', 'summaries here'],
      ...['summaries here model', 'summaries there', 'summaries there model'],
    ],
  ],
  [
    { kind: 'facts' },
    [
      ...['facts new', 'texts text', 'blocks old', 'blocks new', 'index here', 'index there'],
      'summaries here',
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
    if (isFull && caches.left().includes('facts new')) return Promise.reject(quota());
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
    ...[
      'views here',
      'references here',
      'facts old',
      'facts new',
      'texts text',
      'blocks old',
      'blocks new',
      'index here',
    ],
    ...['summaries here', 'summaries here model', 'summaries there model'],
  ]);
});

describe('entries expire', () => {
  const NOW = Date.parse('2026-03-31');
  const keyOf = (date: string, of: string): string => factsKey(`python/${of}`, Date.parse(date));
  const kept = [keyOf('2026-03-01', 'a'), keyOf('2025-10-01', 'b'), keyOf('2026-01-01', 'c')];

  test('of another version, after half a year', () => {
    const dead = [keyOf('2025-07-31', 'd'), '0/2026-03/python/e', `${FACTS_VERSION}/python/f`];
    expect(expiredKeys(CACHES.facts, [...kept, ...dead], NOW).toSorted()).toEqual(dead.toSorted());
  });

  test('the least recently used of too many, or too many bytes', () => {
    expect(expiredKeys({ ...CACHES.facts, limits: { entries: 2 } }, kept, NOW)).toEqual([kept[1]]);
    const texts = [['a', 3, 40], ['b', 1, 1], ['c', 2, 30], 'no text'];
    expect(expiredKeys({ ...CACHES.texts, limits: { bytes: 69 } }, texts, NOW)).toEqual([
      ['c', 2, 30],
      ['b', 1, 1],
    ]);
  });
});

test('a key of facts says what they are of, unless they are of another version', () => {
  expect(factsOfKey(FACTS)).toBe('python/new');
  for (const key of ['0/2026-03/python/abc', `${FACTS_VERSION}/python/abc`, 7])
    expect(factsOfKey(key)).toBeUndefined();
});

test('texts are removed by their hashes', async () => {
  const caches = filled();
  const before = caches.left();
  await dropTexts(new Set(['old', 'text', 'other']), caches.open);
  expect(caches.left()).toEqual(before.filter((each) => each !== 'texts text' && each !== 'blocks old'));
});
