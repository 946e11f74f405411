import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import {
  deferred,
  engineWith,
  idle,
  indexedText,
  measure,
  workspaceWith,
  oneText,
} from '../../../../tests/workspaceInTests';
import { path } from '../../../../tests/repoPathInTests';
import type { MeasuredViews } from '../../../app/ports/engine';
import type { Workspace } from '../../../app/workspace.svelte';
import FitDialog from './FitDialog.svelte';

const NAMES = ['a.ts', 'b.ts'];

async function openSelected({ engine, tell }: ReturnType<typeof engineWith>): Promise<Workspace> {
  const workspace = workspaceWith(engine);
  await workspace.open();
  tell({ kind: 'entries', entries: NAMES.map((name, id) => ({ id, path: path(name), kind: 'file' })) });
  tell({ kind: 'indexed', files: NAMES.map((name, id) => indexedText(id, name)) });
  tell(idle);
  workspace.choices.tick(NAMES.map(path), true, 'Tick');
  return workspace;
}

it('counts the views that it measures', async () => {
  const workspace = await openSelected(
    engineWith({ measureViews: () => deferred<readonly MeasuredViews[]>().promise }),
  );
  await render(FitDialog, { app: { notify: () => undefined }, workspace, onclose: () => undefined });
  await expect.element(page.getByRole('status')).toHaveTextContent('Measuring 0 of 2 views…');
});

it('marks the total as an estimate until the texts are measured', async () => {
  const measuring = deferred<typeof measure>();
  let isHeld = false;
  const engine = engineWith({
    measureSection: async (section) => oneText(section, isHeld ? await measuring.promise : measure),
  });
  const workspace = await openSelected(engine);
  workspace.setOptions({ fileTree: 'selected' }, 'Show the tree');
  await render(FitDialog, { app: { notify: () => undefined }, workspace, onclose: () => undefined });
  const status = page.getByRole('status');
  await expect.element(status).toHaveTextContent(/^\d+ tokens of/);
  isHeld = true;
  await page.getByLabelText('Budget in tokens').fill('20');
  await expect.element(status).toHaveTextContent(/^≈\d+ tokens of 20/);
  measuring.resolve(measure);
  await expect.element(status).toHaveTextContent(/^\d+ tokens of 20/);
});
