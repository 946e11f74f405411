import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ContentHash, FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import { viewKey, type ViewRequest } from '../../core/views/viewRequest';
import type { MeasuredViews, ViewsWanted } from '../ports/engine';
import { ViewMeasures } from './viewMeasures';

const BLOCK = { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 1 };
const HASH = 'hash' as ContentHash;
const CONTENT: FileContent = {
  ...{ kind: 'text', hash: HASH, lines: 1, tokens: 1, encoding: 'utf-8', warnings: [] },
  block: BLOCK,
};
const VIEWS: readonly ViewRequest[] = [{ mode: 'skeleton', keep: 'all' }, { mode: 'summary' }];
const PATHS = ['a.ts', 'b.ts', 'c.ts'] as RepoPath[];

function measured({ path, views }: ViewsWanted): MeasuredViews {
  const measures = views.map((view) => ({
    key: viewKey(view),
    block: BLOCK,
    gaps: [],
    notes: [],
    warnings: [],
  }));
  return { path, hash: HASH, views: measures };
}

it('tells of every wanted view once it is known, whatever else is measured in the meantime', async () => {
  const anyFiles = fc.record({
    view: fc.constantFrom(...VIEWS),
    paths: fc.subarray(PATHS, { minLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(anyFiles), fc.array(anyFiles), async (s, shown, beside) => {
      const views = new Map<RepoPath, ViewRequest>();
      const known = new Map<RepoPath, boolean>();
      const show = (path: RepoPath) => {
        const view = views.get(path);
        measures.want(path, view);
        known.set(path, view !== undefined && measures.get(path, CONTENT, view) !== undefined);
      };
      const measures = new ViewMeasures(
        (wanted) => s.schedule(Promise.resolve(wanted.map(measured))),
        (paths) => {
          for (const path of paths) show(path);
        },
      );
      s.scheduleSequence(
        shown.map(({ view, paths }) => () => {
          for (const path of paths) {
            views.set(path, view);
            show(path);
          }
          void measures.fill(() => CONTENT);
          return Promise.resolve();
        }),
      );
      for (const { view, paths } of beside) {
        const wanted = paths.map((path) => ({ path, views: [view] }));
        const { signal } = new AbortController();
        void measures.measure(wanted, () => CONTENT, { signal, onbatch: () => undefined });
      }
      await s.waitAll();
      const filled = measures.fill(() => CONTENT);
      await s.waitFor(filled);
      expect([...known]).toEqual([...views.keys()].map((path) => [path, true]));
    }),
    { numRuns: 500 },
  );
});
