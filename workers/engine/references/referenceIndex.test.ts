import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { compute, computeWith, fileOf, openWith, poolHere } from '../../../tests/engineInTests';
import { testFactsReader } from '../../../tests/languages/wasmFiles';
import { SEPARATOR } from '../../../src/core/compose/separator';
import type { SymbolMapRequest } from '../../../src/core/document/bodyRequest';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { PackShelf } from '../../caches/packStore';
import type { ComputePool } from '../computePool';
import type { EngineApi } from '../contract';
import type { FolderReader } from '../folders/folderReader';
import { WorkerDied } from '../runningWorker';
import { readerOfFiles } from '../folders/memoryFolder';
import type { ContentProgress, FilesRanked, RankingWanted } from '../searchContract';

const path = (text: string): RepoPath => text as RepoPath;

const FILES = {
  'src/auth/maskAuth.ts': 'export function maskAuth(header: string) {\n  return header;\n}\n',
  'src/server.ts': "import { maskAuth } from './auth/maskAuth';\n\nexport const masked = maskAuth('x');\n",
  'src/client.ts': "import { masked } from './server';\nimport type { Later } from 'elsewhere';\nmasked;\n",
  'src/other.ts': 'export const other = 1;\n',
  'secret.pem': 'maskAuth\n',
};

type Files = Readonly<Record<string, string>>;

const reader = (files: Files = FILES): FolderReader =>
  readerOfFiles(Object.entries(files).map(([each, text]) => [each, fileOf(text)] as const));

/** A folder whose files may change. */
const changing = (files: () => Files): FolderReader => ({
  ...reader(),
  list: (folder) => reader(files()).list(folder),
  file: (file) => reader(files()).file(file),
});

/** Asks until all files are read. */
async function whenRead<T extends { readonly progress: ContentProgress }>(
  ask: () => Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    const found = await ask();
    if (found !== undefined && found.progress.state !== 'reading') return found;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const rank = (engine: EngineApi, wanted: Partial<RankingWanted> = {}): Promise<FilesRanked> =>
  whenRead(() =>
    engine.rankFiles({
      task: 'Fix `maskAuth` for proxies',
      selected: [],
      excluded: [],
      limit: 10,
      ...wanted,
    }),
  );

const pathsOf = ({ files }: FilesRanked) => files.map((file) => file.path);

/** Keeps packs in memory, like the browser. */
function shelf(): PackShelf {
  const packs = new Map<number, unknown>();
  return {
    load: () => Promise.resolve(new Map(packs)),
    save(changed) {
      for (const [number, pack] of changed) packs.set(number, structuredClone(pack));
      return Promise.resolve(true);
    },
  };
}

describe('the ranking of a folder', () => {
  it('ranks the files that a task concerns first, with reasons', async () => {
    const { engine, events } = await openWith(reader());
    const { files, progress } = await rank(engine);
    expect(files[0]).toMatchObject({ path: 'src/auth/maskAuth.ts' });
    expect(files[0]?.reasons[0]).toBe('defines `maskAuth`');
    expect(files.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1);
    expect(progress).toMatchObject({ state: 'done', failed: 0 });
    expect(events.filter(({ kind }) => kind === 'references').at(-1)).toMatchObject({ progress });
  });

  it('slices the lines of a file that match a task best, with their symbol and those around, for each share', async () => {
    const filler = Array<string>(59).fill('// filler');
    const text = ['export class Cookie {}', ...filler, FILES['src/auth/maskAuth.ts']].join('\n');
    const { engine } = await openWith(reader({ ...FILES, 'src/auth/maskAuth.ts': text }));
    await rank(engine);
    const paths = ['src/auth/maskAuth.ts', 'src/other.ts', 'gone.ts'].map(path);
    const focused = await engine.focusFiles({ task: 'maskAuth', paths, shares: [0.2, 1], tag: 'relevant' });
    const comment = 'above: Cookie';
    const slice = {
      startLine: 61,
      endLine: 63,
      tag: 'relevant',
      comment,
      symbol: 'maskAuth',
      totalLines: 63,
    };
    expect(focused).toMatchObject([
      { path: paths[0], levels: [[slice], [slice]] },
      { path: paths[1], levels: [[], []] },
      { path: paths[2], levels: [[], []] },
    ]);
  });

  it('leaves out dismissed and ignored files', async () => {
    const { engine } = await openWith(reader({ ...FILES, '.gitignore': 'src/server.ts\n' }));
    const excluded = [path('src/auth/maskAuth.ts')];
    const paths = pathsOf(await rank(engine, { excluded }));
    expect(paths).not.toContain('src/auth/maskAuth.ts');
    expect(paths).not.toContain('src/server.ts');
    expect(paths).toContain('src/client.ts');
    await engine.measureFiles([path('src/server.ts')]);
    expect(pathsOf(await rank(engine))).not.toContain('src/server.ts');
  });

  it('follows the folder', async () => {
    let files: Files = FILES;
    const { engine } = await openWith(changing(() => files));
    expect(pathsOf(await rank(engine))[0]).toBe('src/auth/maskAuth.ts');
    files = { 'moved/maskAuth.ts': FILES['src/auth/maskAuth.ts'], 'src/other.ts': FILES['src/other.ts'] };
    await engine.refresh();
    expect(pathsOf(await rank(engine))).toEqual(['moved/maskAuth.ts', 'src/other.ts']);
  });

  it('reads a text once for all tasks, and again when it has changed', async () => {
    const read: string[] = [];
    const createPool = () =>
      poolHere({
        ...compute,
        readWindowTerms(files) {
          read.push(...files.map((file) => file.path));
          return compute.readWindowTerms(files);
        },
      });
    let files: Files = { 'a.ts': 'export const maskAuth = 1;\n', 'b.ts': 'export const other = 1;\n' };
    const { engine } = await openWith(
      changing(() => files),
      { createPool },
    );
    await rank(engine);
    const again = await rank(engine, { task: 'Rename `other`' });
    expect(read.toSorted()).toEqual(['a.ts', 'b.ts']);
    expect(again.files[0]?.reasons).toContain('line 1 matches 1 word of the task');
    files = { ...files, 'b.ts': '\n\nexport const another = maskAuth;\n' };
    await engine.refresh();
    const { files: found } = await rank(engine);
    expect(read.toSorted()).toEqual(['a.ts', 'b.ts', 'b.ts']);
    expect(found.find((file) => file.path === 'b.ts')?.reasons).toContain(
      'lines 1–3 match 1 word of the task',
    );
  });

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

  it('is loaded from the last visit', async () => {
    const references = shelf();
    const overrides = { shelvesOf: () => ({ references }) };
    const first = await openWith(reader(), overrides);
    const best = pathsOf(await rank(first.engine)).slice(0, 2);
    const parsed = (await first.engine.workDone()).hits.factsParsed; // both share a worker
    const second = await openWith(reader({ ...FILES, 'src/new.ts': 'export const fresh = 1;\n' }), overrides);
    expect(pathsOf(await rank(second.engine)).slice(0, 2)).toEqual(best);
    expect((await second.engine.workDone()).hits.factsParsed - parsed).toBe(1);
  });

  it('answers any task', async () => {
    const { engine } = await openWith(reader());
    for (const task of [
      '',
      '🙂',
      '修正登录错误',
      'אבג',
      '\ud800',
      '__proto__ constructor',
      'a b '.repeat(250_000),
    ])
      expect((await rank(engine, { task })).files).toHaveLength(4);
    const unknown = await rank(engine, { task: '修正登录错误' });
    expect(unknown.files.flatMap(({ reasons }) => reasons)).toEqual([]);
    const empty = await openWith(reader({}));
    expect((await rank(empty.engine)).files).toEqual([]);
  });
});

describe('the links of a folder', () => {
  it('have names and lines', async () => {
    const { engine } = await openWith(reader());
    const found = await whenRead(() => engine.linksOf(path('src/auth/maskAuth.ts')));
    expect(found.uses).toEqual([]);
    expect(found.usedBy).toEqual([{ path: 'src/server.ts', names: [{ name: 'maskAuth', lines: [1, 3] }] }]);
    const { uses } = await engine.linksOf(path('src/client.ts'));
    expect(uses.map((link) => link.path)).toEqual(['src/server.ts']);
  });

  it('have the names that are imported from a re-exporting file', async () => {
    const { engine } = await openWith(
      reader({
        ...FILES,
        'index.ts': "export * from './src/server';\n",
        'a.ts': "import { masked } from './index';\nmasked;\n",
      }),
    );
    const { uses } = await whenRead(() => engine.linksOf(path('a.ts')));
    const names = [{ name: 'masked', lines: [1, 2] }];
    expect(uses).toEqual([
      { path: 'index.ts', names },
      { path: 'src/server.ts', names },
    ]);
  });

  it('have the names, even if no facts are stored', async () => {
    const facts = testFactsReader();
    const forgetful = {
      ...poolHere(),
      run: (job: Parameters<ComputePool['run']>[0]) => poolHere(computeWith(facts)).run(job),
    };
    const { engine } = await openWith(reader(), { createPool: () => forgetful as ComputePool });
    const found = await whenRead(() => engine.linksOf(path('src/auth/maskAuth.ts')));
    expect(found.usedBy).toEqual([{ path: 'src/server.ts', names: [{ name: 'maskAuth', lines: [1, 3] }] }]);
  });

  it('follow the folder', async () => {
    let files: Files = FILES;
    const { engine } = await openWith(changing(() => files));
    const links = async () => {
      const { links: found } = await whenRead(() => engine.folderLinks());
      return found.map(({ from, to }) => [from, ...to].join(' '));
    };
    const before = ['src/client.ts src/server.ts', 'src/server.ts src/auth/maskAuth.ts'];
    expect(await links()).toEqual(before);
    files = { ...FILES, 'src/client.ts': "import { other } from './other';\nother;\n" };
    await engine.refresh();
    expect(await links()).toEqual(['src/client.ts src/other.ts', 'src/server.ts src/auth/maskAuth.ts']);
    files = { ...files, 'src/other.ts': "export { masked as other } from './server';\n" };
    await engine.refresh();
    expect(await links()).toEqual([
      'src/client.ts src/other.ts',
      'src/other.ts src/server.ts',
      'src/server.ts src/auth/maskAuth.ts',
    ]);
    files = FILES;
    await engine.refresh();
    expect(await links()).toEqual(before);
  });

  it('are followed step by step', async () => {
    const { engine } = await openWith(reader());
    const related = (direction: 'uses' | 'usedBy', start: string, steps: number) =>
      whenRead(() => engine.relatedFiles({ paths: [path(start)], direction, steps })).then(
        ({ paths }) => paths,
      );
    expect(await related('uses', 'src/client.ts', 1)).toEqual(['src/server.ts']);
    expect(await related('uses', 'src/client.ts', 2)).toEqual(['src/server.ts', 'src/auth/maskAuth.ts']);
    expect(await related('usedBy', 'src/auth/maskAuth.ts', 2)).toEqual(['src/server.ts', 'src/client.ts']);
    expect(await related('uses', 'gone.ts', 2)).toEqual([]);
  });
});

describe('the symbol map', () => {
  const map = (engine: EngineApi, wanted: Partial<SymbolMapRequest> = {}): Promise<string> =>
    engine.renderText({ kind: 'symbolMap', heading: '## Symbol Map', tokens: 8_000, ...wanted });

  it('lists declarations, imports, and users', async () => {
    const { engine } = await openWith(reader());
    const text = await map(engine);
    expect(text).toContain(
      [
        'src/auth/maskAuth.ts: ←1',
        'f maskAuth(header):1 ←@1/server.ts:1',
        '←refs: @1/server.ts',
        '',
        'src/client.ts:',
        'i elsewhere',
        'i→ src/server.ts',
        '',
      ].join('\n'),
    );
    expect(text).toContain('v masked:3 →@1/auth/maskAuth.ts:maskAuth ←@1/client.ts:1');
  });

  it('leaves out the given files, or includes only them', async () => {
    const { engine } = await openWith(reader());
    const rest = await map(engine, { except: [path('src/server.ts')] });
    expect(rest).not.toMatch(/^src\/server\.ts:/m);
    expect(rest).toMatch(/^src\/client\.ts:/m);
    const one = await map(engine, { paths: [path('src/server.ts'), path('gone.ts')] });
    expect(one.match(/^\S+:/gm)).toEqual(['src/server.ts:', '←refs:']);
    expect(await map(engine, { paths: [] })).toBe('');
  });

  it('tells the tokens of a block, which are those that the map is longer with it', async () => {
    const { engine } = await openWith(reader());
    const paths = ['src/client.ts', 'gone.ts', 'src/auth/maskAuth.ts'].map(path);
    const [client = 0, gone, auth = 0] = await engine.mapTokens(paths);
    expect(gone).toBe(0);
    const texts = await Promise.all([
      map(engine, { paths }),
      ...paths.map((left) => map(engine, { paths: paths.filter((each) => each !== left) })),
    ]);
    const [all = 0, ...without] = await engine.countTexts(texts);
    expect(without).toEqual([all - client, all, all - auth]);
  });

  it('stays within its token limit, most used files first', async () => {
    const { engine } = await openWith(reader());
    const first = await map(engine, { paths: [path('src/auth/maskAuth.ts')] });
    const [tokens = 0] = await engine.countTexts([first]);
    const some = await map(engine, { tokens: tokens + 10 });
    expect(some).toContain('f maskAuth(header):1');
    expect(some).not.toMatch(/^src\/server\.ts:/m);
    const [counted = 0] = await engine.countTexts([some]);
    expect(counted).toBeLessThanOrEqual(tokens + 10);
    expect(await map(engine, { tokens: tokens - 1 })).not.toContain('maskAuth(header)');
    expect(await map(engine, { tokens: 1 })).toBe('');
  });

  it('stays within any token limit, with the line ends that follow it in a document', async () => {
    const folders = Array.from({ length: 12 }, (_, at) => `packages/component-library-${at}/source/internal`);
    const files = folders.flatMap((folder, at) => [
      [`${folder}/main.ts`, `export function run${at}() {}\n`],
      ...['a', 'b', 'c', 'd'].map((name) => [
        `${folder}/${name}.ts`,
        `import { run${at} } from './main';\nexport const ${name}${at} = run${at}();\n`,
      ]),
    ]);
    const { engine } = await openWith(reader(Object.fromEntries(files) as Files));
    const whole = await map(engine);
    expect(whole.match(/^@\d\/=/gm)).toHaveLength(9);
    const [most = 0] = await engine.countTexts([whole + SEPARATOR]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: most }), async (limit) => {
        const larger = await map(engine, { tokens: limit });
        // Without its ending, this text takes all of its limit.
        const [bare = 0] = await engine.countTexts([larger]);
        for (const tokens of [limit, bare]) {
          const text = await map(engine, { tokens });
          const [counted = 0] = text === '' ? [] : await engine.countTexts([text + SEPARATOR]);
          expect(counted).toBeLessThanOrEqual(tokens);
        }
      }),
      { numRuns: 40, examples: [[0], [1], [most - 1], [most]] },
    );
  });

  it('lists the first users of a file, and counts the others', async () => {
    const users = Array.from({ length: 9 }, (_, at) => [
      `src/user${at}.ts`,
      "import { maskAuth } from './auth/maskAuth';\nmaskAuth('x');\n",
    ]);
    const { engine } = await openWith(reader({ ...FILES, ...(Object.fromEntries(users) as Files) }));
    const text = await map(engine, { paths: [path('src/auth/maskAuth.ts')] });
    expect(text).toMatch(/^src\/auth\/maskAuth\.ts: ←10$/m);
    expect(text).toMatch(/^f maskAuth\(header\):1 ←\S+,\S+,\S+,\+7$/m);
    expect(text).toMatch(/^←refs: (?:[^,\s]+,){5}\+5$/m);
  });

  it('is rendered even if a worker dies over stored facts', async () => {
    const createPool = () =>
      poolHere({ ...compute, mapBlocks: () => Promise.reject(new WorkerDied('stuck')) });
    const { engine } = await openWith(reader(), { createPool });
    expect(await map(engine)).toContain('f maskAuth(header):1');
  });

  it('keeps files in place, and adds new ones at the end', async () => {
    const { engine } = await openWith(reader());
    const order = async (paths: readonly string[]): Promise<readonly string[]> => {
      await engine.measureText({
        kind: 'symbolMap',
        heading: '',
        tokens: 8_000,
        paths: [path('src/other.ts')],
      });
      const request = { heading: '## Symbol Map', tokens: 8_000, paths: paths.map(path) };
      await engine.setText('symbolMap', { kind: 'symbolMap', ...request });
      const text = await map(engine, request);
      return Array.from(text.matchAll(/^(src\S+):/gm), ([, each = '']) => each);
    };
    await order(['src/server.ts', 'src/client.ts']);
    const all = ['src/auth/maskAuth.ts', 'src/other.ts', 'src/client.ts', 'src/server.ts'];
    expect(await order(all)).toEqual([
      'src/client.ts',
      'src/server.ts',
      'src/auth/maskAuth.ts',
      'src/other.ts',
    ]);
    expect(await order(all.slice(0, 2))).toEqual(['src/auth/maskAuth.ts', 'src/other.ts']);
  });

  it('reads files whose facts are not stored, and retries no others', async () => {
    const read: string[] = [];
    const createPool = () =>
      poolHere({
        ...compute,
        mapBlocks: (_, wanted) => Promise.resolve(wanted.map(() => undefined)),
        readMapBlocks(encoding, files, wanted) {
          read.push(...files.map((file) => file.path));
          return compute.readMapBlocks(encoding, files, wanted);
        },
      });
    const { engine } = await openWith(reader(), { createPool });
    expect(await map(engine, { paths: [path('src/server.ts')] })).toContain('v masked:3');
    expect(read).toEqual(['src/server.ts']);
  });
});
