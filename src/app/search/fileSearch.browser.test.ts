import { describe, expect, it } from 'vitest';
import { deferred, engineWith, indexedText, idle, workspaceWith } from '../../../tests/workspaceInTests';
import { path } from '../../../tests/repoPathInTests';
import type { FileSearchEnd, FileSearchNews, FileSearchWanted, FoundFile } from '../ports/engine';

interface Call {
  readonly wanted: FileSearchWanted;
  readonly news: (news: FileSearchNews) => void;
  readonly end: (end: FileSearchEnd | undefined) => void;
  readonly fail: (error: Error) => void;
}

const found = (name: string, ...lines: number[]): FoundFile => ({
  path: path(name),
  lines: lines.map((line) => ({ line, text: 'x', isCut: false, marks: [0, 1] })),
  matches: lines.length,
});
const complete: FileSearchEnd = {
  ...{ kind: 'complete', searched: 9, total: 9, unreadable: 0, tooLarge: 0 },
  matchesEmpty: false,
};

/** A workspace whose searches a test answers, and whose pauses it ends. */
function searching() {
  const calls: Call[] = [];
  let pauses: (() => void)[] = [];
  let canceled = 0;
  const { engine, tell } = engineWith({
    searchFiles(wanted, news) {
      const { promise, resolve, reject } = deferred<FileSearchEnd | undefined>();
      calls.push({ wanted, news: (told) => void news(told), end: resolve, fail: reject });
      return promise;
    },
    cancelFileSearch() {
      canceled += 1;
      return Promise.resolve();
    },
  });
  const workspace = workspaceWith(engine, undefined, undefined, (_, task) => {
    pauses.push(task);
    return () => (pauses = pauses.filter((other) => other !== task));
  });
  const pause = (): void => {
    for (const task of pauses.splice(0)) task();
  };
  return { workspace, search: workspace.fileSearch, calls, pause, tell, canceled: () => canceled };
}

const shown = (files: readonly FoundFile[]) =>
  files.map(({ path: at, lines, matches }) => [at, matches, ...lines.map(({ line }) => line)]);

describe('the search in files', () => {
  it('begins when the user pauses, and merges what is found in order of paths', async () => {
    const { search, calls, pause } = searching();
    search.set({ text: 'x' });
    search.set({ text: 'xy', matchCase: true });
    expect(calls).toHaveLength(0);
    pause();
    expect(calls.map(({ wanted }) => wanted)).toMatchObject([
      { query: { text: 'xy', matchCase: true }, paths: '' },
    ]);
    calls[0]?.news({ files: [found('b', 1), found('a/z', 2)], searched: 2, total: 9 });
    calls[0]?.news({
      files: [found('c', 1), { ...found('b', 5, 6), matches: 0 }, found('a', 3)],
      searched: 5,
      total: 9,
    });
    expect(shown(search.files)).toEqual([
      ['a', 1, 3],
      ['a/z', 1, 2],
      ['b', 1, 1, 5, 6],
      ['c', 1, 1],
    ]);
    expect(search.matches).toBe(4);
    expect(search.status).toEqual({ kind: 'searching', searched: 5, total: 9 });
    calls[0]?.end(complete);
    await expect.poll(() => search.status.kind).toBe('complete');
  });

  it('shows the last results until there are new ones, and never those of an earlier search', async () => {
    const { search, calls } = searching();
    search.set({ text: 'x' });
    void search.search();
    calls[0]?.news({ files: [found('a', 1)], searched: 1, total: 2 });
    search.set({ text: 'xy' });
    void search.search();
    calls[0]?.news({ files: [found('late', 1)], searched: 2, total: 2 });
    calls[0]?.end(undefined);
    calls[1]?.news({ files: [], searched: 1, total: 2 });
    expect(shown(search.files)).toEqual([['a', 1, 1]]);
    expect(search.foundText).toBe('x');
    calls[1]?.end(complete);
    await expect.poll(() => search.files).toEqual([]);
    expect(search.status.kind).toBe('complete');
  });

  it('keeps what it has when the user cancels, and nothing without a text', () => {
    const { search, calls, canceled } = searching();
    search.set({ text: 'x' });
    void search.search();
    calls[0]?.news({ files: [found('a', 1)], searched: 1, total: 2 });
    search.stop();
    calls[0]?.news({ files: [found('b', 1)], searched: 2, total: 2 });
    expect(search.status).toEqual({ kind: 'stopped', searched: 1, total: 2 });
    expect(search.files).toHaveLength(1);
    expect(canceled()).toBe(1);
    search.set({ text: 'xy' });
    void search.search();
    expect(search.files).toHaveLength(1);
    search.stop();
    expect([search.status.kind, search.files.length]).toEqual(['stopped', 0]); // They belong to the previous search.
    search.set({ text: '' });
    void search.search();
    expect([search.status.kind, search.files.length, canceled()]).toEqual(['none', 0, 3]);
  });

  it('says why fields are invalid without a search, and why one failed', async () => {
    const { search, calls } = searching();
    search.set({ text: '(', isPattern: true, paths: '../x' });
    void search.search();
    expect(search.faults).toEqual({
      text: 'Unterminated group',
      paths: 'the pattern leads outside the folder',
    });
    search.set({ text: 'a*', paths: '' });
    expect(calls).toHaveLength(0);
    void search.search();
    calls[0]?.fail(new Error('lost'));
    await expect.poll(() => search.status).toEqual({ kind: 'failed', reason: 'lost' });
  });

  it('is out of date once other files are listed or a text has changed', async () => {
    const { workspace, search, calls, tell } = searching();
    await workspace.open();
    tell({ kind: 'entries', entries: [{ id: 1, path: path('a'), kind: 'file' }] });
    tell({ kind: 'indexed', files: [indexedText(1, 'one')] });
    tell(idle);
    expect(search.isOutdated).toBe(false); // nothing was searched
    search.set({ text: 'x' });
    void search.search();
    calls[0]?.end(complete);
    await expect.poll(() => search.status.kind).toBe('complete');
    tell({ kind: 'indexed', files: [indexedText(1, 'one')] });
    expect(search.isOutdated).toBe(false);
    tell({ kind: 'indexed', files: [indexedText(1, 'two')] });
    expect(search.isOutdated).toBe(true);
    void search.search();
    expect(search.isOutdated).toBe(false);
    tell({ kind: 'removed', ids: [1] });
    expect(search.isOutdated).toBe(true);
  });

  it('selects what was found by the rules for all ticks', async () => {
    const { workspace, tell } = searching();
    await workspace.open();
    const sensitive = { source: 'sensitive', rule: '.env' } as const;
    tell({
      kind: 'entries',
      entries: [
        { id: 1, path: path('a'), kind: 'file' },
        { id: 2, path: path('b'), kind: 'file' },
        { id: 3, path: path('.env'), kind: 'file', leftOut: sensitive },
      ],
    });
    const { choices, composition } = workspace;
    choices.select(path('a'));
    expect(choices.selectAll(['a', 'b', '.env', 'gone'].map(path), 'Select them')).toBe(1);
    expect(composition.paths).toEqual(['a', 'b']);
    expect(composition.undoName).toBe('Select them');
    expect(choices.question).toEqual({ kind: 'sensitive', paths: ['.env'] });
  });
});
