import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historyOf, indexOf, ranked, type TestFolder } from '../../../tests/rankedFolder';
import { MOST_CHANGED, MOST_COMMITS, type PastCommit } from './commitIndex';
import { FileIndex } from './fileIndex';
import { buildGraph } from './graph';
import { parseTask } from './parseTask';
import { rankFiles, rankSteps, shortlist } from './rankFiles';
import { reasonText } from './reasons';

const FOLDER: TestFolder = {
  'src/cookies.go': { defines: ['parseCookie'] },
  'src/limits.go': { defines: ['limit'] },
  'src/headers.go': { defines: ['header'] },
  'src/index.go': { defines: ['start'] },
  'src/jar.go': { defines: ['jar'] },
  'src/zone.go': { defines: ['zone'] },
};

const commitOf = (message: string, ...paths: readonly string[]): PastCommit => ({ message, paths });

/** `zone.go` has changed for the same reason before, and `jar.go` always changes with `cookies.go`. */
const COMMITS: readonly PastCommit[] = [
  commitOf('Start faster', 'src/index.go'),
  commitOf('Quote parsed values', 'src/cookies.go', 'src/jar.go'),
  commitOf('Accept commas', 'src/jar.go', 'src/cookies.go'),
  commitOf('Reject expired sessions', 'src/zone.go', 'gone.go'),
  commitOf('Expired sessions stay', 'src/zone.go'),
  commitOf('Trim values', 'src/cookies.go', 'src/jar.go', 'gone.go'),
  commitOf('Remove unused code', 'src/limits.go'),
];

function placesFor(task: string, commits?: readonly PastCommit[]): ReadonlyMap<string, number> {
  const files = ranked(FOLDER, task, commits && { commits });
  return new Map(files.map(({ path }, at) => [path, at]));
}

function reasonsFor(task: string, path: string, commits = COMMITS): readonly string[] {
  const file = ranked(FOLDER, task, { commits }).find((each) => each.path === path);
  return (file?.reasons ?? []).map(reasonText);
}

describe('a ranking with past commits', () => {
  it('ranks the files of similar commits first, and says why', () => {
    const task = 'Sessions that have expired are accepted';
    expect(placesFor(task).get('src/zone.go')).not.toBe(0);
    expect(placesFor(task, COMMITS).get('src/zone.go')).toBe(0);
    expect(reasonsFor(task, 'src/zone.go')).toEqual([
      'changed in 2 commits with similar messages',
      'its past commits mention “Sessions”, “expired”',
    ]);
  });

  it('ranks files higher that change together with likely ones, and says why', () => {
    const task = '`parseCookie` panics';
    expect(placesFor(task).get('src/jar.go')).not.toBe(1);
    expect(placesFor(task, COMMITS).get('src/jar.go')).toBe(1);
    expect(reasonsFor(task, 'src/jar.go')).toContain('changed with cookies.go in 3 commits');
  });

  it('follows the commits of selected files', () => {
    const { path } = ranked(FOLDER, 'values', { commits: COMMITS, selected: ['src/cookies.go'] })[1] ?? {};
    expect(path).toBe('src/jar.go');
  });

  it('prefers files that changed recently and often, which is no reason by itself', () => {
    const commits = ['index', 'index', 'limits'].map((name) => commitOf('Tidy up', `src/${name}.go`));
    const files = ranked(FOLDER, 'panics', { commits });
    expect(files.slice(0, 2).map(({ path }) => path)).toEqual(['src/index.go', 'src/limits.go']);
    expect(files[0]?.reasons).toEqual([]);
  });

  it.each([
    ['no commits', []],
    ['commits whose files are all gone', [commitOf('Fix cookies', 'gone.go'), commitOf('cookies', 'no.go')]],
    ['commits without files', [commitOf('Fix cookies')]],
  ])('is the one without them if there are %s', (_name, commits) => {
    expect(ranked(FOLDER, 'cookies and limits', { commits })).toEqual(ranked(FOLDER, 'cookies and limits'));
  });

  it('depends only on the commits and their order', () => {
    const path = fc.constantFrom(...Object.keys(FOLDER), 'gone.go', '__proto__');
    const commit = fc.record({
      message: fc.constantFrom('Fix cookies', 'limit of headers', '', 'constructor', '🦊'),
      paths: fc.array(path, { maxLength: 5 }),
    });
    fc.assert(
      fc.property(fc.array(commit, { maxLength: 12 }), (commits) => {
        const files = ranked(FOLDER, 'limit cookies', { commits });
        expect(ranked(FOLDER, 'limit cookies', { commits: structuredClone(commits) })).toEqual(files);
        expect(files.map((file) => file.path).toSorted()).toEqual(Object.keys(FOLDER).toSorted());
        expect(files.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
        for (const { score } of files) expect(Number.isFinite(score)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('ranks 10,000 files with the largest history', () => {
    const record = indexOf({ 'a.ts': 'cache' }).table().records[0] ?? new Uint8Array();
    const index = new FileIndex();
    for (let at = 0; at < 10_000; at += 1) index.set(`f${at}.ts`, record);
    const commits = Array.from({ length: MOST_COMMITS }, (_, commit) => ({
      message: 'cache limit '.repeat(50),
      paths: Array.from({ length: MOST_CHANGED }, (__, at) => `f${(commit * 7 + at * 331) % 10_000}.ts`),
    }));
    const history = historyOf(index, commits);
    const short = shortlist(index, parseTask('the limit of the cache'));
    const files = rankFiles(short, buildGraph(index.table()), new Map(), { history });
    expect(files).toHaveLength(10_000);
    expect(files.every(({ score }) => Number.isFinite(score))).toBe(true);
  });

  it('finds the reasons of one file a step', () => {
    const index = indexOf(FOLDER);
    const history = historyOf(index, [{ message: 'Limit cookies', paths: ['a.ts'] }]);
    const short = shortlist(index, parseTask('limit cookies'));
    const stepsFor = (explained: number) => [
      ...rankSteps(short, buildGraph(index.table()), new Map(), { history, explained }),
    ];
    expect(stepsFor(2)).toHaveLength(stepsFor(0).length + 2);
  });
});

describe('reasons', () => {
  it.each([
    [{ kind: 'similarCommits', commits: 1 }, 'changed in a commit with a similar message'],
    [{ kind: 'changedWith', path: 'a/b.ts', commits: 1 }, 'changed with b.ts in 1 commit'],
    [{ kind: 'pastMessages', words: ['cookie'] }, 'its past commits mention “cookie”'],
  ] as const)('%j', (reason, text) => {
    expect(reasonText(reason)).toBe(text);
  });
});
