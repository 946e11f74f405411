import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RepoPath } from '../files/repoPath';
import { FIT_LEVELS, fitterOf, namesReserve, UTILITY, type Fit, type FitFile, type FitLevel } from './fit';

const file = (path: string, probability: number, costs: Partial<Record<FitLevel, number>>): FitFile => ({
  path: path as RepoPath,
  probability,
  levels: Object.entries(costs).map(([level, tokens]) => ({ level: level as FitLevel, tokens })),
});

const shown = (fit: Fit) => Object.fromEntries(Array.from(fit, ([path, { level }]) => [path, level]));

const tokensOf = (fit: Fit): number => [...fit.values()].reduce((sum, { tokens }) => sum + tokens, 0);

const someFiles = fc
  .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,4}$/), fc.double({ min: 0, max: 1, noNaN: true })), {
    selector: ([path]) => path,
    maxLength: 40,
  })
  .chain((files) =>
    fc.tuple(
      ...files.map(([path, probability]) =>
        fc
          .record(
            Object.fromEntries(FIT_LEVELS.map((level) => [level, fc.integer({ min: 0, max: 5_000 })])),
            { requiredKeys: [] },
          )
          .map((costs) => file(path, probability, costs)),
      ),
    ),
  );

describe('fitterOf', () => {
  it('shows the likely files in full and the others smaller', () => {
    const files = [
      file('likely.ts', 0.8, { outline: 100, focusedThird: 400, full: 1_000 }),
      file('perhaps.ts', 0.15, { outline: 100, focusedThird: 400, full: 1_000 }),
      file('hardly.ts', 0.05, { outline: 100, focusedThird: 400, full: 1_000 }),
    ];
    expect(shown(fitterOf(files)(1_500))).toEqual({
      'likely.ts': 'full',
      'perhaps.ts': 'focusedThird',
      'hardly.ts': 'outline',
    });
    expect(shown(fitterOf(files)(99))).toEqual({});
    expect(shown(fitterOf(files)(3_000))).toEqual({
      'likely.ts': 'full',
      'perhaps.ts': 'full',
      'hardly.ts': 'full',
    });
  });

  it('skips files that do not fit, and continues with smaller ones', () => {
    const files = [file('large.ts', 0.9, { full: 10_000 }), file('small.ts', 0.1, { full: 50 })];
    expect(shown(fitterOf(files)(9_999))).toEqual({ 'small.ts': 'full' });
  });

  it('takes a level below the hull where the next step does not fit', () => {
    const files = [file('a.ts', 1, { outline: 900, full: 1_000 })];
    expect(shown(fitterOf(files)(950))).toEqual({ 'a.ts': 'outline' });
  });

  it('never shows a smaller view that costs more', () => {
    expect(shown(fitterOf([file('a.ts', 1, { outline: 120, full: 100 })])(1_000))).toEqual({
      'a.ts': 'full',
    });
    expect(shown(fitterOf([file('a.ts', 1, { outline: 120, full: 100 })])(100))).toEqual({ 'a.ts': 'full' });
  });

  it('fits the room, and skips no step that would fit', () => {
    fc.assert(
      fc.property(someFiles, fc.integer({ min: -10, max: 60_000 }), (files, room) => {
        const fit = fitterOf(files)(room);
        const left = room - tokensOf(fit);
        expect(left).toBeGreaterThanOrEqual(Math.min(0, room));
        for (const { path, levels } of files) {
          const now = fit.get(path);
          for (const { level, tokens } of levels)
            if (UTILITY[level] > (now ? UTILITY[now.level] : 0))
              expect(tokens - (now?.tokens ?? 0)).toBeGreaterThan(left);
        }
      }),
    );
  });

  it('does not depend on the order of the files', () => {
    fc.assert(
      fc.property(
        someFiles,
        fc.integer({ min: 0, max: 30_000 }),
        fc.infiniteStream(fc.nat()),
        (files, room, random) => {
          const shuffled = files
            .map((each) => ({ each, at: random.next().value as number }))
            .sort((one, other) => one.at - other.at)
            .map(({ each }) => each);
          expect(shown(fitterOf(shuffled)(room))).toEqual(shown(fitterOf(files)(room)));
        },
      ),
    );
  });
});

describe('namesReserve', () => {
  it('is 12 tokens per file, at most a tenth of the budget', () => {
    expect(namesReserve(10, 8_000)).toBe(120);
    expect(namesReserve(10_000, 8_000)).toBe(800);
    expect(namesReserve(10, 1)).toBe(0);
  });
});
