import { expect, it, vi } from 'vitest';
import { path } from '../../../tests/repoPathInTests';
import { engineWith, idle, workspaceWith } from '../../../tests/workspaceInTests';
import type { GitChange, GitState } from '../ports/engine';
import { selectChanged } from '../files/selectChanged';
import type { Notice } from '../notify';

const repository = (changes: readonly GitChange[]): GitState => ({
  ...{ kind: 'repository', branch: 'main', head: '1234567', base: undefined, underWay: undefined },
  ...{ changes, status: [], problems: [] },
});

/** A workspace over these files, and what git says of them, which may be replaced. */
async function opened(files: readonly string[], changes: readonly GitChange[]) {
  let state = repository(changes);
  const { engine, tell } = engineWith({
    gitState: () => Promise.resolve(state),
    gitChangedSince: () => Promise.resolve(changes.map((change) => change.path)),
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  const entries = files.map((name, at) => ({
    ...{ id: at + 1, path: path(name), kind: 'file' as const },
    ...(name.endsWith('.lock') && { leftOut: { source: 'built-in' as const, rule: '*.lock' } }),
  }));
  tell({ kind: 'entries', entries });
  return {
    ...{ workspace, tell },
    become: (next: GitState) => {
      state = next;
    },
  };
}

const CHANGES: readonly GitChange[] = [
  { path: path('src/a.ts'), kind: 'modified' },
  { path: path('x.lock'), kind: 'modified' },
];

it('asks git after each run, and when the repository has changed', async () => {
  const { workspace, tell, become } = await opened(['src/a.ts', 'b.ts'], CHANGES);
  expect(workspace.git.changes).toEqual([]);
  tell(idle);
  await vi.waitFor(() => expect(workspace.git.changeOf(path('src/a.ts'))).toBe(CHANGES[0]));
  expect(workspace.git.isChangedIn('src')).toBe(true);
  expect(workspace.git.changeOf(path('b.ts'))).toBeUndefined();
  become(repository([]));
  tell({ kind: 'git' });
  await vi.waitFor(() => expect(workspace.git.changes).toEqual([]));
  expect(workspace.git.isChangedIn('src')).toBe(false);
});

it('shows only changed files, and follows them', async () => {
  const { workspace, tell, become } = await opened(['src/a.ts', 'b.ts'], CHANGES);
  tell(idle);
  await vi.waitFor(() => expect(workspace.git.changes).toHaveLength(2));
  workspace.view.toggleChanged();
  const shown = () => workspace.view.rows.map(({ node }) => node.path);
  await vi.waitFor(() => expect(shown()).toContain('src/a.ts'));
  expect(shown()).not.toContain('b.ts');
  become(repository([{ path: path('b.ts'), kind: 'untracked' }]));
  tell({ kind: 'git' });
  await vi.waitFor(() => expect(shown()).toEqual(['b.ts']));
  workspace.view.toggleChanged();
  expect(shown()).toContain('src');
});

it('selects what has changed, and names what rules leave out', async () => {
  const { workspace, tell } = await opened(['src/a.ts', 'b.ts', 'x.lock'], CHANGES);
  tell(idle);
  await vi.waitFor(() => expect(workspace.git.changes).toHaveLength(2));
  const told: Notice[] = [];
  await selectChanged(workspace, 'head', (notice) => told.push(notice));
  expect(workspace.composition.paths).toEqual(['src/a.ts']);
  expect(told).toEqual([
    { kind: 'info', text: 'Selected 1 changed file', details: ['Left out by rules: x.lock'] },
  ]);
  await selectChanged(workspace, 'head', (notice) => told.push(notice));
  expect(told.at(-1)?.text).toBe('1 changed file already selected');
});
