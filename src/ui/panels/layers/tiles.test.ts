import { expect, test } from 'vitest';
import { path } from '../../../../tests/repoPathInTests';
import type { StabilityTier } from '../../../core/tiers/tier';
import { folderRows, tilesOf, type TieredFile } from './tiles';

const file = (name: string, tokens: number, tier: StabilityTier = 'active'): TieredFile => ({
  path: path(name),
  ...{ tokens, tier },
});
const page = { x: 0, y: 0, width: 1_000, height: 500 };

const names = (files: readonly TieredFile[], below = ''): readonly string[] =>
  tilesOf(files, below, page).map((tile) =>
    tile.kind === 'file' ? tile.file.path : `${tile.kind} ${tile.name}: ${tile.files}, ${tile.tier}`,
  );

test('shows files in their folders, and folders that have only one folder as one', () => {
  const files = [file('a/b/c.ts', 500, 'L1'), file('a/b/d.ts', 300, 'L0'), file('e.ts', 200)];
  expect(names(files)).toEqual(['open a/b: 2, L1', 'a/b/c.ts', 'a/b/d.ts', 'e.ts']);
  expect(names(files, 'a/b')).toEqual(['a/b/c.ts', 'a/b/d.ts']);
});

test('shows a folder without room as one tile, and all that is too small as another', () => {
  const small = Array.from({ length: 400 }, (_, at) => file(`rest/${at}.ts`, 1, 'L3'));
  const files = [file('large.ts', 100_000), file('some/a.ts', 700, 'L2'), file('some/b.ts', 500), ...small];
  expect(names(files)).toEqual(['large.ts', 'closed some: 2, L2', 'closed rest: 400, L3']);
  const flat = [file('large.ts', 100_000), ...small.map((each, at) => ({ ...each, path: path(`${at}.ts`) }))];
  expect(names(flat)).toEqual(['large.ts', 'rest : 400, L3']);
});

test('has a bounded number of tiles', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => file(`d${at % 97}/f${at}.ts`, 1 + (at % 50)));
  expect(tilesOf(many, '', page).length).toBeLessThan(1_200);
});

test('leaves out files without tokens', () => {
  expect(names([file('a.ts', 5), file('empty.ts', 0)])).toEqual(['a.ts']);
  expect(names([])).toEqual([]);
});

test('sums up the files of each folder by tier', () => {
  const files = [file('a/x.ts', 5, 'L0'), file('a/y.ts', 7, 'L2'), file('z.ts', 90), file('a/b/w.ts', 1)];
  const rows = folderRows(files, '').map(({ folder, files: count, tokens, tiers }) => [
    ...[folder, count, tokens],
    ...Object.values(tiers),
  ]);
  expect(rows).toEqual([
    ['', 1, 90, 0, 0, 0, 0, 90],
    ['a', 2, 12, 5, 0, 7, 0, 0],
    ['a/b', 1, 1, 0, 0, 0, 0, 1],
  ]);
  expect(folderRows(files, 'a').map(({ folder }) => folder)).toEqual(['a', 'a/b']);
});
