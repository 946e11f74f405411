import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRepoPaths, type RepoPath } from '../../core/files/repoPath';
import { withChanges } from './sortedByPath';

interface Entry {
  readonly path: RepoPath;
  readonly mark: number;
}

const paths = fc.stringMatching(/^[a-cé\u{1F600}]{1,3}$/u).map((text) => text as RepoPath);

test('gives the same result as sorting everything again', () => {
  const changes = fc.array(fc.tuple(paths, fc.boolean()), { maxLength: 30 });
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 6 }), (rounds) => {
      const entries = new Map<RepoPath, Entry>();
      let list: readonly Entry[] = [];
      for (const [mark, round] of rounds.entries()) {
        const change = new Map(round.map(([path, kept]) => [path, kept ? { path, mark } : undefined]));
        for (const [path, entry] of change) {
          if (entry === undefined) entries.delete(path);
          else entries.set(path, entry);
        }
        list = withChanges(
          list,
          (entry) => entry.path,
          change.keys(),
          (path) => change.get(path),
        );
        const sorted = [...entries.values()].sort((a, b) => compareRepoPaths(a.path, b.path));
        expect(list).toEqual(sorted);
      }
    }),
    { numRuns: 2_000 },
  );
});
