import { expect, it } from 'vitest';
import { fileOf, poolHere } from '../../../tests/engineInTests';
import { noSummaryStore } from '../../../tests/noStores';
import { UserWork } from '../userWork';
import { readerOfFiles } from '../folders/memoryFolder';
import { createOutbox } from '../outbox';
import { createCounted } from '../storing/counted';
import { createSummarizing } from '../storing/summarizing';
import { FolderRuns } from './folderRuns';
import type { FolderChanges } from './watching';
import { createWorkspaceIndex } from './workspaceIndex';

/** Runs on 1,100 files. The user begins other work at each call of `measure`; `end` ends it. */
function runsBesideWork() {
  const outbox = createOutbox(() => Promise.resolve());
  const summarizing = createSummarizing({
    ...{ workspaceId: 'test', keepSummaries: false, outbox },
    store: noSummaryStore,
  });
  const userWork = new UserWork();
  const measured: number[] = [];
  let end = (): void => undefined;
  const runs = new FolderRuns({
    ...{ outbox, summarizing, userWork, pool: poolHere(), userPatterns: '', wanted: new Set() },
    reader: readerOfFiles(Array.from({ length: 1_100 }, (_, at) => [`${at}.txt`, fileOf('')] as const)),
    index: createWorkspaceIndex(outbox),
    counted: () => createCounted('o200k_base', {}, summarizing),
    measure(paths) {
      measured.push(paths.length);
      void userWork.during(() => new Promise<void>((resolve) => (end = resolve)));
      return Promise.resolve();
    },
  });
  return { runs, measured, end: () => end() };
}

it("lets the user's work go first when it only checks for changes", async () => {
  const { runs, measured, end } = runsBesideWork();
  const caughtUp = runs.catchUp();
  await expect.poll(() => measured).toEqual([512]);
  end();
  await expect.poll(() => measured).toEqual([512, 512]);
  end();
  await caughtUp;
  expect(measured).toEqual([512, 512, 76]);
});

const NO_FILES: FolderChanges = { kind: 'some', folders: new Set(), files: new Set() };
const calls = {
  refresh: (runs: FolderRuns) => runs.refresh(),
  follow: (runs: FolderRuns) => runs.follow(NO_FILES),
  cancel: (runs: FolderRuns) => runs.cancel(),
};

it.each([
  ['follow', [512, 512, 76, 0]],
  ['refresh', [512, 64, 1036]],
  ['cancel', [512]],
] as const)('does not wait for that work at %s', async (call, expected) => {
  const { runs, measured } = runsBesideWork();
  const caughtUp = runs.catchUp();
  await expect.poll(() => measured).toEqual([512]);
  await calls[call](runs);
  await caughtUp;
  expect(measured).toEqual(expected);
});

const ROOT_FILES = Array.from({ length: 64 }, (_, at) => `${at}.txt`);

it('lists no more folders until the first files are read', async () => {
  const { runs, log } = loggedRuns([...ROOT_FILES, 'folder/last.txt']);
  await runs.refresh();
  expect(log).toEqual(['list ', 'measure 64', 'read', 'list folder', 'measure 1']);
});

it("lists no more folders during the user's work when it only checks for changes", async () => {
  const { runs, log, userWork } = loggedRuns(['first.txt', 'folder/last.txt']);
  let end = (): void => undefined;
  void userWork.during(() => new Promise<void>((resolve) => (end = resolve)));
  const caughtUp = runs.catchUp();
  await expect.poll(() => log).toEqual(['list ']);
  await new Promise((resolve) => setTimeout(resolve));
  expect(log).toEqual(['list ']);
  end();
  await caughtUp;
  expect(log).toEqual(['list ', 'list folder', 'measure 2']);
});

it.each([
  ['follow', ['list ', 'list folder', 'measure 2', 'measure 0']],
  ['refresh', ['list ', 'list ', 'list folder', 'measure 2', 'read', 'measure 0']],
  ['cancel', ['list ']],
] as const)('does not let a walk wait for that work at %s', async (call, expected) => {
  const { runs, log, userWork } = loggedRuns(['first.txt', 'folder/last.txt']);
  void userWork.during(() => new Promise<void>(() => undefined));
  const caughtUp = runs.catchUp();
  await expect.poll(() => log).toEqual(['list ']);
  await calls[call](runs);
  await caughtUp;
  expect(log).toEqual(expected);
});

it.each(['was canceled', 'failed'])('does not check after a run that %s', async (how) => {
  const error = how === 'failed' ? new Error('the worker died') : undefined;
  const { runs, log, begun } = loggedRuns(['first.txt'], error);
  const refreshed = runs.refresh();
  await begun;
  const caughtUp = runs.catchUp();
  if (how === 'was canceled') await runs.cancel();
  await refreshed;
  await caughtUp;
  expect(log.filter((line) => line === 'list ')).toHaveLength(1);
});

it('lists everything at the first change after a run that failed', async () => {
  const { runs, log } = loggedRuns(['first.txt', 'folder/last.txt'], new Error('the worker died'));
  await runs.refresh();
  log.length = 0;
  await runs.follow(NO_FILES);
  expect(log.slice(0, 2)).toEqual(['list ', 'list folder']);
});

it('lists everything once after a run that failed', async () => {
  const { runs, log } = loggedRuns(['first.txt', 'folder/last.txt'], new Error('the worker died'));
  await runs.refresh();
  log.length = 0;
  const refreshed = runs.refresh();
  await Promise.all([refreshed, runs.follow(NO_FILES)]);
  expect(log.filter((line) => line === 'list ')).toHaveLength(1);
});

it('does not hold back a run that somebody waits for', async () => {
  const { runs, log, begun, userWork } = loggedRuns(['first.txt', 'folder/last.txt']);
  void userWork.during(() => new Promise<void>(() => undefined));
  const refreshed = runs.refresh();
  await begun;
  const caughtUp = runs.catchUp();
  await refreshed;
  await expect.poll(() => log.at(-1)).toBe('list ');
  await runs.cancel();
  await caughtUp;
});

it('goes on when the first files cannot be measured', async () => {
  const { runs, log } = loggedRuns([...ROOT_FILES, 'folder/last.txt'], new Error('the worker died'));
  await runs.refresh();
  expect(log).toEqual(['list ', 'measure 64', 'list folder']);
});

it.each(['refresh', 'cancel'] as const)(
  'ends after %s when the last folder is listed while files are read',
  async (call) => {
    const { runs, log, begun } = loggedRuns([...ROOT_FILES.slice(1), 'folder/64th.txt', 'late/last.txt']);
    const refreshed = runs.refresh();
    await begun;
    if (call === 'cancel') await runs.cancel();
    await refreshed;
    expect(log.slice(0, 4).toSorted()).toEqual(['list ', 'list folder', 'list late', 'measure 64']);
  },
);

/**
 * Runs on empty files. The folder `late` is listed while the first files are measured. The first measuring fails with the
 * error, if there is one.
 */
function loggedRuns(paths: readonly string[], error?: Error) {
  const log: string[] = [];
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const outbox = createOutbox(() => Promise.resolve());
  const summarizing = createSummarizing({
    ...{ workspaceId: 'test', keepSummaries: false, outbox },
    store: noSummaryStore,
  });
  const reader = readerOfFiles(paths.map((path) => [path, fileOf('')] as const));
  const userWork = new UserWork();
  const runs = new FolderRuns({
    ...{ outbox, summarizing, userWork, pool: poolHere(), userPatterns: '', wanted: new Set() },
    reader: {
      ...reader,
      async *list(folder) {
        log.push(`list ${folder}`);
        if (folder === 'late') await begun;
        yield* reader.list(folder);
      },
    },
    index: createWorkspaceIndex(outbox),
    counted: () => createCounted('o200k_base', {}, summarizing),
    async measure(measured, _, { onRead } = {}) {
      log.push(`measure ${measured.length}`);
      begin();
      // A walk that does not wait lists the next folder now.
      await new Promise((resolve) => setTimeout(resolve));
      const failure = error;
      error = undefined;
      if (failure !== undefined) throw failure;
      if (onRead === undefined) return;
      log.push('read');
      onRead();
    },
  });
  return { runs, log, begun, userWork };
}
