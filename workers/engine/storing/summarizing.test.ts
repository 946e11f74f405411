import { describe, expect, it, test } from 'vitest';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { SummaryEntry } from '../../../src/core/summaries/entry';
import type { EngineEvent } from '../contract';
import { createOutbox } from '../outbox';
import { createSummarizing, type FileInTurn } from './summarizing';
import { noSummaryStore } from '../../../tests/noStores';

function summarizingWith(accepts = (): boolean => true) {
  const stored: SummaryEntry[][] = [];
  const events: EngineEvent[] = [];
  const summarizing = createSummarizing({
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
  return { summarizing, stored, events };
}

const summaryOf = (...paths: string[]): FileInTurn[] =>
  paths.map((path) => ({ path: path as RepoPath, views: [{ mode: 'summary' }] }));

test('jobs on one file run one after another, also after one that fails; others do not wait', async () => {
  const { summarizing } = summarizingWith();
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
  const failing = summarizing.inTurn(summaryOf('a', 'b'), async () => {
    await job('first', held)();
    throw new Error('as the test wants it');
  });
  const second = summarizing.inTurn(summaryOf('b', 'c'), job('second'));
  await summarizing.inTurn(summaryOf('d'), job('other'));
  await summarizing.inTurn([{ path: 'a' as RepoPath, views: [{ mode: 'full' }] }], job('full text'));
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
  const { summarizing, stored } = summarizingWith();
  expect(summarizing.shelf).toBe('test');
  summarizing.setKeeping(false);
  expect(summarizing.shelf).toBeUndefined();
  expect(await summarizing.put([])).toBe(false);
  summarizing.setKeeping(true);
  expect(await summarizing.put([])).toBe(true);
  expect(stored).toEqual([[]]);
});

describe('the summaries of a job', () => {
  const path = 'a' as RepoPath;
  const made = { file_path: path, file_hash: 'a'.repeat(64), kind: 'heuristic' } as SummaryEntry; // only the parts that matter here

  it('is stored before the next job on the file begins, and looked for from then on', async () => {
    const { summarizing, stored, events } = summarizingWith();
    const marks: unknown[] = [];
    const job = () => {
      marks.push(summarizing.mark(path), stored.length);
      return Promise.resolve([{ made }]);
    };
    const first = summarizing.inTurn(summaryOf('a'), job, (news) => news);
    await summarizing.inTurn(summaryOf('a'), job, () => [{ kept: made.file_hash }]);
    await first;
    expect(marks).toEqual([{ unsummarized: true }, 0, {}, 1]);
    expect(stored).toEqual([[made]]);
    const told = { kind: 'summaries-kept', files: [{ path, hash: made.file_hash }] };
    expect(events).toEqual([told, told]);
  });

  it('is not told of when it could not be stored', async () => {
    const { summarizing, events } = summarizingWith(() => false);
    await summarizing.inTurn(
      summaryOf('a'),
      () => Promise.resolve(),
      () => [{ made }],
    );
    expect(events).toEqual([]);
    expect(summarizing.mark(path)).toEqual({ unsummarized: true });
  });
});
