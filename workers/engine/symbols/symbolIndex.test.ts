import type { Remote } from 'comlink';
import { describe, expect, it } from 'vitest';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { compute, fileOf, openWith, poolHere } from '../../../tests/engineInTests';
import type { ComputeApi } from '../../compute/contract';
import type { ComputePool } from '../computePool';
import type { EngineApi, EngineEvent } from '../contract';
import type { ContentProgress, SymbolsFound } from '../searchContract';
import type { FolderFile, FolderReader } from '../folders/folderReader';
import { readerOfFiles } from '../folders/memoryFolder';

/** Searches until all files are parsed. */
async function find(engine: EngineApi, query: string, file?: string): Promise<SymbolsFound> {
  for (;;) {
    const found = await engine.findSymbols({ query, limit: 50, ...(file && { file: file as RepoPath }) });
    if (found !== undefined && found.progress.state !== 'reading') return found;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

async function named(engine: EngineApi, query: string): Promise<readonly string[]> {
  return (await find(engine, query)).symbols.map(({ file, path }) => `${file} ${path}`);
}

/** A folder whose files a test can replace; `reads` counts how often each was read. */
function changingFolder(initial: Readonly<Record<string, FolderFile>>) {
  let files = new Map(Object.entries(initial));
  const reads = new Map<string, number>();
  const folder = () => readerOfFiles([...files]);
  const reader: FolderReader = {
    ...folder(),
    list: (path) => folder().list(path),
    async file(path) {
      const file = await folder().file(path);
      const counted = (): Promise<ArrayBuffer> => {
        reads.set(path, (reads.get(path) ?? 0) + 1);
        return file.read();
      };
      return { ...file, read: counted };
    },
  };
  return {
    reader,
    reads,
    replace: (next: Readonly<Record<string, FolderFile>>) => (files = new Map(Object.entries(next))),
  };
}

/** A pool whose only worker is this one. */
function poolOf(worker: ComputeApi): ComputePool {
  return {
    ...poolHere(),
    async run(job) {
      const result = await job.call(worker as unknown as Remote<ComputeApi>); // the same calls without a worker between
      job.signal?.throwIfAborted();
      return result;
    },
  };
}

const progressIn = (events: readonly EngineEvent[]): readonly ContentProgress[] =>
  events.flatMap((event) => (event.kind === 'symbols' ? [event.progress] : []));

describe('the symbols of a folder', () => {
  it('are found in all files that have any, and parsed once', async () => {
    const { reader, reads } = changingFolder({
      'src/store.ts': fileOf('export class Store {\n  get() {}\n}\n'),
      'docs/store.md': fileOf('# Store\n\ntext\n'),
      'plain.txt': fileOf('Store'),
      'a.bin': fileOf('Store\0'),
      '.env': fileOf('STORE=1'),
    });
    const { engine, events } = await openWith(reader);
    expect(await named(engine, 'Store')).toEqual(['src/store.ts Store', 'docs/store.md Store']);
    expect(await named(engine, 'store.get')).toEqual(['src/store.ts Store.get']);
    expect(progressIn(events).at(-1)).toEqual({ state: 'done', done: 2, total: 2, failed: 0 });
    const parsed = (await engine.workDone()).hits.factsParsed;
    expect(await named(engine, 'get')).toEqual(['src/store.ts Store.get']);
    expect((await engine.workDone()).hits.factsParsed).toBe(parsed);
    expect(reads.get('src/store.ts')).toBe(1); // the bytes of the count are still at hand
    expect(reads.get('.env')).toBeUndefined();
  });

  it('give the line to go to, and all symbols of one file in source order', async () => {
    const { engine } = await openWith(readerOfFiles([['a.json', fileOf('{\n"b": 1,\n"a": {"c": 2}\n}')]]));
    const { symbols, matches } = await find(engine, '', 'a.json');
    expect(symbols.map(({ path, line, kind }) => [path, line, kind])).toEqual([
      ['b', 2, 'Key'],
      ['a', 3, 'Key'],
      ['a.c', 3, 'Key'],
    ]);
    expect(matches).toBe(3);
    expect((await find(engine, 'c', 'a.json')).symbols).toHaveLength(1);
    expect((await find(engine, 'c', 'other.json')).symbols).toHaveLength(0);
    expect((await find(engine, '')).symbols).toHaveLength(0);
  });

  it('follow the folder', async () => {
    const folder = changingFolder({ 'a.md': fileOf('# One\n'), 'b.md': fileOf('# Two\n') });
    const { engine } = await openWith(folder.reader);
    expect(await named(engine, 'One')).toEqual(['a.md One']);
    folder.replace({
      'a.md': fileOf('# Three\n', { modified: 2 }),
      'moved.md': fileOf('# Two\n'),
      'new.md': fileOf('# One\n'),
    });
    await engine.refresh();
    expect(await named(engine, 'One')).toEqual(['new.md One']);
    expect(await named(engine, 'Two')).toEqual(['moved.md Two']);
    expect(await named(engine, 'Three')).toEqual(['a.md Three']);
  });

  it('that cannot be parsed are counted, and leave the others alone', async () => {
    const createPool = () =>
      poolOf({
        ...compute,
        readSymbols: async (files) =>
          (await compute.readSymbols(files)).map((read, at) =>
            files[at]?.path === 'bad.md' ? { ...read, found: { kind: 'unparsed', lasting: false } } : read,
          ),
      });
    const files = readerOfFiles([
      ['bad.md', fileOf('# Bad\n')],
      ['good.md', fileOf('# Good\n')],
    ]);
    const { engine } = await openWith(files, { createPool });
    const { symbols, progress } = await find(engine, 'd');
    expect(symbols.map(({ name }) => name)).toEqual(['Good']);
    expect(progress).toEqual({ state: 'done', done: 2, total: 2, failed: 1 });
  });

  it('stop and continue when the user says so', async () => {
    let go = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (go = resolve));
    const createPool = () =>
      poolOf({
        ...compute,
        async storedSymbols(contents) {
          await waiting;
          return compute.storedSymbols(contents);
        },
      });
    const files = readerOfFiles([['a.md', fileOf('# One\n')]]);
    const { engine, events } = await openWith(files, { createPool });
    const first = await engine.findSymbols({ query: 'One', limit: 5 });
    expect(first).toMatchObject({ symbols: [], progress: { state: 'reading', done: 0, total: 1 } });
    await engine.readSymbols(false);
    go();
    const stopped = await find(engine, 'One');
    expect(stopped).toMatchObject({ symbols: [], progress: { state: 'stopped', done: 0, total: 1 } });
    await engine.readSymbols(true);
    expect(await named(engine, 'One')).toEqual(['a.md One']);
    expect(progressIn(events).at(-1)).toMatchObject({ state: 'done' });
  });

  it('stop if all workers are lost', async () => {
    const createPool = () => poolOf({ ...compute, storedSymbols: () => Promise.reject(new Error('lost')) });
    const { engine } = await openWith(readerOfFiles([['a.md', fileOf('# One\n')]]), { createPool });
    expect((await find(engine, 'One')).progress.state).toBe('stopped');
  });

  it('share one table if 10,000 files have the same text', async () => {
    const files = Array.from({ length: 10_000 }, (_, at) => [`${at}.md`, fileOf('# Same\n')] as const);
    const { engine } = await openWith(readerOfFiles(files));
    const { symbols, matches } = await find(engine, 'same');
    expect(matches).toBe(10_000);
    expect(symbols.map(({ file }) => file).slice(0, 3)).toEqual(['0.md', '1.md', '10.md']);
    expect((await engine.workDone()).hits.factsParsed).toBeLessThan(10_000);
  });

  it('are searched for the latest query only', async () => {
    const text = '# One\n# Two\n'.repeat(2_500);
    const { engine } = await openWith(
      readerOfFiles(Array.from({ length: 60 }, (_, at) => [`${at}.md`, fileOf(text)])),
    );
    expect((await find(engine, 'One')).matches).toBe(150_000);
    const [earlier, later] = await Promise.all([
      engine.findSymbols({ query: 'One', limit: 5 }),
      engine.findSymbols({ query: 'Two', limit: 5 }),
    ]);
    expect(earlier).toBeUndefined();
    expect(later?.symbols[0]?.name).toBe('Two');
  });

  it('in a folder without code are none', async () => {
    const { engine } = await openWith(readerOfFiles([['a.txt', fileOf('text')]]));
    expect(await find(engine, 'text')).toEqual({
      ...{ symbols: [], matches: 0 },
      progress: { state: 'done', done: 0, total: 0, failed: 0 },
    });
  });
});
