import { expect, it } from 'vitest';
import { path } from '../../../../tests/repoPathInTests';
import { newFileRisk } from './newFileRisk';

const others = ['lib/request.js', 'data/a.fixture', 'View'];

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
