import { expect, test } from 'vitest';
import type { RepoPath } from '../files/repoPath';
import { defaultItem } from '../items/fileItem';
import { checkFiles, likelyPaths } from './presence';

function path(text: string): RepoPath {
  return text as RepoPath;
}

test('files that are gone are named, and the others stay', () => {
  const files = ['a.py', 'gone.py', 'z.py'].map((text) => defaultItem(path(text)));
  const { present, gone } = checkFiles({ files }, (each) => each !== 'gone.py');
  expect(present.map((item) => item.path)).toEqual(['a.py', 'z.py']);
  expect(gone).toEqual(['gone.py']);
});

test('the same content comes first, then the same name, then one that is alike', () => {
  const files = [
    { path: path('README.md'), hash: 'x' },
    { path: path('lib/userStore.ts'), hash: 'x' },
    { path: path('src/core/UserStore.ts'), hash: 'y' },
    { path: path('src/core/user-store.js') },
    { path: path('attic/copy.ts'), hash: 'h' },
    { path: path('src/core/userStoreTest.ts'), hash: 'x' },
    { path: path('src/core/store/userStore.ts'), hash: 'h' },
  ];
  expect(likelyPaths({ path: path('src/core/userStore.ts'), hash: 'h' }, files)).toEqual([
    { path: 'src/core/store/userStore.ts', reason: 'content' },
    { path: 'attic/copy.ts', reason: 'content' },
    { path: 'lib/userStore.ts', reason: 'name' },
    { path: 'src/core/UserStore.ts', reason: 'similar name' },
    { path: 'src/core/user-store.js', reason: 'similar name' },
  ]);
});

test('of two of one name the one in the more similar folder comes first', () => {
  const files = ['tests/app/index.ts', 'src/app/view/index.ts', 'index.ts'].map((text) => ({
    path: path(text),
  }));
  expect(likelyPaths({ path: path('src/app/index.ts') }, files)[0]?.path).toBe('src/app/view/index.ts');
});

test('without a hash no content is the same', () => {
  expect(likelyPaths({ path: path('a.ts') }, [{ path: path('b.ts') }])).toEqual([]);
});
