import { expect, test } from 'vitest';
import { measure, engineWith, workspaceWith } from '../../../tests/workspaceInTests';
import { path } from '../../../tests/repoPathInTests';
import type { FileContent } from '../../core/files/fileContent';

test('setting a mode asks before it ticks a file whose name suggests secrets', async () => {
  const { engine, tell } = engineWith({});
  const workspace = workspaceWith(engine);
  const [secret, plain] = [path('.env'), path('a.ts')];
  await workspace.open();
  tell({
    kind: 'entries',
    entries: [
      { id: 1, path: plain, kind: 'file' },
      { id: 2, path: secret, kind: 'file', leftOut: { source: 'sensitive', rule: '.env' } },
    ],
  });
  const nodes = [plain, secret].flatMap((at) => workspace.tree.byPath(at) ?? []);
  workspace.choices.setMode(nodes, 'skeleton');
  workspace.choices.setMask(secret, [{ symbol: 'a', level: 'def' }], 'Show a');
  expect(workspace.choices.question).toMatchObject({ kind: 'sensitive', paths: [secret] });
  expect(workspace.composition.paths).toEqual([plain]);
});

test('asks one question after another', async () => {
  const { engine, tell } = engineWith({});
  const workspace = workspaceWith(engine);
  await workspace.open();
  const large = path('large.bin');
  const secret = path('.env');
  const content: FileContent = { kind: 'unread', reason: 'large', tokens: 9, block: measure };
  tell({
    kind: 'entries',
    entries: [
      { id: 1, path: large, kind: 'file' },
      { id: 2, path: secret, kind: 'file', leftOut: { source: 'sensitive', rule: '.env' } },
    ],
  });
  tell({ kind: 'indexed', files: [{ id: 1, size: 40, modified: 0, content, checked: true }] });

  await workspace.view.toggleTicks([large, secret].flatMap((one) => workspace.tree.byPath(one) ?? []));
  expect(workspace.choices.question).toMatchObject({ kind: 'large', paths: [large] });
  workspace.choices.answer(true);
  expect(workspace.composition.undoName).toBe('Select 1 large file');
  expect(workspace.choices.question).toMatchObject({ kind: 'sensitive', paths: [secret] });
  workspace.choices.answer(true);
  expect(workspace.choices.question).toBeUndefined();
  expect(workspace.composition.paths).toEqual([secret, large]);
});
