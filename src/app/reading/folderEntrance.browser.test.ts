import { expect, test } from 'vitest';
import { deferred, memory } from '../../../tests/workspaceInTests';
import type { Notice } from '../notify';
import type { OpenedFolder, Picked } from '../ports/folders';
import { FolderEntrance } from './folderEntrance.svelte';

/** An entrance after a drop that the browser does not answer. `ring` ends the wait for it. */
function afterSilentDrop() {
  let ring: () => void = () => undefined;
  const notices: Notice[] = [];
  const entered: OpenedFolder[] = [];
  const entrance = new FolderEntrance({
    clock: {
      now: () => 0,
      after: (_ms, task) => {
        ring = task;
        return () => undefined;
      },
      nextFrame: () => undefined,
    },
    notify: (notice) => notices.push(notice),
    enter(folder) {
      entered.push(folder);
      return Promise.resolve();
    },
  });
  void entrance.open(() => entrance.whenGiven(deferred<Picked<OpenedFolder>>().promise));
  return { entrance, notices, entered, ring: () => ring() };
}

test('a drop that the browser does not answer frees the page and says so', () => {
  const { entrance, notices, ring } = afterSilentDrop();
  expect(entrance.busy).toBe(true);
  ring();
  expect(entrance.busy).toBe(false);
  expect(notices).toMatchObject([{ kind: 'warning' }]);
});

test('a drop that the browser does not answer is forgotten once another folder is chosen', async () => {
  const { entrance, notices, entered, ring } = afterSilentDrop();
  const picked = deferred<Picked<OpenedFolder>>();
  const opening = entrance.open(() => picked.promise);
  ring();
  expect(entrance.busy).toBe(true);
  expect(notices).toEqual([]);
  picked.resolve({ kind: 'picked', value: memory });
  await opening;
  expect(entrance.busy).toBe(false);
  expect(entered).toEqual([memory]);
});
