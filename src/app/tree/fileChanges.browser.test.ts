import { expect, test } from 'vitest';
import type { RepoPath } from '../../core/files/repoPath';
import { FileChanges } from './fileChanges.svelte';

const paths = (count: number) => Array.from({ length: count }, (_, at) => `f${at}` as RepoPath);

/** Changes of files with the first ten selected. The test runs the clock and the frames. */
function changes(composed = paths(10)) {
  const tasks: (() => void)[] = [];
  const frames: (() => void)[] = [];
  const projected: RepoPath[] = [];
  const told: string[] = [];
  const clock = {
    now: () => 0,
    after: (_: number, task: () => void) => {
      tasks.push(task);
      return () => undefined;
    },
    nextFrame: () => undefined,
  };
  const items = new Map(composed.map((path) => [path, {}]));
  const all = new FileChanges(items, clock, (task) => frames.push(task));
  all.files.subscribe((changed) => projected.push(...changed));
  all.followed.subscribe(() => told.push('followed'));
  all.raising.subscribe(() => told.push('raise'));
  all.fellBehind.subscribe(() => told.push('behind'));
  const runTasks = async () => {
    while (tasks.length > 0) {
      for (const task of tasks.splice(0)) task();
      await Promise.resolve();
    }
    await Promise.resolve();
  };
  return { all, frames, projected, told, runTasks };
}

test('the screen follows a change by the user at once', () => {
  const { all, projected, told } = changes();
  all.now(paths(3));
  expect(projected).toEqual(['f0', 'f1', 'f2']);
  expect(told).toEqual(['followed', 'raise']);
  expect(all.revision).toBe(1);
});

test('it also follows at once if so many files changed that the projections need time', async () => {
  const { all, projected, told, runTasks } = changes();
  all.now(paths(1_001));
  expect(all.revision).toBe(1);
  expect(all.behind).toBe(true);
  expect(projected).toEqual([]);
  await runTasks();
  await all.settled();
  expect(projected).toHaveLength(1_001);
  expect(told).toEqual(['behind', 'raise', 'followed', 'raise']);
});

test('the screen follows reading once a frame, and only composed files are projected', () => {
  const { all, frames, projected } = changes();
  all.soon(paths(20));
  all.soon([]);
  expect(projected).toEqual(paths(10));
  expect(all.revision).toBe(0);
  expect(frames).toHaveLength(1);
  for (const frame of frames) frame();
  expect(all.revision).toBe(1);
});

test('nothing follows after it is closed', async () => {
  const { all, projected, told, runTasks } = changes();
  all.now(paths(2_000));
  all.close();
  await runTasks();
  expect(projected).toEqual([]);
  expect(told).toEqual(['behind', 'raise']);
});
