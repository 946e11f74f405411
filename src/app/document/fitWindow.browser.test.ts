import { expect, test, vi } from 'vitest';
import { engineWith, idle, indexedText, workspaceWith } from '../../../tests/workspaceInTests';
import { path } from '../../../tests/repoPathInTests';
import type { RepoPath } from '../../core/files/repoPath';
import type { Notice } from '../notify';
import { fitWindow } from './fitWindow';

const file = path('src/0.ts');

/** A workspace after `fitWindow`, with this many files of 5,000 tokens (100 as skeletons) over the budget. */
async function fitted({
  files,
  budgetTokens,
  kept = [],
}: {
  files: number;
  budgetTokens: number;
  /** Files that the user keeps in full. */
  kept?: readonly RepoPath[];
}) {
  const paths = Array.from({ length: files }, (_, id) => path(`src/${id}.ts`));
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
  tell({ kind: 'entries', entries: paths.map((each, id) => ({ id, path: each, kind: 'file' })) });
  const indexed = paths.flatMap((each, id) => {
    const known = indexedText(id, each);
    const { content } = known;
    return content.kind === 'text' ? [{ ...known, content: { ...content, tokens: 5_000, block } }] : [];
  });
  tell({ kind: 'indexed', files: indexed });
  tell(idle);
  workspace.choices.tick(paths, true, 'Tick');
  const nodes = kept.flatMap((each) => workspace.tree.byPath(each) ?? []);
  workspace.choices.setMark(nodes, 'forceFull', true);
  workspace.setOptions({ budgetTokens }, 'Budget');
  const notices: Notice[] = [];
  await fitWindow(workspace, (notice) => notices.push(notice));
  const undo = () => {
    const offer = notices[0]?.offer;
    if (typeof offer === 'object' && 'run' in offer) offer.run();
  };
  return { workspace, paths, notices, undo };
}

test('shows the largest files as skeletons, and takes that back by the message', async () => {
  const { workspace, notices, undo } = await fitted({ files: 1, budgetTokens: 1_000 });
  expect(workspace.viewOf(file)?.mode).toBe('skeleton');
  expect(notices).toMatchObject([{ kind: 'done', text: '1 file shown as skeleton. Saved 4,900 tokens.' }]);
  undo();
  expect(workspace.viewOf(file)?.mode).toBe('full');
});

test('a later change is not taken back by the message', async () => {
  const { workspace, notices, undo } = await fitted({ files: 1, budgetTokens: 1_000 });
  workspace.setOptions({ task: 'Why?' }, 'Edit task');
  undo();
  expect(workspace.composition.options.task).toBe('Why?');
  expect(notices.at(-1)?.text).toBe('There is a later change. Undo it first.');
});

test('goes on until the document fits, however many files that takes', async () => {
  const { workspace, paths, notices } = await fitted({ files: 120, budgetTokens: 20_000 });
  const reduced = paths.filter((each) => workspace.viewOf(each)?.mode === 'skeleton');
  expect(reduced.length).toBeGreaterThan(110);
  expect(notices[0]?.kind).toBe('done');
});

test('leaves files alone once the document fits', async () => {
  const { workspace, paths } = await fitted({ files: 3, budgetTokens: 12_000 });
  expect(paths.filter((each) => workspace.viewOf(each)?.mode === 'skeleton')).toHaveLength(1);
});

test('a file that the user keeps in full stays in full', async () => {
  const { workspace, paths } = await fitted({ files: 3, budgetTokens: 1_000, kept: [file] });
  expect(paths.map((each) => workspace.viewOf(each)?.mode)).toEqual(['full', 'skeleton', 'skeleton']);
});

test('with a discussion in the document, its advice names that, too', async () => {
  const { workspace, notices } = await fitted({ files: 1, budgetTokens: 1, kept: [file] });
  expect(notices[0]?.details).toEqual(['Deselect files, or switch to a model with a larger context window.']);
  const { discussions } = workspace.conversation;
  discussions.create().insert(0, discussions.newMessages([{ role: 'User', content: 'Why?' }]), 'Add');
  await vi.waitFor(() => {
    expect(workspace.document.totals.sections.map(({ section }) => section)).toContain('discussion');
  });
  await fitWindow(workspace, (notice) => notices.push(notice));
  expect(notices[1]?.details?.[0]).toMatch(/^Deselect files, compress the discussion, or switch/);
});
