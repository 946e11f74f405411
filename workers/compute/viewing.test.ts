import { expect, it } from 'vitest';
import { buildVocabulary } from '../../.ci/vite/vocabulary.mjs';
import { NO_REFERENCES } from '../../src/core/facts/references';
import type { FactsOutcome } from '../../src/core/facts/outcome';
import type { ContentHash } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import { testFactsReader } from '../../tests/languages/wasmFiles';
import { createComputeApi } from './computeApi';
import type { FactsReader } from './parse';
import { createViewing } from './viewing';
import { noFactsStore, noSummaryStore, noTextStore } from '../../tests/noStores';

const PYTHON = `def f():\n${'    do()\n'.repeat(50)}    return 1\n`;
const TOO_SLOW: FactsOutcome = { kind: 'none', reason: { kind: 'too-slow' } };

function viewingWith(reader: FactsReader) {
  return createViewing({
    reader,
    factsStore: noFactsStore,
    summaryStore: noSummaryStore,
    textStore: noTextStore,
    now: () => '2026-01-31T12:00:00.000Z',
  });
}

function apiWith(reader: FactsReader) {
  return createComputeApi({
    loadVocabulary: (encoding) => Promise.resolve(buildVocabulary(encoding)),
    viewing: viewingWith(reader),
    textStore: noTextStore,
  });
}

const fileOf = () => ({ path: 'a.py' as RepoPath, bytes: new TextEncoder().encode(PYTHON) });

it.each([{ mode: 'summary' } as const, { mode: 'skeleton', keep: 'all' } as const])(
  'a view of a file that took too long counts as it is, not as the one that was measured before: %j',
  async (view) => {
    const before = await apiWith(testFactsReader()).measureViews(
      'o200k_base',
      [{ ...fileOf(), views: [view] }],
      undefined,
    );
    const { hash, views } = before[0] ?? {};
    if (hash === undefined || views?.[0] === undefined) throw new Error('not measured');
    expect(views[0].passing).toBeUndefined();

    const slow = apiWith({ factsOf: () => Promise.resolve(TOO_SLOW) });
    const known = { hash, block: views[0].block };
    const { files } = await slow.render('o200k_base', [{ ...fileOf(), view, known }], undefined);
    const [viewed] = await slow.measureViews('o200k_base', [{ ...fileOf(), views: [view] }], undefined);
    expect(viewed?.views[0]).toMatchObject({ passing: true });
    expect(files[0]?.block).toEqual(viewed?.views[0]?.block);
    expect(files[0]?.block).not.toEqual(known.block);
  },
);

it('keeps facts in memory, but not large ones of many files', async () => {
  const parsed: string[] = [];
  const symbols = Array.from({ length: 150_000 }, () => ({}));
  const viewing = viewingWith({
    factsOf(text) {
      parsed.push(text);
      const facts = {
        symbols: text.startsWith('large') ? symbols : [],
        cuts: [],
        imports: [],
        references: NO_REFERENCES,
      };
      return Promise.resolve({ kind: 'facts', facts } as unknown as FactsOutcome); // only the parts that matter here
    },
  });
  const look = (text: string) =>
    viewing.batch(undefined).factsOf({ path: 'a.py' as RepoPath, text, hash: text as ContentHash });
  for (const text of ['large 1', 'small', 'large 2', 'small', 'large 2', 'large 1']) await look(text);
  expect(parsed).toEqual(['large 1', 'small', 'large 2', 'large 1']);
});
