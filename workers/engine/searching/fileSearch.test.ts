import { describe, expect, it } from 'vitest';
import type { TextQuery } from '../../../src/core/search/textQuery';
import { engineHere, fileOf, openWith, OPTIONS, poolHere } from '../../../tests/engineInTests';
import type { ComputePool } from '../computePool';
import type { EngineApi } from '../contract';
import type { FileSearchNews, FoundFile } from '../searchContract';
import type { FolderFile, FolderReader } from '../folders/folderReader';
import { readerOfFiles } from '../folders/memoryFolder';
import { TIME_LIMITS, type TimeLimits } from '../folders/timeLimits';
import { WorkerDied } from '../runningWorker';

interface Wanted extends Partial<TextQuery> {
  readonly paths?: string;
  readonly limit?: number;
}

async function search(
  engine: EngineApi,
  text: string,
  { paths = '', limit = 100_000, ...switches }: Wanted = {},
) {
  const news: FileSearchNews[] = [];
  const query = { text, isPattern: false, matchCase: false, wholeWord: false, ...switches };
  const end = await engine.searchFiles({ query, paths, limit }, (told) => {
    news.push(told);
  });
  return { news, end, files: news.flatMap(({ files }) => files) };
}

const linesOf = (files: readonly FoundFile[]) =>
  Object.fromEntries(files.map(({ path, lines }) => [path, lines.map(({ line }) => line)]));

/** A folder that a test can replace, and that counts how often each file was read. */
function countingReads(folder: () => FolderReader) {
  const reads = new Map<string, number>();
  const reader: FolderReader = {
    ...folder(),
    list: (path) => folder().list(path),
    async file(path) {
      const file = await folder().file(path);
      const read = (): Promise<ArrayBuffer> => {
        reads.set(path, (reads.get(path) ?? 0) + 1);
        return file.read();
      };
      return { ...file, read };
    },
  };
  return { reader, reads };
}

/** Lists a folder of `count` files whose counts never come, so that no bytes are in memory. */
async function openUncounted(
  reader: FolderReader,
  count: number,
  timeLimits?: TimeLimits,
): Promise<EngineApi> {
  const createPool = (): ComputePool => ({ ...poolHere(), run: () => new Promise(() => undefined) });
  const engine = engineHere({
    readerOf: () => reader,
    createPool,
    createSearchPool: poolHere,
    ...(timeLimits && { timeLimits }),
  });
  await new Promise<void>((resolve) => {
    let listed = 0;
    void engine.open({ kind: 'snapshot', name: 'test' }, OPTIONS, (event) => {
      if (event.kind === 'entries') listed += event.entries.length;
      if (listed === count) resolve();
    });
  });
  return engine;
}

/** Fails the calls that `when` chooses, as if their worker had died. */
function dyingPool(when: () => boolean): ComputePool {
  const pool = poolHere();
  return {
    ...pool,
    run: (job) => (when() ? Promise.reject(new WorkerDied('stuck for 3 s')) : pool.run(job)),
  };
}

describe('the search in files', () => {
  it('finds the lines that grep finds, in all encodings, without binary and left-out files', async () => {
    const texts: Record<string, string> = {
      'b/one.ts': 'needle\n\nthe Needle and a needle\r\nlast\n',
      'a.txt': 'nothing\nnEEdle',
      'odd.txt': '\ufeffneedle \ud83d\ud83d\n',
      'empty.txt': '',
    };
    const { engine } = await openWith(
      readerOfFiles([
        ...Object.entries(texts).map(([path, text]) => [path, fileOf(text)] as const),
        [
          'wide.txt',
          {
            size: 0,
            modified: 1,
            read: () =>
              Promise.resolve(
                new Uint8Array([0xff, 0xfe, 0x6e, 0, 0x65, 0, 0x65, 0, 0x64, 0, 0x6c, 0, 0x65, 0]).buffer,
              ),
          },
        ],
        ['data', fileOf('needle\0')],
        ['.env', fileOf('needle=1')],
        ['build/out.js', fileOf('needle')],
        ['.gitignore', fileOf('build\n')],
      ]),
    );
    const { files, end, news } = await search(engine, 'needle');
    expect(linesOf(files)).toEqual({ 'a.txt': [2], 'b/one.ts': [1, 3], 'odd.txt': [1], 'wide.txt': [1] });
    expect(files.find(({ path }) => path === 'b/one.ts')).toMatchObject({
      matches: 3,
      lines: [{ marks: [0, 6] }, { text: 'the Needle and a needle', marks: [4, 10, 17, 23] }],
    });
    expect(end).toEqual({
      ...{ kind: 'complete', searched: 7, total: 7, unreadable: 0, tooLarge: 0 },
      matchesEmpty: false,
    });
    expect(news.at(-1)).toMatchObject({ searched: 7, total: 7 });
    expect(linesOf((await search(engine, 'Needle', { matchCase: true })).files)).toEqual({ 'b/one.ts': [3] });
    expect(
      linesOf((await search(engine, '^n.*e$', { isPattern: true, paths: '*.txt, !wide.txt' })).files),
    ).toEqual({ 'a.txt': [2] });
  });

  it('reads no file again that is in memory, and follows those that changed', async () => {
    let text = fileOf('old');
    const { reader, reads } = countingReads(() => readerOfFiles([['a.txt', text]]));
    const { engine, content } = await openWith(reader);
    expect((await search(engine, 'old')).files).toHaveLength(1);
    expect(reads.get('a.txt')).toBe(1); // the bytes of the count are still at hand
    text = fileOf('newer', { modified: 2 });
    await engine.refresh();
    expect((await search(engine, 'new')).files).toHaveLength(1);
    expect(content('a.txt')).toMatchObject({ kind: 'text' });
  });

  it('searches files that are not counted yet, without those that are gone', async () => {
    let isGone = false;
    const { reader, reads } = countingReads(() =>
      readerOfFiles([...(isGone ? [] : [['a.txt', fileOf('needle')] as const]), ['b.txt', fileOf('needle')]]),
    );
    const engine = await openUncounted(reader, 2);
    isGone = true;
    const { files, end } = await search(engine, 'needle');
    expect(linesOf(files)).toEqual({ 'b.txt': [1] });
    expect(end).toMatchObject({ kind: 'complete', searched: 2, unreadable: 0 });
    expect(reads.get('b.txt')).toBeGreaterThan(0);
  });

  it('does not wait for a file that never responds longer than the user does', async () => {
    const silent: FolderFile = { size: 3, modified: 1, read: () => new Promise(() => undefined) };
    const reader = readerOfFiles([
      ['a.txt', silent],
      ['b.txt', fileOf('needle')],
    ]);
    const engine = await openUncounted(reader, 2);
    let canceled: Promise<void> | undefined;
    const query = { text: 'needle', isPattern: false, matchCase: true, wholeWord: false };
    const end = await engine.searchFiles({ query, paths: '', limit: 10 }, ({ files, searched }) => {
      if (files.length === 0) return;
      expect(searched).toBe(1);
      canceled = engine.cancelFileSearch();
    });
    expect(end).toBeUndefined();
    await canceled;
    const impatient = await openUncounted(reader, 2, { ...TIME_LIMITS, pause: 1, looksToList: 10 });
    expect((await search(impatient, 'needle')).end).toMatchObject({
      kind: 'complete',
      searched: 2,
      unreadable: 1,
    });
  });

  it('stops at the limit', async () => {
    const { engine } = await openWith(
      readerOfFiles(Array.from({ length: 300 }, (_, at) => [`${at}.txt`, fileOf('a a\na\n')] as const)),
    );
    const { files, end } = await search(engine, 'a', { limit: 30 });
    expect(end?.kind).toBe('limited');
    expect(files.reduce((sum, file) => sum + file.matches, 0)).toBe(30);
    expect((await search(engine, 'a', { limit: 900 })).end?.kind).toBe('complete');
  });

  it('sends very many lines in several messages, one at a time', async () => {
    const { engine } = await openWith(
      readerOfFiles([
        ['a.txt', fileOf('a\n'.repeat(30_001))],
        ['b.txt', fileOf('a')],
      ]),
    );
    const sizes: number[] = [];
    const lines: number[] = [];
    let atOnce = 0;
    let matches = 0;
    const query = { text: 'a', isPattern: false, matchCase: true, wholeWord: false };
    await engine.searchFiles({ query, paths: 'a.txt', limit: 100_000 }, async ({ files }) => {
      expect((atOnce += 1)).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 0));
      atOnce -= 1;
      for (const file of files) {
        lines.push(...file.lines.map(({ line }) => line));
        matches += file.matches;
        sizes.push(file.lines.length);
      }
    });
    expect(matches).toBe(30_001);
    expect(lines).toEqual(Array.from({ length: 30_001 }, (_, at) => at + 1));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
  });

  it('stops if a pattern takes too long, and says so', async () => {
    let isStuck = false;
    const { engine } = await openWith(readerOfFiles([['a.txt', fileOf('needle')]]), {
      createSearchPool: () => dyingPool(() => isStuck),
    });
    isStuck = true;
    expect((await search(engine, '(a+)+$', { isPattern: true })).end?.kind).toBe('slow');
    expect((await search(engine, 'needle')).end).toMatchObject({
      kind: 'complete',
      unreadable: 1,
      searched: 1,
    });
    isStuck = false;
    expect((await search(engine, 'n', { isPattern: true })).files).toHaveLength(1);
  });

  it('is canceled by the next one', async () => {
    const { engine } = await openWith(
      readerOfFiles(Array.from({ length: 200 }, (_, at) => [`${at}.txt`, fileOf('one two')] as const)),
    );
    const [earlier, later] = await Promise.all([search(engine, 'one'), search(engine, 'two')]);
    expect(earlier.end).toBeUndefined();
    expect(later.files).toHaveLength(200);
  });

  it('rejects invalid queries and paths with the reason', async () => {
    const { engine } = await openWith(readerOfFiles([['a.txt', fileOf('a')]]));
    await expect(search(engine, '(', { isPattern: true })).rejects.toThrow('Unterminated group');
    await expect(search(engine, 'a', { paths: '../x' })).rejects.toThrow('leads outside');
  });

  it('says that a pattern also matches nothing at all', async () => {
    const { engine } = await openWith(readerOfFiles([['a.txt', fileOf('ab')]]));
    expect((await search(engine, 'a*', { isPattern: true })).end?.matchesEmpty).toBe(true);
    expect((await search(engine, 'a+', { isPattern: true })).end?.matchesEmpty).toBe(false);
  });
});
