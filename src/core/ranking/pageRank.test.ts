import { describe, expect, it } from 'vitest';
import { indexOf, type TestFolder } from '../../../tests/rankedFolder';
import { buildGraph } from './graph';
import { pageRank } from './pageRank';

function ranksOf(folder: TestFolder, seed: string): Readonly<Record<string, number>> {
  const table = indexOf(folder).table();
  const seeds = Float64Array.from(table.paths, (path) => (path === seed ? 1 : 0));
  const ranks = pageRank(buildGraph(table), seeds);
  return Object.fromEntries(table.paths.map((path, at) => [path, ranks[at] ?? 0]));
}

describe('pageRank', () => {
  const folder: TestFolder = {
    user: { uses: { alpha: 1 } },
    seed: { defines: ['alpha'], uses: { beta: 1 } },
    used: { defines: ['beta'] },
    alone: {},
  };

  it('walks both ways from the seed, less often to its users', () => {
    const ranks = ranksOf(folder, 'seed');
    // A walk that leaves the seed is back in it after one more step: x = 0.15 + 0.85 (1 - x), where 1 - x is outside.
    expect(ranks['seed']).toBeCloseTo(1 / 1.85, 1);
    expect((ranks['user'] ?? 0) / (ranks['used'] ?? 1)).toBeCloseTo(0.7, 6);
    expect(ranks['alone']).toBe(0);
  });

  it('sums to 1, with cycles and with files that lead nowhere', () => {
    const cycle = {
      a: { defines: ['alpha'], uses: { beta: 1 } },
      b: { defines: ['beta'], uses: { alpha: 1 } },
    };
    for (const [each, seed] of [
      [folder, 'seed'],
      [folder, 'alone'],
      [cycle, 'a'],
    ] as const) {
      const sum = Object.values(ranksOf(each, seed)).reduce((total, rank) => total + rank, 0);
      expect(sum).toBeCloseTo(1, 6);
    }
  });
});
