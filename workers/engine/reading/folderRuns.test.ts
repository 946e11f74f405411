import { expect, it } from 'vitest';
import { fileOf, poolHere } from '../../../tests/engineInTests';
import { noSummaryStore } from '../../../tests/noStores';
import { UserWork } from '../contents/userWork';
import { readerOfFiles } from '../folders/memoryFolder';
import { createOutbox } from '../outbox';
import { createCounted } from '../storing/counted';
import { createSummarizing } from '../storing/summarizing';
import { FolderRuns } from './folderRuns';
import { createWorkspaceIndex } from './workspaceIndex';

it("lets the user's work go first when it only checks for changes", async () => {
  const outbox = createOutbox(() => Promise.resolve());
  const summarizing = createSummarizing({
    ...{ workspaceId: 'test', keepSummaries: false, outbox },
    store: noSummaryStore,
  });
  const userWork = new UserWork();
  const measured: number[] = [];
  let work = (): void => undefined;
  const workOfUser = (): void => void userWork.during(() => new Promise<void>((resolve) => (work = resolve)));
  const runs = new FolderRuns({
    ...{ outbox, summarizing, userWork, pool: poolHere(), userPatterns: '', wanted: new Set() },
    reader: readerOfFiles(Array.from({ length: 600 }, (_, at) => [`${at}.txt`, fileOf('')] as const)),
    index: createWorkspaceIndex(outbox),
    counted: () => createCounted('o200k_base', {}, summarizing),
    measure(paths) {
      measured.push(paths.length);
      workOfUser();
      return Promise.resolve();
    },
  });
  let isOver = false;
  void runs.catchUp().then(() => (isOver = true));
  await expect.poll(() => measured).toEqual([64]);
  work();
  await expect.poll(() => measured).toEqual([64, 512]);
  work();
  await expect.poll(() => isOver).toBe(true);
  expect(measured).toEqual([64, 512, 24]);
});
