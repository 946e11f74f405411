import { describe, expect, it, vi } from 'vitest';
import { compute, openWith, poolHere } from '../../../tests/engineInTests';
import { changing, FILES, rank, reader, whenRead, type Files } from '../../../tests/referencesInTests';
import { path } from '../../../tests/repoPathInTests';
import { shelfInMemory } from '../../../tests/shelfInMemory';
import type { ComputeApi } from '../../compute/contract';
import type { EngineApi } from '../contract';

/** A pool that counts the calls for references. `overrides` replaces other calls. */
function countedReads(overrides: Partial<ComputeApi> = {}) {
  let reads = 0;
  const createPool = () =>
    poolHere({
      ...compute,
      ...overrides,
      readReferences(files) {
        reads += 1;
        return compute.readReferences(files);
      },
    });
  return { createPool, reads: () => reads };
}

describe('data about all texts', () => {
  it('reads a few files at a time until somebody asks, and none after the user has stopped that', async () => {
    const sizes: number[] = [];
    let begin = (): void => undefined;
    let end = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const mayEnd = new Promise<void>((resolve) => (end = resolve));
    const createPool = () =>
      poolHere({
        ...compute,
        async readReferences(files) {
          sizes.push(files.length);
          begin();
          await mayEnd;
          return compute.readReferences(files);
        },
      });
    const names = Array.from(
      { length: 100 },
      (_, at) => [`f${at}.ts`, `export const f${at} = 1;\n`] as const,
    );
    const { engine } = await openWith(reader(Object.fromEntries(names)), { createPool });
    await engine.readReferences(false);
    await engine.readReferencesAhead();
    expect((await engine.linksOf(path('f0.ts'))).progress).toMatchObject({ state: 'stopped', done: 0 });

    expect(sizes).toEqual([]);
    const again = await openWith(reader(Object.fromEntries(names)), { createPool });
    await again.engine.readReferencesAhead();
    await begun;
    expect(sizes).toEqual([32]);
    const asked = rank(again.engine);
    end();
    expect((await asked).progress).toMatchObject({ state: 'done', done: 100 });
    expect(sizes).toEqual([32, 64, 4]);
  });

  it('reads nothing ahead while the user waits for a search, until somebody asks', async () => {
    const { createPool, reads } = countedReads();
    const { engine } = await openWith(reader(), { createPool });
    let tell = (): void => undefined;
    let go = (): void => undefined;
    const told = new Promise<void>((resolve) => (tell = resolve));
    const mayGoOn = new Promise<void>((resolve) => (go = resolve));
    const query = { text: 'mask', isPattern: false, matchCase: false, wholeWord: false };
    const search = engine.searchFiles({ query, paths: '', limit: 10 }, () => {
      tell();
      return mayGoOn;
    });
    await told;
    await engine.readReferencesAhead();
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    expect(reads()).toBe(0);
    expect((await rank(engine)).progress.state).toBe('done');
    expect(reads()).toBe(1);
    go();
    await search;
  });

  it('reads nothing ahead while the user waits for a ranking', async () => {
    let tell = (): void => undefined;
    let go = (): void => undefined;
    const begun = new Promise<void>((resolve) => (tell = resolve));
    const mayGoOn = new Promise<void>((resolve) => (go = resolve));
    const { createPool, reads } = countedReads({
      async readWindowTerms(asked) {
        tell();
        await mayGoOn;
        return compute.readWindowTerms(asked);
      },
    });
    let files: Files = FILES;
    const { engine } = await openWith(
      changing(() => files),
      { createPool },
    );
    const ranked = rank(engine);
    await begun;
    expect(reads()).toBe(1);
    files = { ...FILES, 'src/added.ts': 'export const added = 1;\n' };
    await engine.refresh();
    await engine.readReferencesAhead();
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    expect(reads()).toBe(1);
    go();
    await ranked;
  });

  it.each([
    ['a file is filtered', (engine: EngineApi) => engine.filter('mask', 10)],
    ['the filter is prepared', (engine: EngineApi) => engine.prepareFilter()],
    ['symbols are searched', (engine: EngineApi) => engine.findSymbols({ query: 'mask', limit: 10 })],
  ])('reads nothing ahead for a second after %s', async (_, type) => {
    const { createPool, reads } = countedReads();
    const { engine } = await openWith(reader(), { createPool });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      await type(engine);
      await engine.readReferencesAhead();
      for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      expect(reads()).toBe(0);
      await vi.advanceTimersByTimeAsync(1_000);
      while (reads() === 0) await new Promise((resolve) => setImmediate(resolve));
    } finally {
      vi.useRealTimers();
    }
  });

  it('reads changed files a few at a time again after a question, and retries after a failure', async () => {
    let sizes: number[] = [];
    let isBroken = true;
    const createPool = () =>
      poolHere({
        ...compute,
        readReferences(files) {
          sizes.push(files.length);
          return isBroken ? Promise.reject(new Error('out of memory')) : compute.readReferences(files);
        },
      });
    const filesOf = (text: string): Files =>
      Object.fromEntries(
        Array.from({ length: 100 }, (_, at) => [`f${at}.ts`, `export const ${text}${at} = 1;\n`]),
      );
    let files = filesOf('a');
    const { engine, events } = await openWith(
      changing(() => files),
      { createPool },
    );
    const told = () => events.filter(({ kind }) => kind === 'references').length;
    await engine.readReferencesAhead();
    await vi.waitUntil(() => told() > 0, 30_000);
    isBroken = false;
    await engine.refresh();
    expect((await whenRead(() => engine.linksOf(path('f0.ts')))).progress.state).toBe('done');
    await engine.linksOf(path('f0.ts'));
    sizes = [];
    files = filesOf('longer');
    await engine.refresh();
    await engine.readReferencesAhead();
    await vi.waitUntil(() => sizes.reduce((sum, size) => sum + size, 0) === 100, 30_000);
    expect(sizes).toEqual([32, 32, 32, 4]);
  });

  it('misses no file if the user stops between files that are known', async () => {
    const all = Array.from({ length: 400 }, (_, at) => [`f${at}.ts`, `export const f${at} = 1;\n`] as const);
    const references = shelfInMemory();
    const shelvesOf = () => ({ references });
    const known = Object.fromEntries(all.filter((_, at) => at % 2 === 0));
    await rank((await openWith(reader(known), { shelvesOf })).engine);

    let stops = 0;
    const createPool = () =>
      poolHere({
        ...compute,
        async readReferences(files) {
          stops += 1;
          if (stops <= 3) await engine.readReferences(false);
          return compute.readReferences(files);
        },
      });
    const { engine } = await openWith(reader(Object.fromEntries(all)), { createPool, shelvesOf });
    const progress = async () => (await whenRead(() => engine.linksOf(path('f0.ts')))).progress;
    for (let resumed = 0; resumed < 3; resumed += 1) {
      await engine.readReferences(true);
      expect((await progress()).state).toBe('stopped');
    }
    await engine.readReferences(true);
    expect(await progress()).toMatchObject({ state: 'done', done: 400 });
  });
});
