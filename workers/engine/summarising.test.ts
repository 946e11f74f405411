import { expect, test } from 'vitest';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { SummaryEntry } from '../../src/core/summaries/entry';
import { noSummaryStore } from '../compute/summaryStore';
import { createOutbox } from './outbox';
import { createSummarising, type FileInTurn } from './summarising';

function summarisingWith(put: readonly SummaryEntry[][] = []) {
  const stored = [...put];
  const summarising = createSummarising({
    workspaceId: 'test',
    keepSummaries: true,
    store: { ...noSummaryStore, put: (_shelf, entries) => Promise.resolve(stored.push([...entries]) > 0) },
    outbox: createOutbox(() => Promise.resolve()),
  });
  return { summarising, stored };
}

const summaryOf = (...paths: string[]): FileInTurn[] =>
  paths.map((path) => ({ path: path as RepoPath, views: [{ mode: 'summary' }] }));

test('jobs on one file run one after another, also after one that fails; others do not wait', async () => {
  const { summarising } = summarisingWith();
  const events: string[] = [];
  let letGo: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const job =
    (name: string, until = Promise.resolve()) =>
    async () => {
      events.push(`${name} begins`);
      await until;
      events.push(`${name} ends`);
    };
  const failing = summarising.inTurn(summaryOf('a', 'b'), async () => {
    await job('first', held)();
    throw new Error('as the test wants it');
  });
  const second = summarising.inTurn(summaryOf('b', 'c'), job('second'));
  await summarising.inTurn(summaryOf('d'), job('other'));
  await summarising.inTurn([{ path: 'a' as RepoPath, views: [{ mode: 'full' }] }], job('full text'));
  letGo?.();
  await expect(failing).rejects.toThrow('as the test wants it');
  await second;
  expect(events).toEqual([
    'first begins',
    'other begins',
    'other ends',
    'full text begins',
    'full text ends',
    'first ends',
    'second begins',
    'second ends',
  ]);
});

test('while nothing is kept there is no shelf, and nothing is stored', async () => {
  const { summarising, stored } = summarisingWith();
  expect(summarising.shelf).toBe('test');
  summarising.setKeeping(false);
  expect(summarising.shelf).toBeUndefined();
  expect(await summarising.put([])).toBe(false);
  summarising.setKeeping(true);
  expect(await summarising.put([])).toBe(true);
  expect(stored).toEqual([[]]);
});
