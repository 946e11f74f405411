import { expect, test } from 'vitest';
import { engineWith, idle, indexedText, path, workspaceWith } from '../../../tests/workspaceInTests';
import type { ContentProgress } from '../ports';

const done: ContentProgress = { state: 'done', done: 1, total: 1, failed: 0 };

test('all files are parsed once they are counted, unless the user has stopped that or they are very many', async () => {
  const calls: boolean[] = [];
  const { engine, tell } = engineWith({
    readReferences(on) {
      calls.push(on);
      return Promise.resolve();
    },
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  tell({ kind: 'entries', entries: [{ id: 0, path: path('a.ts'), kind: 'file' }] });
  tell({ kind: 'indexed', files: [indexedText(0, 'hash')] });
  tell({ ...idle, canceled: true });
  expect(calls).toEqual([]);
  tell(idle);
  expect(calls).toEqual([true]);
  tell({ kind: 'references', progress: { ...done, state: 'stopped' } });
  tell(idle);
  expect(calls).toEqual([true]);
  tell({ kind: 'references', progress: done });
  tell(idle);
  expect(calls).toEqual([true, true]);
  await workspace.references.readAhead(20_000);
  await workspace.references.readAhead(20_001);
  expect(calls).toEqual([true, true, true]);
});
