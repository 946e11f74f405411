import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexOf, ranked, type RankSetting, type TestFolder } from '../../../tests/rankedFolder';
import { reasonText } from './reasons';
import { FileIndex } from './fileIndex';
import { buildGraph } from './graph';
import { parseTask } from './parseTask';
import { rankFiles, shortlist } from './rankFiles';

const FOLDER: TestFolder = {
  'src/auth/mask.go': { defines: ['maskAuth', 'Masker'], uses: { recover: 1 } },
  'src/auth/recovery.go': { defines: ['recover'], uses: { maskAuth: 4 } },
  'src/auth/mask_test.go': { uses: { maskAuth: 2, Masker: 1 } },
  'src/http/server.go': { defines: ['serve'], uses: { Listen: 1 } },
  'src/http/listen.go': { defines: ['Listen'] },
  'docs/auth.md': 'How to mask what auth logs.',
  'vendor/mask/mask.go': { defines: ['maskAuth2'] },
  'go.sum': 'example.com v1',
};

function pathsFor(task: string, setting?: RankSetting): readonly string[] {
  return ranked(FOLDER, task, setting).map(({ path }) => path);
}

function reasonsFor(task: string, path: string): readonly string[] {
  return (ranked(FOLDER, task).find((file) => file.path === path)?.reasons ?? []).map(reasonText);
}

describe('rankFiles', () => {
  it('ranks the files that the task concerns first', () => {
    const paths = pathsFor('fix: `maskAuth` hides too much');
    expect(paths.slice(0, 3).toSorted()).toEqual([
      'src/auth/mask.go',
      'src/auth/mask_test.go',
      'src/auth/recovery.go',
    ]);
    expect(paths).toHaveLength(Object.keys(FOLDER).length);
  });

  it('ranks a mentioned path first', () => {
    expect(pathsFor('listen.go leaks')[0]).toBe('src/http/listen.go');
    expect(pathsFor('the header of go.sum')[0]).toBe('go.sum');
    expect(pathsFor('slow: /home/me/project/docs/auth.md')[0]).toBe('docs/auth.md');
  });

  it('ranks a test first if the task is about tests', () => {
    expect(pathsFor('flaky test of the mask')[0]).toBe('src/auth/mask_test.go');
  });

  it('trusts a later line about tests less than the first', () => {
    const scoreOf = (task: string): number =>
      ranked(FOLDER, task).find(({ path }) => path === 'src/auth/mask_test.go')?.score ?? 0;
    expect(scoreOf('slow\n\ntests')).toBeGreaterThan(scoreOf('slow'));
    expect(scoreOf('slow\n\ntests')).toBeLessThan(scoreOf('slow tests'));
  });

  it('returns probabilities that sum to 1 and fall with the score', () => {
    const files = ranked(FOLDER, 'mask auth');
    expect(files.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12);
    for (const [at, file] of files.slice(1).entries()) {
      expect(file.score).toBeLessThanOrEqual(files[at]?.score ?? 0);
      expect(file.probability).toBeLessThanOrEqual(files[at]?.probability ?? 0);
    }
  });

  it('follows the graph from selected files', () => {
    const rankOf = (path: string, selected: readonly string[]): number =>
      pathsFor('masks', { selected }).indexOf(path);
    expect(rankOf('src/http/listen.go', ['src/http/server.go'])).toBeLessThan(
      rankOf('src/http/listen.go', []),
    );
  });

  it('leaves out excluded files', () => {
    expect(pathsFor('maskAuth', { excluded: new Set(['src/auth/mask.go']) })).not.toContain(
      'src/auth/mask.go',
    );
  });

  it('rounds scores to a millionth and orders equal ones by the code units of their paths', () => {
    const same = {
      'b.ts': 'cache',
      'a.ts': 'cache',
      'B.ts': 'cache',
      'é.ts': 'cache',
      '\u{1f98a}.ts': 'cache',
    };
    expect(ranked(same, 'limit').map(({ path }) => path)).toEqual([
      'B.ts',
      'a.ts',
      'b.ts',
      'é.ts',
      '\u{1f98a}.ts',
    ]);
    for (const { score } of ranked(FOLDER, 'mask auth')) expect(score).toBe(Number(score.toFixed(6)));
  });

  it('does not depend on the order in which files were added', () => {
    const expected = ranked(FOLDER, 'mask auth recovery');
    fc.assert(
      fc.property(
        fc.shuffledSubarray(Object.entries(FOLDER), { minLength: Object.keys(FOLDER).length }),
        (files) => {
          expect(ranked(Object.fromEntries(files), 'mask auth recovery')).toEqual(expected);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('reflects changes of the index', () => {
    const index = indexOf(FOLDER);
    const first = (): string | undefined =>
      rankFiles(shortlist(index, parseTask('mask_test.go')), buildGraph(index.table()), new Map())[0]?.path;
    expect(first()).toBe('src/auth/mask_test.go');
    index.delete('src/auth/mask_test.go');
    expect(index.size).toBe(Object.keys(FOLDER).length - 1);
    expect(first()).not.toBe('src/auth/mask_test.go');
    index.set('mask_test.go', indexOf({ 'mask_test.go': '' }).table().records[0] ?? new Uint8Array());
    expect(first()).toBe('mask_test.go');
  });
});

describe('reasons', () => {
  it('are the three largest contributions', () => {
    const reasons = reasonsFor('`maskAuth` panics', 'src/auth/mask.go');
    expect(reasons).toHaveLength(3);
    expect(reasons[0]).toBe('defines `maskAuth`');
  });

  it.each([
    ['listen.go leaks', 'src/http/listen.go', 'mentioned in the task'],
    ['`Listen` leaks', 'src/http/listen.go', 'defines `Listen`'],
    ['`maskAuth` panics', 'src/auth/recovery.go', 'uses `maskAuth`'],
    ['masker of auth', 'src/auth/mask.go', 'its symbols match “masker”, “auth”'],
    ['serve slowly', 'src/http/listen.go', 'used by server.go'],
    ['listen slowly', 'src/http/server.go', 'uses listen.go'],
    ['what auth logs', 'docs/auth.md', 'line 1 matches 2 words of the task'],
    ['http: slow', 'src/http/server.go', 'in the scope that the task names'],
    ['more tests', 'src/auth/mask_test.go', 'a test, and the task is about tests'],
  ])('for “%s” %s says: %s', (task, path, reason) => {
    expect(reasonsFor(task, path)).toContain(reason);
  });

  it('name a file by its folder, too, if its name says little', () => {
    expect(reasonText({ kind: 'uses', path: 'src/auth/index.ts' })).toBe('uses auth/index.ts');
    expect(reasonText({ kind: 'usedBy', path: 'main.go' })).toBe('used by main.go');
  });

  it('are given for as many files as wanted', () => {
    expect(ranked(FOLDER, 'mask', { explained: 1 }).filter(({ reasons }) => reasons.length > 0)).toHaveLength(
      1,
    );
  });
});

describe('limit', () => {
  /** The names of a source and its test, in turn. */
  const nameOf = (number: number): string => `f${number >> 1}${number % 2 === 0 ? '' : '.test'}.ts`;

  it('leaves the first files as they are', () => {
    const words = fc.constantFrom('mask', 'auth', 'mask auth', 'cache', '');
    const paths = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 40 });
    const folders = paths.chain((numbers) =>
      fc.record(Object.fromEntries(numbers.map((number) => [nameOf(number), words]))),
    );
    const some = (folder: TestFolder): fc.Arbitrary<string[]> => fc.subarray(Object.keys(folder));
    const settings = folders.chain((folder) =>
      fc.record({
        folder: fc.constant(folder),
        selected: some(folder),
        excluded: some(folder).map((excluded) => new Set(excluded)),
        limit: fc.nat(45),
        explained: fc.nat(10),
      }),
    );
    fc.assert(
      fc.property(settings, ({ folder, limit, ...setting }) => {
        const all = ranked(folder, 'mask the auth', setting);
        expect(ranked(folder, 'mask the auth', { ...setting, limit })).toEqual(all.slice(0, limit));
        expect(all).toHaveLength(Object.keys(folder).length - setting.excluded.size);
        for (const { path } of all) expect(setting.excluded).not.toContain(path);
      }),
    );
  });
});

describe('unusual input', () => {
  it.each([
    ['an empty task', ''],
    ['a megabyte', 'maskAuth recovery '.repeat(60_000)],
    ['an emoji', '🦊'],
    ['Chinese', '修复身份验证'],
    ['Hebrew', 'תקן את האימות'],
    ['lone surrogates', '\ud83e mask \udd8a'],
    ['keys of objects', '`__proto__` constructor toString'],
  ])('ranks all files for %s', (_name, task) => {
    const files = ranked(FOLDER, task);
    expect(files).toHaveLength(Object.keys(FOLDER).length);
    expect(files.every(({ score, probability }) => Number.isFinite(score) && probability > 0)).toBe(true);
  });

  it('finds Chinese in comments', () => {
    const folder = { 'a.ts': '// 读取文件', 'b.ts': '// 身份验证失败时重试', 'c.ts': '// 缓存' };
    expect(ranked(folder, '修复身份验证')[0]?.path).toBe('b.ts');
  });

  it('ranks no files in an empty folder', () => {
    expect(ranked({}, 'mask')).toEqual([]);
  });

  it('ranks a folder without code', () => {
    expect(ranked({ 'a.csv': '1,2', LICENSE: 'MIT', 'b.txt': 'the mask' }, 'mask')[0]?.path).toBe('b.txt');
  });

  it('ranks files that are named like properties of objects', () => {
    expect(ranked({ constructor: 'mask', toString: 'auth' }, 'mask')[0]?.path).toBe('constructor');
  });

  it('handles a name that 10,000 files define and use', () => {
    const files = Array.from(
      { length: 10_000 },
      (_, at) => [`f${at}.ts`, { defines: ['main'], uses: { main: 3 } }] as const,
    );
    expect(ranked(Object.fromEntries(files), '`main` fails')).toHaveLength(10_000);
  });

  it('ranks 100,000 files', () => {
    const [plain, wanted] = indexOf({ 'a.ts': 'cache of values', 'b.ts': 'cache limit' }).table().records;
    const index = new FileIndex();
    for (let at = 0; at < 100_000; at += 1)
      index.set(`d${at % 100}/f${at}.ts`, (at === 54_321 ? wanted : plain) ?? new Uint8Array());
    const short = shortlist(index, parseTask('the limit of the cache'));
    const files = rankFiles(short, buildGraph(index.table()), new Map());
    expect(files).toHaveLength(100_000);
    expect(files[0]?.path).toBe('d21/f54321.ts');
  });
});
