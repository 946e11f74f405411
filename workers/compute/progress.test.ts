import { expect, it } from 'vitest';
import { buildVocabulary } from '../../.ci/vite/vocabulary.mjs';
import type { RepoPath } from '../../src/core/files/repoPath';
import { wasmFiles } from '../../tests/languages/wasmFiles';
import { createComputeApi } from './computeApi';
import { createFactsReader } from './parse';
import { createProgress } from './progress';
import { createViewing } from './viewing';
import { noFactsStore, noSummaryStore, noTextStore } from '../../tests/noStores';

function progressAt(clock: { now: number }): { told: number; step(name: string): void } {
  const progress = {
    told: 0,
    step: createProgress(
      () => (progress.told += 1),
      () => clock.now,
    ),
  };
  return progress;
}

it('reports steps, but neither repeated ones nor many at once', () => {
  const clock = { now: 0 };
  const progress = progressAt(clock);
  for (const step of ['a', 'b', 'c']) progress.step(step);
  expect(progress.told).toBe(1);
  clock.now = 1_000;
  progress.step('c');
  expect(progress.told).toBe(1);
  progress.step('d');
  expect(progress.told).toBe(2);
});

it('is reported for each file of a batch that is opened, parsed and counted; parts of a file are one step', async () => {
  const steps: string[] = [];
  const progress = (step: string): void => void steps.push(step);
  const viewing = createViewing({
    reader: createFactsReader(wasmFiles, { progress }),
    factsStore: noFactsStore,
    summaryStore: noSummaryStore,
    textStore: noTextStore,
    now: () => '2026-01-31T12:00:00.000Z',
  });
  const loadVocabulary = (): Promise<Uint8Array> => Promise.resolve(buildVocabulary('o200k_base'));
  const api = createComputeApi({ loadVocabulary, viewing, textStore: noTextStore, progress });
  const script = '<script>let a = 1;</script>\n';
  const files = [
    { path: 'a.py', text: 'def f():\n    return 1\n' },
    { path: 'b.py', text: 'x = 2\n' },
    { path: 'c.vue', text: script + script },
  ].map(({ path, text }) => ({ path: path as RepoPath, bytes: new TextEncoder().encode(text) }));
  await api.measureViews(
    'o200k_base',
    files.map((file) => ({ ...file, views: [{ mode: 'outline' }] })),
    undefined,
  );

  expect(steps.filter((step) => step.startsWith('open'))).toEqual(['open a.py', 'open b.py', 'open c.vue']);
  const parsed = steps.filter((step) => step.startsWith('parse'));
  expect(parsed.length).toBeGreaterThan(3);
  expect(new Set(parsed).size).toBe(3);
  expect(steps.filter((step) => step.startsWith('count'))).toHaveLength(3);
});
