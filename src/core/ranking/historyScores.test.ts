import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historyOf, indexOf } from '../../../tests/rankedFolder';
import { runSteps } from '../async/steps';
import type { PastCommit } from './commitIndex';
import type { FileHistory } from './fileHistory';
import { companionOf, historyScoreSteps, type HistoryScores } from './historyScores';
import { parseTask } from './parseTask';

const NAMES = ['a', 'b', 'c', 'd'];

function historyFor(commits: readonly PastCommit[]): FileHistory {
  const history = historyOf(indexOf(Object.fromEntries(NAMES.map((name) => [name, '']))), commits);
  if (history === undefined) throw new Error('no commit has a file of the folder');
  return history;
}

const commitOf = (message: string, paths: string): PastCommit => ({ message, paths: [...paths] });

function scoresFor(commits: readonly PastCommit[], task: string, seeds = [1, 0, 0, 0]): HistoryScores {
  return runSteps(historyScoreSteps(historyFor(commits), parseTask(task), Float64Array.from(seeds)));
}

describe('messages', () => {
  it('score the files of their commits higher the more often and the rarer the words are', () => {
    const commits = [
      commitOf('zebra', 'a'),
      commitOf('zebra zebra lemon', 'b'),
      commitOf('lemon', 'c'),
      commitOf('lemon', 'd'),
    ];
    const [a = 0, b = 0, c = 0, d = 0] = scoresFor(commits, 'zebra').messages;
    expect(b).toBeGreaterThan(a);
    expect(a).toBeGreaterThan(0);
    expect([c, d]).toEqual([0, 0]);
    const [zebra = 0, , lemon = 0] = scoresFor(commits, 'zebra lemon').messages;
    expect(zebra).toBeGreaterThan(lemon);
    expect(lemon).toBeGreaterThan(0);
  });

  it('are those of all commits of a file, compared by their length', () => {
    const once = scoresFor([commitOf('zebra', 'ab'), commitOf('lemon orange pear', 'b')], 'zebra');
    expect(once.messages[0]).toBeGreaterThan(once.messages[1] ?? 0);
    const twice = scoresFor([commitOf('zebra', 'ab'), commitOf('zebra', 'b')], 'zebra');
    expect(twice.messages[1]).toBeGreaterThan(twice.messages[0] ?? 0);
  });
});

describe('similar commits', () => {
  it('have words of the task, the newer and the smaller ones before others', () => {
    const commits = [
      commitOf('lemon', 'd'),
      commitOf('zebra cage', 'a'),
      commitOf('zebra cage', 'b'),
      commitOf('zebra cage', 'cd'),
    ];
    const { similar, similarCommits } = scoresFor(commits, 'zebra cage');
    expect(similarCommits).toEqual([1, 2, 3]);
    const [a = 0, b = 0, c = 0, d = 0] = similar;
    expect(a).toBeCloseTo(1 / (1 + 1 / 3_000), 12);
    expect(b).toBeCloseTo(1 / (1 + 2 / 3_000), 12);
    expect(c).toBeCloseTo(1 / Math.SQRT2 / (1 + 3 / 3_000), 12);
    expect(d).toBe(c);
  });

  it('are at least half as similar as the most similar one', () => {
    const commits = [commitOf('zebra cage door lock', 'a'), commitOf('zebra and other words', 'b')];
    expect(scoresFor(commits, 'zebra cage door lock').similarCommits).toEqual([0]);
  });

  it('are at most 40', () => {
    const commits = Array.from({ length: 50 }, () => commitOf('zebra', 'a'));
    expect(scoresFor(commits, 'zebra').similarCommits).toEqual([...Array(40).keys()]);
  });
});

describe('files that change together with seeds', () => {
  it('share the certainty of the seeds', () => {
    const commits = [commitOf('', 'ab'), commitOf('', 'abc'), commitOf('', 'd')];
    const [a, b, c, d] = scoresFor(commits, '', [0.75, 0.25, 0, 0]).together;
    const passed = (certainty: number, files: number) => certainty / (2 + 2) / Math.sqrt(files - 1);
    expect(a).toBeCloseTo(passed(0.25, 2) + passed(0.25, 3), 12);
    expect(b).toBeCloseTo(passed(0.75, 2) + passed(0.75, 3), 12);
    expect(c).toBeCloseTo(passed(0.75, 3) + passed(0.25, 3), 12);
    expect(d).toBe(0);
  });

  it('count only the files that are left, and ignore commits of many', () => {
    const gone = Array.from({ length: 25 }, (_, at) => `gone${at}`);
    const commits = [{ message: '', paths: ['a', 'b', ...gone] }];
    expect(scoresFor(commits, '').together[1]).toBeCloseTo(1 / (1 + 2), 12);
    const names = Array.from({ length: 21 }, (_, at) => `f${at}`);
    const history = historyOf(indexOf(Object.fromEntries(names.map((name) => [name, '']))), [
      { message: '', paths: names },
    ]);
    const seeds = new Float64Array(21).fill(1 / 21);
    const { together } = runSteps(historyScoreSteps(history ?? historyFor([]), parseTask(''), seeds));
    expect([...together]).toEqual(Array(21).fill(0));
  });

  it('have the seed from which they get the most as companion', () => {
    const commits = [commitOf('', 'ab'), commitOf('', 'bc'), commitOf('', 'bc')];
    const companion = (seeds: readonly number[]) =>
      companionOf(1, historyFor(commits), Float64Array.from(seeds));
    expect(companion([0.2, 0, 0.8, 0])).toMatchObject({ file: 2, commits: 2 });
    expect(companion([0.8, 0, 0.2, 0])).toMatchObject({ file: 0, commits: 1 });
    expect(companion([0, 1, 0, 0])).toBeUndefined();
  });

  it('have a companion if and only if they have a score', () => {
    const commit = fc.subarray(NAMES, { minLength: 1 }).map((paths) => ({ message: '', paths }));
    const seeds = fc.tuple(...NAMES.map(() => fc.constantFrom(0, 0.25, 0.5)));
    fc.assert(
      fc.property(fc.array(commit, { minLength: 1, maxLength: 6 }), seeds, (commits, certainty) => {
        const { together } = scoresFor(commits, '', certainty);
        const history = historyFor(commits);
        for (const [file, score] of together.entries())
          expect(companionOf(file, history, Float64Array.from(certainty)) !== undefined).toBe(score > 0);
      }),
    );
  });
});
