import { expect, it } from 'vitest';
import { path } from '../../../../tests/repoPathInTests';
import { createPathIndex } from './findPath';
import { newFileRisk } from './newFileRisk';

const others = createPathIndex(
  ['lib/request.js', 'data/a.fixture', 'src/a.go', 'docs/b.md', 'View'].map(path),
);

it.each([
  'lib/new.js',
  'src/main.go',
  'b.fixture',
  'LICENSE',
  'Makefile',
  '.nvmrc',
  'notes.txt',
  'docs/a.md',
])('%s may be a new file', (name) => {
  expect(newFileRisk(path(name), others)).toBeUndefined();
});

it.each(['req.fresh', 'exports.View', 'app.request.length'])('%s may be code', (name) => {
  expect(newFileRisk(path(name), others)).toBe('is new and has an extension that no other file here has');
});

it('a file in a new folder must be confirmed', () => {
  expect(newFileRisk(path('new/a.js'), others)).toBe('would be the first in its folder');
});
