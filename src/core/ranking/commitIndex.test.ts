import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../async/steps';
import {
  commitIndexSteps,
  MOST_CHANGED,
  MOST_COMMITS,
  type CommitIndex,
  type PastCommit,
} from './commitIndex';
import { listAt } from './flatLists';
import { termsOf } from './terms';
import { hashOf } from './words';

const indexed = (commits: Iterable<PastCommit>): CommitIndex => runSteps(commitIndexSteps(commits));

const commitOf = (message: string, ...paths: readonly string[]): PastCommit => ({ message, paths });

/** The commits that have a term, once for each occurrence. */
function commitsWith(term: string, { terms, commitsByTerm }: CommitIndex): readonly number[] {
  const row = terms.rowOf(hashOf(term));
  return row < 0 ? [] : [...listAt(commitsByTerm, row)];
}

describe('commitIndexSteps', () => {
  it('lists the commits of each term, and the paths of each commit', () => {
    const index = indexed([
      commitOf('Mask the auth header, and mask cookies', 'a.ts', 'b.ts'),
      commitOf('maskAuth leaks', 'b.ts', 'gone.ts'),
    ]);
    expect(commitsWith('mask', index)).toEqual([0, 0, 1]);
    expect(commitsWith('=maskauth', index)).toEqual([1]);
    expect(commitsWith('the', index)).toEqual([]);
    expect([...index.lengths]).toEqual([5, 4]);
    expect(index.paths).toEqual(['a.ts', 'b.ts', 'gone.ts']);
    expect([0, 1].map((commit) => [...listAt(index.pathsByCommit, commit)])).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it('ignores people, commits of many files or none, and older commits', () => {
    const many = Array.from({ length: MOST_CHANGED + 1 }, (_, at) => `f${at}.ts`);
    const index = indexed([
      commitOf('moved', ...many),
      commitOf('empty'),
      commitOf('cache\n\nCo-authored-by: Otter <otter@example.com>', 'a.ts', 'a.ts'),
    ]);
    expect(index.size).toBe(1);
    expect(commitsWith('otter', index)).toEqual([]);
    expect([...listAt(index.pathsByCommit, 0)]).toEqual([0]);
    expect(indexed(Array<PastCommit>(MOST_COMMITS + 5).fill(commitOf('cache', 'a.ts'))).size).toBe(
      MOST_COMMITS,
    );
  });

  it('indexes no commits', () => {
    const index = indexed([]);
    expect(index.size).toBe(0);
    expect(commitsWith('mask', index)).toEqual([]);
  });

  it('lists each term of each message', () => {
    const word = fc.constantFrom('mask', 'otter', 'readFile', 'HTTPServer', 'the', 'caches', 'été', '読む');
    const commit = fc.record({
      message: fc.array(word).map((words) => words.join(' ')),
      paths: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', '__proto__'), { minLength: 1 }),
    });
    fc.assert(
      fc.property(fc.array(commit, { maxLength: 8 }), (commits) => {
        const index = indexed(commits);
        const known = new Set(
          commits.flatMap(({ message }) =>
            message
              .split(' ')
              .filter((each) => each !== 'the')
              .flatMap(termsOf),
          ),
        );
        for (const term of known) {
          const expected = commits.flatMap(({ message }, at) =>
            message
              .split(' ')
              .filter((each) => each !== 'the')
              .flatMap(termsOf)
              .filter((each) => each === term)
              .map(() => at),
          );
          expect(commitsWith(term, index)).toEqual(expected);
        }
        for (const [at, { paths }] of commits.entries())
          expect(Array.from(listAt(index.pathsByCommit, at), (path) => index.paths[path])).toEqual(paths);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['a megabyte', 'mask auth '.repeat(100_000)],
    ['a megabyte without spaces', 'x'.repeat(1_000_000)],
    ['a megabyte of line ends', `${'\n \t'.repeat(333_333)}signed-off`],
    ['a megabyte of different words', Array.from({ length: 150_000 }, (_, at) => `w${at}`).join(' ')],
    ['lone surrogates', '\ud83e mask \udd8a'],
    ['controls', '\u0000\u0001mask\u202e'],
  ])('reads the beginning of a message of %s', (_name, message) => {
    const index = indexed([commitOf(message, 'a.ts'), commitOf('cache', 'b.ts')]);
    expect(index.size).toBe(2);
    expect(index.terms.size).toBeLessThan(1_000);
    expect(commitsWith('cach', index)).toEqual([1]);
  });
});
