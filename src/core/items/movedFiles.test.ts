import { describe, expect, test } from 'vitest';
import type { RepoPath } from '../files/repoPath';
import { growth } from '../../../tests/growth';
import type { KnownFile } from './filesByLength';
import { findMoved, lookForMoved } from './movedFiles';

function file(path: string, hash?: string, lines?: number): KnownFile {
  return { path: path as RepoPath, hash, lines };
}

/** `from -> to` for sure moves, else `from: a, b (reason)`. */
function told(gone: readonly KnownFile[], files: readonly KnownFile[]): readonly string[] {
  return findMoved(gone, files).map(({ path, likely, sure }) => {
    const paths = likely.map((each) => each.path).join(', ');
    return sure
      ? `${path} -> ${paths}`
      : `${path}: ${paths || 'nowhere'} (${likely[0]?.reason ?? 'no reason'})`;
  });
}

describe('one file that is gone', () => {
  const files = [
    file('README.md', 'x'),
    file('lib/userStore.ts', 'x'),
    file('src/core/UserStore.ts', 'y'),
    file('src/core/user-store.js'),
    file('attic/copy.ts', 'h'),
    file('src/core/userStoreTest.ts', 'x'),
    file('src/core/store/userStore.ts', 'h'),
  ];

  test.each([
    ['h', 'src/core/userStore.ts: src/core/store/userStore.ts, attic/copy.ts (content)'],
    ['other', 'src/core/userStore.ts: src/core/store/userStore.ts, lib/userStore.ts (name)'],
    [undefined, 'src/core/userStore.ts: src/core/store/userStore.ts, lib/userStore.ts (name)'],
  ])('with content %s is found by content, else by name', (hash, expected) => {
    expect(told([file('src/core/userStore.ts', hash)], files)).toEqual([expected]);
  });

  test('is found by a similar name if there is no better reason', () => {
    const others = files.filter(({ path }) => !path.endsWith('/userStore.ts'));
    expect(told([file('src/core/userStore.ts', 'other')], others)).toEqual([
      'src/core/userStore.ts: src/core/UserStore.ts, src/core/user-store.js (similar name)',
    ]);
  });

  test('is surely where the only file of its content is', () => {
    expect(told([file('a.ts', 'h', 3)], [file('b.ts', 'h', 3), file('lib/a.ts', 'x', 3)])).toEqual([
      'a.ts -> b.ts',
    ]);
  });

  test('is not found by empty content, nor by the name of a much longer or shorter file', () => {
    expect(told([file('a/__init__.py', 'e', 0)], [file('b/empty.txt', 'e', 0)])).toEqual([
      'a/__init__.py: nowhere (no reason)',
    ]);
    const indexes = [file('src/b/index.ts', 'x', 400), file('src/c/index.ts', 'y', 60)];
    expect(told([file('src/a/index.ts', 'h', 90)], indexes)).toEqual([
      'src/a/index.ts: src/c/index.ts (name)',
    ]);
  });

  test('is first looked for in the most similar folder', () => {
    const files = ['tests/app/index.ts', 'src/app/view/index.ts', 'index.ts'].map((path) => file(path));
    const [moved] = findMoved([file('src/app/index.ts')], files);
    expect(moved?.likely[0]?.path).toBe('src/app/view/index.ts');
  });
});

describe('files that are gone together', () => {
  test('are surely where the others of their folder went, changed or one of many alike', () => {
    const gone = [
      file('src/old/a.ts', 'a', 5),
      file('src/old/deep/index.ts', 'changed', 90),
      file('src/old/deep/__init__.py', 'e', 0),
      file('src/old/LICENSE', 'l', 20),
    ];
    const files = [
      file('src/new/a.ts', 'a', 5),
      file('src/new/deep/index.ts', 'i', 300),
      file('src/new/deep/__init__.py', 'e', 0),
      file('lib/__init__.py', 'e', 0),
      file('src/new/LICENSE', 'l', 20),
      file('LICENSE', 'l', 20),
    ];
    expect(told(gone, files)).toEqual([
      'src/old/a.ts -> src/new/a.ts',
      'src/old/deep/index.ts -> src/new/deep/index.ts',
      'src/old/deep/__init__.py -> src/new/deep/__init__.py',
      'src/old/LICENSE -> src/new/LICENSE',
    ]);
  });

  test('are found when a folder went to the top, or everything into a folder', () => {
    expect(
      told(
        [file('lib/a.ts', 'a', 1), file('lib/b.ts', 'x', 1)],
        [file('a.ts', 'a', 1), file('b.ts', 'b', 1)],
      ),
    ).toEqual(['lib/a.ts -> a.ts', 'lib/b.ts -> b.ts']);
    expect(
      told(
        [file('a.ts', 'a', 1), file('b.ts', 'x', 1)],
        [file('lib/a.ts', 'a', 1), file('lib/b.ts', 'b', 1)],
      ),
    ).toEqual(['a.ts -> lib/a.ts', 'b.ts -> lib/b.ts']);
  });

  test('are not sure of a place that several of them lead to', () => {
    expect(told([file('a.ts', 'h', 2), file('b.ts', 'h', 2)], [file('c.ts', 'h', 2)])).toEqual([
      'a.ts: c.ts (content)',
      'b.ts: c.ts (content)',
    ]);
  });
});

describe('in a large workspace', () => {
  const indexes = (count: number, top: string): readonly KnownFile[] =>
    Array.from({ length: count }, (_, index) =>
      file(`${top}/p${index % 100}/q${index}/index.ts`, `${top}${index}`),
    );

  test('files of a name that all have are looked for in a time that grows with their number only', () => {
    const grown = growth((size) => findMoved(indexes(size / 20, 'old'), indexes(size, 'new')), {
      ...{ size: 2_000, factor: 8, limit: 24 },
    });
    expect(grown).toBeLessThan(24);
  });

  test('those whose folders are most alike are found among them', () => {
    const [moved] = findMoved([file('packages/q777/index.ts')], indexes(3_000, 'new'));
    expect(moved?.likely[0]?.path).toBe('new/p77/q777/index.ts');
  });

  test('a file of the same length is found among many others, in any order', () => {
    const barrels = Array.from({ length: 60 }, (_, at) => file(`packages/p${at}/index.ts`, `p${at}`, 3));
    const files = [...barrels, file('packages/zeta/index.ts', 'z', 400)];
    const gone = [file('packages/omega/index.ts', 'o', 410), file('packages/alpha/index.ts', 'a', 3)];
    const found = told(gone, files);
    expect(found[0]).toBe('packages/omega/index.ts: packages/zeta/index.ts (name)');
    expect(told(gone, files.toReversed())).toEqual(found);
  });

  test('the nearest in length are found among many that are about as long', () => {
    const files = Array.from({ length: 300 }, (_, at) => file(`p/f${at}/index.ts`, `f${at}`, 150 + at));
    const gone = [file('p/gone/f3/index.ts', 'g', 290), file('p/gone/f3/index.ts', 'g')];
    expect(told(gone, files)).toEqual(told(gone, files.toReversed()));
    const [near] = findMoved([file('q/index.ts', 'g', 449)], files);
    expect(near?.likely[0]?.path).toBe('p/f250/index.ts');
  });

  test('one whose last folders are the same is found beside many whose first are', () => {
    const many = Array.from({ length: 60 }, (_, at) => file(`a/p${at}/index.ts`, `p${at}`));
    const [moved] = findMoved([file('a/x/y/index.ts')], [...many, file('a/x2/y/index.ts')]);
    expect(moved?.likely[0]?.path).toBe('a/x2/y/index.ts');
  });

  test('the order of the files says nothing', () => {
    const files = indexes(500, 'new').map((each, at) => ({ ...each, lines: at % 7 }));
    const gone = [file('old/index.ts'), file('new/index.ts', 'x', 4), file('new/p3/gone/index.ts', 'x', 90)];
    expect(told(gone, files.toReversed())).toEqual(told(gone, files));
  });

  test('no step looks at more than some thousand files', () => {
    let asked = 0;
    function* counted() {
      for (const each of indexes(9_000, 'new')) {
        asked += 1;
        yield each;
      }
    }
    const looking = lookForMoved(indexes(200, 'old'), counted());
    const steps: number[] = [];
    for (let step = looking.next(); step.done !== true; step = looking.next()) {
      steps.push(asked);
      asked = 0;
    }
    expect(Math.max(...steps)).toBe(2_000);
    expect(steps.length).toBeGreaterThan(6);
  });

  test('files that are gone are taken in steps too, also where there is nothing like them', () => {
    const gone = Array.from({ length: 5_000 }, (_, at) => file(`old/f${at}.ts`, `h${at}`, 1));
    const stepsOf = (files: readonly KnownFile[]): number => [...lookForMoved(gone, files)].length;
    const without = stepsOf([]);
    expect(without).toBeGreaterThan(6);
    const half = gone.slice(0, 2_500).map(({ hash }, at) => file(`new/d${at}/f${at}.ts`, hash, 1));
    const others = gone.slice(2_500).map((_, at) => file(`lib/f${2_500 + at}.ts`, 'other', 1));
    // Each of the others is searched for in every folder that a file of the first half moved to.
    expect(stepsOf([...half, ...others])).toBeGreaterThan(without + 2_400);
  });
});
