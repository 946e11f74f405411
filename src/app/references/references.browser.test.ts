import { expect, test } from 'vitest';
import { engineWith, idle, indexedText, workspaceWith } from '../../../tests/workspaceInTests';
import { path } from '../../../tests/repoPathInTests';

test('files are read in the background once they are counted, unless there are too many', async () => {
  let calls = 0;
  const { engine, tell } = engineWith({
    readReferencesAhead() {
      calls += 1;
      return Promise.resolve();
    },
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  tell({ kind: 'entries', entries: [{ id: 0, path: path('a.ts'), kind: 'file' }] });
  tell({ kind: 'indexed', files: [indexedText(0, 'hash')] });
  tell({ ...idle, canceled: true });
  expect(calls).toBe(0);
  tell(idle);
  expect(calls).toBe(1);
  await workspace.references.readAhead(20_000);
  await workspace.references.readAhead(20_001);
  expect(calls).toBe(2);
});
