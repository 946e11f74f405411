import { describe, expect, it } from 'vitest';
import type { RepoPath } from '../../src/core/files/repoPath';
import { computeWith, fileOf, openWith, poolHere } from '../../tests/engineInTests';
import { testFactsReader } from '../../tests/languages/wasmFiles';
import { inView, planned } from '../../tests/planned';
import type { FolderFile, FolderReader } from './folders/folderReader';
import { readerOfFiles } from './folders/memoryFolder';
import { shelfInMemory } from '../../tests/shelfInMemory';

/** Enough for any view of a file to be shorter than its text. */
const BLANKS = ' '.repeat(200);

describe('the stored index', () => {
  it('forgets files that have gone', async () => {
    const shelves = { index: shelfInMemory() };
    const both = readerOfFiles([
      ['stays', fileOf('a')],
      ['goes', fileOf('b')],
    ]);
    const one = readerOfFiles([['stays', fileOf('a')]]);
    await openWith(both, { shelvesOf: () => shelves });
    const second = await openWith(one, { shelvesOf: () => shelves });
    expect(second.events.at(-1)).toMatchObject({ kind: 'idle', fromStore: 2 });
    const third = await openWith(one, { shelvesOf: () => shelves });
    expect(third.events.at(-1)).toMatchObject({ kind: 'idle', fromStore: 1 });
  });
});

describe('views of what has just been counted', () => {
  const outlineOf = (path: string) => [{ path: path as RepoPath, views: [{ mode: 'outline' } as const] }];

  it('are measured without reading it again, and anew when it has changed', async () => {
    let text = `{"a": 1${BLANKS}}`;
    let reads = 0;
    const reader = readerOfFiles([['a.json', fileOf('')]]);
    const changing: FolderReader = {
      ...reader,
      file(path) {
        if (path !== 'a.json') return reader.file(path);
        const file = fileOf(text, { modified: text.length });
        return Promise.resolve({ ...file, read: () => ((reads += 1), file.read()) });
      },
    };
    const { engine, content } = await openWith(changing);
    const [first] = await engine.measureViews(outlineOf('a.json'));
    expect(reads).toBe(1);
    expect(first?.hash).toBe((content('a.json') as { hash: string }).hash);
    expect(first?.views[0]?.block.lines).toBeGreaterThan(0);

    text = `{"a": 1, "b": 2${BLANKS}}`;
    await engine.refresh();
    const [second] = await engine.measureViews(outlineOf('a.json'));
    expect(reads).toBe(2);
    expect(second?.views[0]?.block.lines).toBe((first?.views[0]?.block.lines ?? NaN) + 1);
  });

  it('of a file without text are none, and nothing is read for them', async () => {
    const binary = fileOf('a\0b');
    let reads = 0;
    const counting = { ...binary, read: () => ((reads += 1), binary.read()) };
    const { engine } = await openWith(readerOfFiles([['a.bin', counting]]));
    expect(await engine.measureViews(outlineOf('a.bin'))).toEqual([
      { path: 'a.bin', hash: undefined, views: [] },
    ]);
    expect(reads).toBe(1);
  });
});

describe('the stored measures of views', () => {
  const outline = [{ path: 'a.json' as RepoPath, views: [{ mode: 'outline' } as const] }];

  it('are not made again on the next visit, unless the file has changed', async () => {
    const shelves = { index: shelfInMemory(), views: shelfInMemory() };
    let reads = 0;
    const counting = (text: string, changes: Partial<FolderFile> = {}): FolderFile => {
      const file = fileOf(text, changes);
      return { ...file, read: () => ((reads += 1), file.read()) };
    };
    const first = await openWith(readerOfFiles([['a.json', counting(`{"a": 1${BLANKS}}`)]]), {
      shelvesOf: () => shelves,
    });
    const measured = await first.engine.measureViews(outline);
    expect(measured[0]?.views).toMatchObject([{ key: 'outline' }]);
    await first.engine.refresh();

    reads = 0;
    const second = await openWith(readerOfFiles([['a.json', counting(`{"a": 1${BLANKS}}`)]]), {
      shelvesOf: () => shelves,
    });
    const [known] = await second.engine.measureViews(outline);
    expect(known?.views).toEqual(measured[0]?.views);
    expect(reads).toBe(0);

    const changed = readerOfFiles([['a.json', counting(`{"a": 1, "b": 2${BLANKS}}`, { modified: 2 })]]);
    const third = await openWith(changed, { shelvesOf: () => shelves });
    const [again] = await third.engine.measureViews(outline);
    expect(again?.views[0]?.block.lines).toBeGreaterThan(measured[0]?.views[0]?.block.lines ?? Infinity);
  });
});

describe('symbols', () => {
  it('are counted on the way to a view, and known from then on', async () => {
    const { engine } = await openWith(readerOfFiles([['a.py', fileOf('def f(): pass\n')]]));
    const path = 'a.py' as RepoPath;
    const [outline] = await engine.measureViews([{ path, views: [{ mode: 'outline' }] }]);
    expect(outline?.symbolCount).toBe(1);
    const before = (await engine.workDone()).hits;
    const [known] = await engine.measureViews([{ path, views: [{ mode: 'outline' }], symbolCount: true }]);
    expect(known?.symbolCount).toBe(1);
    const after = (await engine.workDone()).hits;
    expect(after).toEqual({ ...before, viewsKept: before.viewsKept + 1 });
  });

  it('are none where the language is not known', async () => {
    const { engine } = await openWith(readerOfFiles([['a.xyz', fileOf('a\n')]]));
    const wanted = { path: 'a.xyz' as RepoPath, views: [], symbolCount: true } as const;
    expect((await engine.measureViews([wanted]))[0]?.symbolCount).toBe('none');
  });

  it('are there, or else no summary is made in place of a view', async () => {
    const folder = readerOfFiles([
      ['a.xyz', fileOf('only parsed\n')],
      ['b.py', fileOf('only_parsed = 1\n')],
    ]);
    const { engine } = await openWith(folder);
    const views = [{ mode: 'skeleton', keep: 'all' }] as const;
    const wanted = (['a.xyz', 'b.py'] as RepoPath[]).map(
      (path) => ({ path, views, onlyParsed: true }) as const,
    );
    const before = (await engine.workDone()).hits.summariesMade;
    for (const look of ['first', 'again']) {
      const measured = await engine.measureViews(wanted);
      expect(
        measured.map((one) => one.views.length),
        look,
      ).toEqual([0, 1]);
    }
    expect((await engine.workDone()).hits.summariesMade).toBe(before);
  });

  it('are not looked for where nobody needs them', async () => {
    const { engine } = await openWith(readerOfFiles([['lonely.py', fileOf('lonely = 1\n')]]));
    const path = 'lonely.py' as RepoPath;
    const [full] = await engine.measureViews([{ path, views: [{ mode: 'full' }] }]);
    expect(full).toBeDefined();
    expect(full?.symbolCount).toBeUndefined();
  });
});

describe('a file whose parse takes too long', () => {
  const path = 'slow.py' as RepoPath;
  const view = { mode: 'skeleton', keep: 'all' } as const;
  const reader = testFactsReader();
  const slow = computeWith({
    factsOf: (text, language, patience) =>
      patience === 'patient'
        ? reader.factsOf(text, language, patience)
        : Promise.resolve({ kind: 'none', reason: { kind: 'too-slow' } }),
  });

  it('is a summary that says so on the screen, has its skeleton in a copy, and is known from then on', async () => {
    const files = readerOfFiles([[path, fileOf(`def load():\n    ${'read()\n    '.repeat(50)}return 1\n`)]]);
    const { engine } = await openWith(files, { createPool: () => poolHere(slow) });
    const measured = async () => (await engine.measureViews([{ path, views: [view] }]))[0]?.views[0];
    const before = await measured();
    expect(before?.warnings).toEqual(['parsing took too long']);

    const { blob, viewed } = await engine.assemble(planned([inView(path, view)]));
    expect(await blob.text()).toBe(
      '## Files\n\n### `slow.py`\n\n```python\ndef load():\n    ...  # 51 lines\n```\n',
    );
    const after = await measured();
    expect(after?.warnings).toEqual([]);
    expect(viewed[0]?.views[0]?.block).toEqual(after?.block);
  });
});
