import { describe, expect, it, test } from 'vitest';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { SummaryEntry } from '../../src/core/summaries/entry';
import { noSummaryStore } from '../compute/summaryStore';
import type { EngineEvent } from './contract';
import { createOutbox } from './outbox';
import { createSummarising, type FileInTurn } from './summarising';

function summarisingWith(accepts = (): boolean => true) {
  const stored: SummaryEntry[][] = [];
  const events: EngineEvent[] = [];
  const summarising = createSummarising({
    workspaceId: 'test',
    keepSummaries: true,
    store: {
      ...noSummaryStore,
      put(_shelf, entries) {
        if (accepts()) stored.push([...entries]);
        return Promise.resolve(accepts());
      },
    },
    outbox: createOutbox((event) => Promise.resolve(void events.push(event))),
  });
  return { summarising, stored, events };
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

describe('what a job has made', () => {
  const path = 'a' as RepoPath;
  const made = { file_path: path, file_hash: 'a'.repeat(64), kind: 'heuristic' } as SummaryEntry; // as much as matters here

  it('is stored before the next job on the file begins, and looked for from then on', async () => {
    const { summarising, stored, events } = summarisingWith();
    const marks: unknown[] = [];
    const job = () => {
      marks.push(summarising.mark(path), stored.length);
      return Promise.resolve([{ made }]);
    };
    const first = summarising.inTurn(summaryOf('a'), job, (news) => news);
    await summarising.inTurn(summaryOf('a'), job, () => [{ kept: made.file_hash }]);
    await first;
    expect(marks).toEqual([{ unsummarised: true }, 0, {}, 1]);
    expect(stored).toEqual([[made]]);
    const told = { kind: 'summaries-kept', files: [{ path, hash: made.file_hash }] };
    expect(events).toEqual([told, told]);
  });

  it('is not told of when it could not be stored', async () => {
    const { summarising, events } = summarisingWith(() => false);
    await summarising.inTurn(
      summaryOf('a'),
      () => Promise.resolve(),
      () => [{ made }],
    );
    expect(events).toEqual([]);
    expect(summarising.mark(path)).toEqual({ unsummarised: true });
  });
});
