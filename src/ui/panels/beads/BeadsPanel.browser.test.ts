import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import { engineWith, idle, workspaceWith } from '../../../../tests/workspaceInTests';
import { path } from '../../../../tests/repoPathInTests';
import type { IssuesFound } from '../../../app/ports/engine';
import type { Issue } from '../../../core/beads/issue';
import BeadsPanel from './BeadsPanel.svelte';
import { issueState } from './issueState';

const issue = (id: string, more: Partial<Issue> = {}): Issue => ({
  ...{ id, title: `Title of ${id}`, description: '', status: 'open', type: 'task', priority: 2 },
  ...{ created: undefined, closed: undefined, deferredUntil: undefined },
  ...{ isEphemeral: false, isTemplate: false, blockers: [], parents: [], ...more },
});

const FOUND: Extract<IssuesFound, { kind: 'found' }> = {
  ...{ kind: 'found', path: path('.beads/issues.jsonl'), warnings: [] },
  counts: { ready: 210, inProgress: 1, blocked: 3, closed: 1_234 },
  work: {
    ready: [issue('bd-1', { description: 'First line\n  <b>second</b>' }), issue('bd-2')],
    inProgress: [issue('bd-3', { status: 'in_progress' })],
    blocked: [
      { issue: issue('bd-4'), by: ['bd-1', 'bd-3'] },
      { issue: issue('bd-5'), by: ['bd-1'], above: 'bd-4' },
      { issue: issue('bd-6', { status: 'blocked' }), by: [] },
    ],
  },
};

async function shown(found: IssuesFound) {
  let current = found;
  const { engine, tell } = engineWith({ findIssues: () => Promise.resolve(current) });
  const workspace = workspaceWith(engine);
  await workspace.open();
  const screen = await render(BeadsPanel, { workspace });
  return {
    screen,
    workspace,
    change(next: IssuesFound) {
      current = next;
      tell(idle);
    },
  };
}

test('lists the issues with their numbers and what they wait for', async () => {
  const { screen } = await shown(FOUND);
  const items = (name: string) =>
    screen
      .getByRole('region', { name })
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent.replaceAll(/\s+/g, ' ').trim());
  await expect.element(screen.getByRole('heading', { name: 'Ready 210' })).toBeVisible();
  expect(items('Ready')).toEqual(['Title of bd-1 bd-1 task P2', 'Title of bd-2 bd-2 task P2']);
  await expect.element(screen.getByText('208 more issues not listed')).toBeVisible();
  expect(items('In progress')).toHaveLength(1);
  expect(items('Blocked')).toEqual([
    'Title of bd-4 bd-4 task P2 waits for bd-1, bd-3',
    'Title of bd-5 bd-5 task P2 waits for bd-1, like bd-4 above it',
    'Title of bd-6 bd-6 task P2 marked as blocked',
  ]);
});

test('a long list of what an issue waits for is counted', async () => {
  const by = Array.from({ length: 100_000 }, (_, at) => `bd-${at}`);
  const work = { ready: [], inProgress: [], blocked: [{ issue: issue('late'), by }] };
  const { screen } = await shown({ ...FOUND, work });
  await expect
    .element(screen.getByText('waits for bd-0, bd-1, bd-2, bd-3, bd-4, and 99,995 more'))
    .toBeVisible();
});

test('an issue opens to its description, as text, also with the keyboard', async () => {
  const { screen } = await shown(FOUND);
  await screen.getByText('Title of bd-1').click();
  await expect.element(screen.getByText('<b>second</b>')).toBeVisible();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(screen.getByText('No description')).toBeVisible();
});

test('follows the disk, and says what is wrong', async () => {
  const { screen, change } = await shown({ ...FOUND, warnings: ['1 line is odd'] });
  await expect.element(screen.getByText('1 line is odd')).toBeVisible();
  change({ kind: 'unexported' });
  await expect.element(screen.getByText('bd export -o .beads/issues.jsonl')).toBeVisible();
  change({ kind: 'failed', path: path('.beads/issues.jsonl'), reason: 'not readable' });
  await expect.element(screen.getByText('.beads/issues.jsonl: not readable')).toBeVisible();
});

test('the switch is an undoable choice, and a folder without issues is silent unless they are wanted', async () => {
  const { workspace } = await shown({ kind: 'absent' });
  expect(workspace.issues.isOn).toBe(false);
  expect(issueState({ kind: 'absent' }, false)).toBeUndefined();
  workspace.set('beads', 'on');
  expect(workspace.issues.isOn).toBe(true);
  expect(issueState({ kind: 'absent' }, true)).toMatchObject({ isWarning: true });
  workspace.composition.undo();
  expect(workspace.issues.isOn).toBe(false);
  expect(issueState(FOUND, true)).toEqual({ state: '210 ready, 1 in progress, 3 blocked, 1,234 closed' });
});
