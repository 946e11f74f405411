import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import { engineWith, idle, indexedText, workspaceWith } from '../../../../tests/workspaceInTests';
import { path } from '../../../../tests/repoPathInTests';
import type { ContentProgress, MeasuredViews, RelatedWanted, ViewsWanted } from '../../../app/ports/engine';
import { viewKey } from '../../../core/views/viewRequest';
import RelatedDialog from './RelatedDialog.svelte';

const DONE: ContentProgress = { state: 'done', done: 5, total: 5, failed: 0 };
const NAMES = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'lib/d.ts', 'lib/e.ts'];
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  'uses 1': ['src/b.ts', 'lib/d.ts'],
  'uses 2': ['src/b.ts', 'lib/d.ts', 'lib/e.ts'],
  'usedBy 1': ['src/c.ts'],
  'usedBy 2': ['src/c.ts'],
};

function measured({ path: file, views }: ViewsWanted): MeasuredViews {
  const block = { tokens: 2, tokensAsLast: 2, bytes: 1, lines: 1 };
  return {
    ...{ path: file, hash: undefined },
    views: views.map((view) => ({ key: viewKey(view), block, gaps: [], notes: [], warnings: [] })),
  };
}

/** The dialog for `src/a.ts`, over files of 5 tokens, or 2 as a skeleton. */
async function showDialog(progress = DONE) {
  const asked: RelatedWanted[] = [];
  const { engine, tell } = engineWith({
    measureViews: (wanted) => Promise.resolve(wanted.map(measured)),
    relatedFiles(wanted) {
      asked.push(wanted);
      const found = TARGETS[`${wanted.direction} ${wanted.steps}`] ?? [];
      return Promise.resolve({ paths: now.state === 'reading' ? [] : found.map(path), progress: now });
    },
  });
  let now = progress;
  const workspace = workspaceWith(engine);
  await workspace.open();
  tell({
    kind: 'entries',
    entries: NAMES.map((name, at) => ({ id: at + 1, path: path(name), kind: 'file' })),
  });
  tell({ kind: 'indexed', files: NAMES.map((name, at) => indexedText(at + 1, name)) });
  tell(idle);
  const view = await render(RelatedDialog, {
    ...{ workspace, paths: [path('src/a.ts')], direction: 'uses' as const },
    onclose: () => undefined,
  });
  return {
    ...{ workspace, view, asked },
    tellProgress(next: ContentProgress) {
      now = next;
      workspace.references.receive(next);
    },
  };
}

const options = () =>
  page
    .getByRole('option')
    .elements()
    .filter((element) => element.closest('select') === null)
    .map((element) => `${element.getAttribute('aria-label')} ${element.getAttribute('aria-checked')}`);

it('adds the chosen files as one step, with the tokens shown before', async () => {
  const { workspace } = await showDialog();
  await expect.poll(options).toEqual(['src/b.ts, 5 tokens true', 'lib/d.ts, 5 tokens true']);
  await expect.element(page.getByText('2 files, 10 tokens')).toBeVisible();
  await page.getByLabelText('Steps').selectOptions('two: also what those need');
  await expect.element(page.getByText('3 files, 15 tokens')).toBeVisible();
  await page.getByText('As skeletons').click();
  await expect.element(page.getByText('3 files, 6 tokens')).toBeVisible();
  (page.getByRole('listbox', { name: 'Files to add' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown} ');
  await expect.element(page.getByText('2 of 3 files, 4 tokens')).toBeVisible();
  await page.getByRole('button', { name: 'Add 2 files' }).click();
  expect(workspace.composition.paths).toEqual(['lib/e.ts', 'src/b.ts']);
  expect(workspace.composition.item(path('lib/e.ts'))?.viewMode).toBe('skeleton');
  expect(workspace.composition.undoName).toBe('Add what a.ts needs');
  workspace.composition.undo();
  expect(workspace.composition.paths).toEqual([]);
});

it('offers only files that are not selected yet, and can switch the direction', async () => {
  const { workspace, asked } = await showDialog();
  await expect.poll(options).toHaveLength(2);
  workspace.choices.tick([path('src/b.ts')], true, 'Select');
  await expect.poll(options).toEqual(['lib/d.ts, 5 tokens true']);
  await expect.element(page.getByText('1 more already selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select none' }).click();
  await expect.element(page.getByRole('button', { name: 'Add files' })).toBeDisabled();
  await page.getByRole('combobox', { name: /^Add/ }).selectOptions('what uses a.ts');
  await expect.poll(options).toEqual(['src/c.ts, 5 tokens true']);
  expect(asked.at(-1)).toEqual({ paths: ['src/a.ts'], direction: 'usedBy', steps: 1 });
  workspace.choices.tick([path('src/c.ts')], true, 'Select');
  await expect.element(page.getByText('The only file found is already selected.')).toBeVisible();
});

it('waits until the files are parsed', async () => {
  const { tellProgress } = await showDialog({ ...DONE, state: 'reading', done: 1 });
  await expect.element(page.getByText('Finding files…')).toBeVisible();
  await expect.element(page.getByText('Parsing 1 of 5 files…')).toBeVisible();
  tellProgress(DONE);
  await expect.poll(options).toHaveLength(2);
});
