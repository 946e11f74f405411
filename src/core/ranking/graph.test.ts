import { describe, expect, it } from 'vitest';
import { indexOf, type TestFolder } from '../../../tests/rankedFolder';
import type { EdgeList } from './edgeList';
import { buildGraph, type ImportTargets } from './graph';

/** Weights by `user > used`. */
function edgesOf(folder: TestFolder, importsOf?: ImportTargets): Readonly<Record<string, number>> {
  const table = indexOf(folder).table();
  return labeled(buildGraph(table, importsOf).uses, table.paths);
}

function labeled({ starts, files, weights }: EdgeList, paths: readonly string[]): Record<string, number> {
  const edges: Record<string, number> = {};
  for (const [from, path] of paths.entries())
    for (let at = starts[from] ?? 0; at < (starts[from + 1] ?? 0); at += 1)
      edges[`${path} > ${paths[files[at] ?? 0] ?? ''}`] = weights[at] ?? 0;
  return edges;
}

describe('buildGraph', () => {
  it('weighs a use by its count, and by how few files use and define the name', () => {
    const edges = edgesOf({
      'a.ts': { uses: { open: 3 } },
      'b.ts': { uses: { open: 1 } },
      'c.ts': { defines: ['open'] },
      'd.ts': { defines: ['open'] },
    });
    const weight = (count: number): number => ((1 + Math.log(count)) * Math.log(1 + 4 / 2)) / 2;
    expect(edges).toEqual({
      'a.ts > c.ts': weight(3),
      'a.ts > d.ts': weight(3),
      'b.ts > c.ts': weight(1),
      'b.ts > d.ts': weight(1),
    });
  });

  it('weighs private names 0.3 and code-like names 1.5', () => {
    const edges = edgesOf({
      'a.ts': { uses: { _open: 1, readFile: 1 } },
      'b.ts': { defines: ['_open'] },
      'c.ts': { defines: ['readFile'] },
    });
    expect(edges['a.ts > b.ts']).toBeCloseTo(0.3 * 1.5 * Math.log(4), 12);
    expect(edges['a.ts > c.ts']).toBeCloseTo(1.5 * Math.log(4), 12);
  });

  it('has no edge for a name of three letters, for one that more than five files define, or to the file itself', () => {
    const six = Object.fromEntries(
      ['b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, { defines: ['common'] }]),
    );
    expect(edgesOf({ a: { uses: { get: 1 } }, b: { defines: ['get'] } })).toEqual({});
    expect(edgesOf({ a: { uses: { common: 1 } }, ...six })).toEqual({});
    expect(edgesOf({ a: { defines: ['open'], uses: { open: 1 } } })).toEqual({});
  });

  it('has no edge for the name of a field', () => {
    const edges = edgesOf({
      a: { uses: { limit: 1, open: 1 } },
      b: { fields: ['limit'] },
      c: { defines: ['open'], fields: ['open'] },
    });
    expect(Object.keys(edges)).toEqual(['a > c']);
  });

  it('adds 4 for an import, shared among its targets', () => {
    const importsOf = (path: string): readonly (readonly string[])[] =>
      path === 'a' ? [['b'], ['b', 'c'], ['gone'], ['a']] : [];
    expect(edgesOf({ a: '', b: '', c: '' }, importsOf)).toEqual({ 'a > b': 6, 'a > c': 2 });
  });

  it('keeps the 64 heaviest edges of a file', () => {
    const names = Array.from({ length: 70 }, (_, at) => `name${at}`);
    const uses = Object.fromEntries(names.map((name, at) => [name, at + 1]));
    const folder = Object.fromEntries(names.map((name) => [name, { defines: [name] }]));
    const edges = edgesOf({ a: { uses }, ...folder });
    expect(Object.keys(edges)).toHaveLength(64);
    expect(edges['a > name0']).toBeUndefined();
    expect(edges['a > name69']).toBeDefined();
  });

  it('lists the same edges in reverse', () => {
    const table = indexOf({
      a: { defines: ['alpha'], uses: { beta1: 1 } },
      b: { defines: ['beta1'], uses: { alpha: 1 } },
    }).table();
    const { uses, usedBy } = buildGraph(table);
    expect(labeled(usedBy, table.paths)).toEqual({
      'a > b': labeled(uses, table.paths)['b > a'],
      'b > a': labeled(uses, table.paths)['a > b'],
    });
  });
});
