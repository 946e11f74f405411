import { expect, test } from 'vitest';
import { engineWith, idle, indexedText, path, workspaceWith } from '../../../tests/workspaceInTests';
import type { Notice } from '../notify';
import { fitWindow } from './fitWindow';

const file = path('src/a.ts');

async function overBudget() {
  const block = { tokens: 5_000, tokensAsLast: 5_000, bytes: 20_000, lines: 500 };
  const skeleton = { ...block, tokens: 100, tokensAsLast: 100 };
  const { engine, tell } = engineWith({
    measureViews: (wanted) =>
      Promise.resolve(
        wanted.map(({ path: of, views }) => ({
          path: of,
          hash: undefined,
          views: views.map(() => ({ key: '', gaps: [], notes: [], warnings: [], block: skeleton })),
          symbolCount: 1,
        })),
      ),
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  tell({ kind: 'entries', entries: [{ id: 0, path: file, kind: 'file' }] });
  const known = indexedText(0, 'one');
  if (known.content.kind !== 'text') throw new Error('no text');
  tell({ kind: 'indexed', files: [{ ...known, content: { ...known.content, tokens: 5_000, block } }] });
  tell(idle);
  workspace.choices.tick([file], true, 'Tick');
  workspace.setOptions({ budgetTokens: 1_000 }, 'Budget');
  const notices: Notice[] = [];
  await fitWindow(workspace, (notice) => notices.push(notice));
  const undo = () => {
    const offer = notices[0]?.offer;
    if (typeof offer === 'object' && 'run' in offer) offer.run();
  };
  return { workspace, notices, undo };
}

test('shows the largest files as skeletons, and takes that back by the message', async () => {
  const { workspace, notices, undo } = await overBudget();
  expect(workspace.viewOf(file)?.mode).toBe('skeleton');
  expect(notices).toMatchObject([{ kind: 'done', text: '1 file shown as skeleton. Saved 4,900 tokens.' }]);
  undo();
  expect(workspace.viewOf(file)?.mode).toBe('full');
});

test('a later change is not taken back by the message', async () => {
  const { workspace, notices, undo } = await overBudget();
  workspace.setOptions({ task: 'Why?' }, 'Edit task');
  undo();
  expect(workspace.composition.options.task).toBe('Why?');
  expect(notices.at(-1)?.text).toBe('Something else was changed since; undo that first.');
});
