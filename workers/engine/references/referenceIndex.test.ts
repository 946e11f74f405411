import { describe, expect, it } from 'vitest';
import { compute, computeWith, openWith, poolHere } from '../../../tests/engineInTests';
import { testFactsReader } from '../../../tests/languages/wasmFiles';
import {
  FILES,
  changing,
  pathsOf,
  rank,
  reader,
  whenRead,
  type Files,
} from '../../../tests/referencesInTests';
import { path } from '../../../tests/repoPathInTests';
import { shelfInMemory } from '../../../tests/shelfInMemory';
import type { ComputePool } from '../computePool';

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
    expect(pathsOf(again)[0]).toBe('b.ts');
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

  it('is loaded from the last visit', async () => {
    const references = shelfInMemory();
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
      const { links: found } = await engine.folderLinks();
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
