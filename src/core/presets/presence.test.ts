import { expect, test } from 'vitest';
import type { RepoPath } from '../files/repoPath';
import { defaultItem } from '../items/fileItem';
import { checkFiles } from './presence';

function path(text: string): RepoPath {
  return text as RepoPath;
}

test('files that are gone are named, and the others stay', () => {
  const files = ['a.py', 'gone.py', 'z.py'].map((text) => defaultItem(path(text)));
  const { present, gone } = checkFiles({ files }, (each) => each !== 'gone.py');
  expect(present.map((item) => item.path)).toEqual(['a.py', 'z.py']);
  expect(gone).toEqual(['gone.py']);
});
