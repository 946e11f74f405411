import { createStore, get, keys, set } from 'idb-keyval';
import { describe, expect, test } from 'vitest';
import type { ContentHash } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import { CACHES } from '../../src/core/storage/caches';
import { browserSummaries } from '../../src/platform/summaries';
import { summaryVersion, writtenOf, type SummaryEntry } from '../../src/core/summaries/entry';
import { createSummaryStore } from './summaryStore';

const store = createSummaryStore();
const raw = createStore(CACHES.summaries.database, CACHES.summaries.store);
let shelves = 0;
const newShelf = (): string => `shelf ${(shelves += 1)}`;

const X = '1'.repeat(64) as ContentHash;
const Y = '2'.repeat(64) as ContentHash;

function entryOf(path: string, hash: ContentHash, changes: Partial<SummaryEntry> = {}): SummaryEntry {
  return {
    file_path: path as RepoPath,
    file_hash: hash,
    summary: `${path} ${hash[0]}\n`,
    outline: '',
    generated_at: '2026-01-31T12:00:00.000Z',
    generator_tier: null,
    version: summaryVersion('rules'),
    kind: 'heuristic',
    ...changes,
  };
}

const want = (path: string, hash: ContentHash, written?: string) => ({
  path: path as RepoPath,
  hash,
  ...(written !== undefined && { written }),
});

describe('the store of summaries', () => {
  test('finds what was put for this content of this file, in the order asked for', async () => {
    const shelf = newShelf();
    await store.put(shelf, [entryOf('a', X), entryOf('b', Y)]);
    const found = await store.get(shelf, [want('b', Y), want('b', X), want('c', X), want('a', X)]);
    expect(found.map((entry) => entry?.summary)).toEqual(['b 2\n', undefined, undefined, 'a 1\n']);
    expect(await store.get(newShelf(), [want('a', X)])).toEqual([undefined]);
  });

  test('a file has one summary by rules and one by a model; a newer one takes its place', async () => {
    const shelf = newShelf();
    const model = entryOf('a', X, { kind: 'endpoint', generator_tier: 3, version: summaryVersion('model') });
    const later = { ...model, kind: 'clipboard', generated_at: '2026-02-01T12:00:00.000Z' } as const;
    await store.put(shelf, [entryOf('a', X), model]);
    await store.put(shelf, [entryOf('a', Y)]);
    expect((await store.list(shelf)).map(({ hash, written }) => [hash, written])).toEqual([
      [X, writtenOf(model)],
      [Y, ''],
    ]);
    await store.put(shelf, [later]);
    expect(await store.get(shelf, [want('a', X, writtenOf(model))])).toEqual([undefined]);
    expect(await store.get(shelf, [want('a', X, writtenOf(later))])).toMatchObject([{ kind: 'clipboard' }]);
  });

  test('another version of the rules finds nothing, and lists what it finds as not current', async () => {
    const shelf = newShelf();
    await store.put(shelf, [entryOf('a', X)]);
    const next = createSummaryStore({ versionOf: (writer) => `${summaryVersion(writer)} next` });
    expect(await next.get(shelf, [want('a', X)])).toEqual([undefined]);
    expect(await next.list(shelf)).toEqual([{ path: 'a', hash: X, written: '', current: false }]);
  });

  test('damaged, forged and foreign entries are skipped and replaced', async () => {
    const shelf = newShelf();
    await store.put(shelf, [entryOf('a', X), entryOf('b', X), entryOf('c', X)]);
    const [a, b] = (await keys<IDBValidKey[]>(raw)).filter(([of]) => of === shelf);
    if (a === undefined || b === undefined) throw new Error('nothing was stored');
    await set(a, '{"summary":', raw);
    await set(b, JSON.stringify(entryOf('somebody-else', X)), raw);
    await set([shelf, 'd', 'rules', 7], 'x', raw);
    const all = [want('a', X), want('b', X), want('c', X), want('d', X)];
    expect((await store.get(shelf, all)).map((entry) => entry?.summary)).toEqual([
      undefined,
      undefined,
      'c 1\n',
      undefined,
    ]);
    expect((await store.list(shelf)).map(({ path }) => path)).toEqual(['a', 'b', 'c']);
    await store.put(shelf, [entryOf('a', X)]);
    expect((await store.get(shelf, [want('a', X)]))[0]?.summary).toBe('a 1\n');
  });

  test('its size is that of what is written in it, and clearing it says what that was', async () => {
    await browserSummaries.clear();
    const shelf = newShelf();
    await store.put(
      shelf,
      Array.from({ length: 4_100 }, (_, index) => entryOf(`f${index}`, X)),
    );
    const all = await keys<IDBValidKey[]>(raw);
    const values = await Promise.all(all.slice(0, 3).map((key) => get<string>(key, raw)));
    expect(all.slice(0, 3).map((key) => key.at(-1))).toEqual(values.map((value) => value?.length));
    const bytes = all.reduce((sum, key) => sum + Number(key.at(-1)), 0);
    expect(await browserSummaries.size()).toBe(bytes);
    expect(await browserSummaries.clear()).toBe(bytes);
    expect(await browserSummaries.size()).toBe(0);
    expect(await store.list(shelf)).toEqual([]);
  });

  test('files that are gone lose what the rules wrote at once, and what a model wrote after a month without them', async () => {
    const shelf = newShelf();
    let days = 0;
    const aged = createSummaryStore({ now: () => days * 24 * 60 * 60 * 1000 });
    const model = { kind: 'endpoint', generator_tier: 3, version: summaryVersion('model') } as const;
    await aged.put(shelf, [
      ...[entryOf('stays', X), entryOf('gone', X), entryOf('gone', X, model)],
      ...[entryOf('back', X), entryOf('back', X, model)],
    ]);
    const left = async () =>
      (await aged.list(shelf)).map(({ path, written }) => `${path} ${written.slice(0, 8)}`);
    await aged.keepOnly(shelf, (path) => path === 'stays');
    expect(await left()).toEqual(['back endpoint', 'gone endpoint', 'stays ']);
    days = 20;
    await aged.keepOnly(shelf, (path) => path !== 'gone');
    days = 40;
    await aged.keepOnly(shelf, (path) => path === 'stays');
    expect(await left()).toEqual(['back endpoint', 'stays ']);
    days = 80;
    await aged.keepOnly(shelf, (path) => path === 'stays');
    expect(await left()).toEqual(['stays ']);
  });
});
