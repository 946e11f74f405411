import { expect, it } from 'vitest';
import { textBlock } from '../../core/document/block';
import type { RepoPath } from '../../core/files/repoPath';
import type { Candidate, MeasuredLevel } from './candidates';
import { raisedFit, type MeasuredFit } from './raisedFit';

const level = (tokens: number, name: MeasuredLevel['level']): MeasuredLevel => ({
  ...{ level: name, tokens, tokensAsLast: tokens, view: { mode: 'full' } },
});

/** The texts of a document with only a symbol map. */
const mapOf = (tokens: number): MeasuredFit['texts'] =>
  new Map([['symbolMap', [{ ...textBlock('symbolMap'), tokens, tokensAsLast: tokens }]]]);

const file = (path: string, probability: number, levels: readonly MeasuredLevel[]): Candidate => ({
  ...{ path: path as RepoPath, probability, levels, reasons: [] },
  content: { kind: 'missing', block: { tokens: 0, tokensAsLast: 0, bytes: 0, lines: 0 } },
});

it('tries a step again after a file in full has left the symbol map', async () => {
  const outline = level(100, 'outline');
  const listed = file('listed.ts', 0.9, [outline]);
  const mapped = file('mapped.ts', 0.1, [outline, level(150, 'full')]);
  const measured: string[] = [];
  const measure = (shown: MeasuredFit['shown']): Promise<MeasuredFit> => {
    measured.push([...shown.keys()].join(' '));
    const ofMap = shown.get(mapped.path)?.level === 'full' ? 0 : 400;
    const ofList = shown.has(listed.path) ? 150 : 0;
    const bodies = Array.from(shown.values(), ({ tokens }) => tokens).reduce(
      (sum, tokens) => sum + tokens,
      0,
    );
    const texts = mapOf(ofMap);
    return Promise.resolve({ shown, texts, tokens: 300 + bodies + ofMap + ofList });
  };
  const from = await measure(new Map([[mapped.path, outline]]));
  expect(from.tokens).toBe(800);
  const raised = await raisedFit(from, {
    ...{ files: [listed, mapped], limit: 1_000, perFile: 150, measure },
    mapTokens: () => Promise.resolve(new Map([[mapped.path, 400]])),
    isStopped: () => false,
  });
  expect(measured.slice(1)).toEqual(['mapped.ts listed.ts', 'mapped.ts', 'mapped.ts listed.ts']);
  expect(raised.tokens).toBe(700);
});

it.each([2_100, 2_500, 3_150, 6_000, 20_000])(
  'measures few steps if a symbol map stays at its limit: %i tokens',
  async (limit) => {
    const mapTokens = new Map<RepoPath, number>();
    const files = Array.from({ length: 800 }, (_, id) => {
      const tokens = 60 + ((id * 37) % 81);
      const each = file(`${id}.ts`, 1 / (id + 1), [level(tokens, 'full')]);
      mapTokens.set(each.path, Math.round(tokens * (0.5 + ((id * 13) % 50) / 100)));
      return each;
    });
    let count = 0;
    const measure = (shown: MeasuredFit['shown']): Promise<MeasuredFit> => {
      count += 1;
      let [map, bodies] = [0, 0];
      for (const { path } of files) {
        bodies += shown.get(path)?.tokens ?? 0;
        if (!shown.has(path)) map += mapTokens.get(path) ?? 0;
      }
      map = Math.min(map, 2_000);
      const texts = mapOf(map);
      return Promise.resolve({ shown, texts, tokens: bodies + map });
    };
    const raised = await raisedFit(await measure(new Map()), {
      ...{ files, limit, perFile: 0, measure },
      mapTokens: () => Promise.resolve(mapTokens),
      isStopped: () => false,
    });
    expect(raised.tokens).toBeLessThanOrEqual(limit);
    expect(raised.tokens).toBeGreaterThan(limit - 60 - 0.02 * limit);
    expect(count).toBeLessThanOrEqual(20);
  },
);
