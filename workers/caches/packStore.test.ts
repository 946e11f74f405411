import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContentHash, FileContent } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import { SOURCE_ENCODINGS } from '../../src/core/files/sourceEncoding';
import { packFiles, unpackFiles, type StoredFile } from '../engine/storing/indexPack';
import { createPackStore, type PackShelf } from './packStore';
import { packViews, unpackViews, type StoredViews } from '../engine/storing/viewPack';
import { shelfInMemory } from '../../tests/shelfInMemory';

const count = fc.nat();
const block = fc.record({ tokens: count, tokensAsLast: count, bytes: count, lines: count });
const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') as ContentHash);
const warnings = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('late-nul' as const), count }),
    fc.record({ kind: fc.constant('chat-tokens' as const), lines: fc.array(count), count }),
  ),
  { maxLength: 2 },
);
const encoding = fc.constantFrom(...SOURCE_ENCODINGS);
const content: fc.Arbitrary<FileContent> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    hash,
    lines: count,
    tokens: count,
    encoding,
    warnings,
    block,
  }),
  fc.record({ kind: fc.constant('binary' as const), reason: fc.string(), block }),
);
const path = fc
  .array(fc.stringMatching(/^[^\\/\0.][^\\/\0]{0,8}$/), { minLength: 1, maxLength: 3 })
  .map((segments) => segments.join('/') as RepoPath);
const file: fc.Arbitrary<StoredFile> = fc.record(
  { path, size: count, modified: count, readAs: encoding, content },
  { requiredKeys: ['path', 'size', 'modified', 'content'] },
);

describe('a pack', () => {
  it('gives back what went in', () => {
    fc.assert(
      fc.property(fc.array(file, { maxLength: 20 }), (files) => {
        expect(unpackFiles(structuredClone(packFiles(files)))).toEqual(files);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'pack'],
    ['an older version', { version: 0 }],
    ['a missing column', { numbers: undefined }],
    ['a short column', { numbers: new Float64Array(1) }],
    ['a number that is none', { numbers: new Float64Array(8).fill(Number.NaN) }],
    ['a hash that is none', { hashes: 'x'.repeat(64) }],
    ['a path that leads outside', { paths: ['../a'] }],
    ['an encoding that is none', { encodings: new Uint8Array([99]) }],
  ])('is set aside whole: %s', (_, damage) => {
    const [sound] = fc.sample(fc.record({ ...{ path, size: count, modified: count }, content }), 1);
    const text: FileContent = {
      ...{
        kind: 'text',
        hash: 'a'.repeat(64) as ContentHash,
        lines: 1,
        tokens: 1,
        encoding: 'utf-8',
        warnings: [],
      },
      block: { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 1 },
    };
    const pack = packFiles([{ ...(sound as StoredFile), content: text }]);
    expect(unpackFiles(pack)).toHaveLength(1);
    expect(unpackFiles(typeof damage === 'object' ? { ...pack, ...damage } : damage)).toBeUndefined();
  });
});

const views: fc.Arbitrary<StoredViews> = fc.record({
  ...{ path, hash },
  measures: fc.array(
    fc.record({
      ...{ key: fc.string(), block, gaps: fc.array(count) },
      ...{ notes: fc.array(fc.string()), warnings: fc.array(fc.string()) },
    }),
    { maxLength: 3 },
  ),
});

describe('a pack of views', () => {
  it('gives back what went in', () => {
    fc.assert(
      fc.property(fc.array(views, { maxLength: 10 }), (files) => {
        expect(unpackViews(packViews(files))).toEqual(files);
      }),
      { numRuns: 300 },
    );
  });

  const measure = {
    key: 'outline',
    block: { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 1 },
    gaps: [],
    notes: [],
    warnings: [],
  };
  const sound = { path: 'a', hash: 'a'.repeat(64), measures: [measure] };

  it.each([
    ['nothing', undefined],
    ['half of one', JSON.stringify([sound]).slice(0, -9)],
    ['a path that leads outside', JSON.stringify([{ ...sound, path: '../a' }])],
    ['a hash that is none', JSON.stringify([{ ...sound, hash: 'x' }])],
    [
      'tokens that are none',
      JSON.stringify([{ ...sound, measures: [{ ...measure, block: { tokens: -1 } }] }]),
    ],
  ])('is set aside whole: %s', (_, damaged) => {
    expect(unpackViews(JSON.stringify([sound]))).toHaveLength(1);
    expect(unpackViews(damaged)).toBeUndefined();
  });
});

const indexStore = (shelf: PackShelf) => createPackStore(shelf, { pack: packFiles, unpack: unpackFiles });

function fileOf(at: number): StoredFile {
  const measure = { tokens: at, tokensAsLast: at, bytes: at, lines: at };
  const reason = 'binary';
  return {
    path: `f${at}` as RepoPath,
    size: at,
    modified: at,
    content: { kind: 'binary', reason, block: measure },
  };
}

describe('the store', () => {
  it('keeps files, their changes and their going', async () => {
    const shelf = shelfInMemory();
    const store = indexStore(shelf);
    expect(await store.load()).toEqual([]);
    for (let at = 0; at < 2_500; at += 1) store.put(fileOf(at));
    await store.flush();
    expect([...shelf.packs.keys()]).toEqual([0, 1, 2]);

    const next = indexStore(shelf);
    expect(await next.load()).toHaveLength(2_500);
    next.remove('f7' as RepoPath);
    next.put({ ...fileOf(2_000), size: 1 });
    const before = shelf.saves;
    await next.flush();
    await next.flush();
    expect(shelf.saves).toBe(before + 1);
    const last = await indexStore(shelf).load();
    expect(last).toHaveLength(2_499);
    expect(last.find((stored) => stored.path === 'f2000')?.size).toBe(1);
  });

  it('leaves out a pack that is damaged, and replaces it', async () => {
    const shelf = shelfInMemory();
    const store = indexStore(shelf);
    for (let at = 0; at < 1_500; at += 1) store.put(fileOf(at));
    await store.flush();
    shelf.packs.set(1, { version: 'from the future' });
    const next = indexStore(shelf);
    expect(await next.load()).toHaveLength(1_000);
    await next.flush();
    expect([...shelf.packs.keys()]).toEqual([0]);
  });

  it('writes no pack before all are read', async () => {
    const shelf = shelfInMemory();
    const store = indexStore(shelf);
    for (let at = 0; at < 3_000; at += 1) store.put(fileOf(at));
    await store.flush();
    const flushed: Promise<void>[] = [];
    const next = indexStore({
      ...shelf,
      load: (take) =>
        shelf.load(async (packs) => {
          await take(packs);
          next.put(fileOf(3_000));
          flushed.push(next.flush());
        }),
    });
    expect(await next.load()).toHaveLength(3_001);
    await Promise.all(flushed);
    expect(await indexStore(shelf).load()).toHaveLength(3_001);
  });

  it('has the files read before the database failed, and writes none', async () => {
    const shelf = shelfInMemory();
    const store = indexStore(shelf);
    for (let at = 0; at < 2_500; at += 1) store.put(fileOf(at));
    await store.flush();
    const next = indexStore({
      ...shelf,
      async load(take) {
        await take(new Map([[0, shelf.packs.get(0)]]));
        return false;
      },
    });
    expect(await next.load()).toHaveLength(1_000);
    next.put(fileOf(2_500));
    await next.flush();
    expect(await indexStore(shelf).load()).toHaveLength(2_500);
  });

  it('goes on when nothing can be written or read', async () => {
    const failing: PackShelf = {
      load: () => Promise.resolve(false),
      save: () => Promise.resolve(false),
    };
    const store = indexStore(failing);
    expect(await store.load()).toEqual([]);
    store.put(fileOf(1));
    await store.flush();
    const full = indexStore({ ...failing, load: () => Promise.resolve(true) });
    await full.load();
    full.put(fileOf(1));
    await full.flush();
  });
});
