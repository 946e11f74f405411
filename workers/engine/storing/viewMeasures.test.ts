import { expect, test } from 'vitest';
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { createViewMeasures } from './viewMeasures';

const path = 'a.py' as RepoPath;
const hash = 'a'.repeat(64) as ContentHash;
const block = { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 1 };

test('keeps the measures of a file’s latest symbol selections', () => {
  const views = createViewMeasures(undefined, () => Promise.resolve([]));
  const measure = (at: number): void =>
    views.set(path, hash, [{ key: `masked:${at}`, block, gaps: [], notes: [], warnings: [] }]);
  for (let at = 0; at < 1_000; at += 1) measure(at);
  const kept = Array.from({ length: 1_000 }, (_, at) => at).filter((at) =>
    views.get(path, hash, `masked:${at}`),
  );
  expect(kept.length).toBeLessThan(100);
  expect(kept).toContain(999);
});
