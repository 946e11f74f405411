import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { codeLines, codeRoot, LOADING, PATH, showFilePanel, STORE } from '../../../../tests/panels/filePanel';
import type { RepoPath } from '../../../core/files/repoPath';

type Shown = Awaited<ReturnType<typeof showFilePanel>>;
let shown: Shown;

const CALLER = 'src/caller.ts' as RepoPath;
const OTHER = 'lib/other.ts' as RepoPath;
const MAIN = 'src/main.ts' as RepoPath;

const rows = () =>
  page
    .getByRole('treeitem')
    .elements()
    .map((element) => element.getAttribute('aria-label'));

beforeEach(async () => {
  shown = await showFilePanel();
  const { workspace, file } = shown;
  for (const path of [CALLER, OTHER, MAIN]) workspace.put(path, ['']);
  workspace.links = {
    usedBy: [
      {
        path: CALLER,
        names: [
          { name: 'open', lines: [9, 4] },
          { name: 'Store', lines: [4] },
        ],
      },
      { path: MAIN, names: [] },
    ],
    uses: [{ path: OTHER, names: [{ name: 'read', lines: [7] }] }],
  };
  file.open(PATH);
  await expect.element(page.getByRole('tab', { name: 'Used by', exact: true })).toBeVisible();
});

it('lists the files that use the file, with lines that open them', async () => {
  await page.getByRole('tab', { name: 'Used by' }).click();
  await expect.element(page.getByRole('tab', { name: 'Used by 2' })).toBeVisible();
  await expect.element(page.getByRole('tab', { name: 'Uses 1' })).toBeVisible();
  expect(rows()).toEqual([
    'src/caller.ts, 2 lines',
    'Line 4: open, Store',
    'Line 9: open',
    'src/main.ts, imported',
  ]);
  await page.getByRole('treeitem', { name: 'Line 9: open' }).click();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}');
  await userEvent.keyboard(' ');
  expect(shown.opened).toEqual([[CALLER, 9], [CALLER]]);
  expect(shown.workspace.composition.undoName).toBe(`Select ${CALLER}`);
  await page.getByRole('button', { name: 'Add what uses this…' }).click();
  expect(shown.related).toEqual([[PATH, 'usedBy']]);
});

it('jumps to the lines of the file that use another', async () => {
  await expect.poll(codeLines, { timeout: LOADING }).toEqual(STORE);
  await page.getByRole('tab', { name: 'Uses' }).click();
  await page.getByRole('treeitem', { name: 'Line 7: read' }).click();
  await expect.poll(() => codeRoot().querySelector('.cm-activeLine')?.textContent).toBe('  return 2;');
  await page.getByRole('treeitem', { name: /other/ }).click();
  expect(shown.opened).toEqual([[OTHER]]);
  await expect.element(page.getByText('1 file, in 1 line of this file.')).toBeVisible();
});

it('waits until all files are parsed or the user stops parsing', async () => {
  const { workspace } = shown;
  workspace.tellProgress({ state: 'reading', done: 1, total: 3, failed: 0 });
  await page.getByRole('tab', { name: 'Used by' }).click();
  await expect.element(page.getByText('Finding references…')).toBeVisible();
  await expect.element(page.getByText('Parsing 1 of 3 files…')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.element(page.getByText('some may be missing')).toBeVisible();
  workspace.tellProgress({ state: 'done', done: 3, total: 3, failed: 0 });
  await expect.element(page.getByText('some may be missing')).not.toBeInTheDocument();
  expect(rows()).toHaveLength(4);
});

it('says why there are none', async () => {
  const { workspace, file } = shown;
  workspace.links = { uses: [], usedBy: [] };
  await page.getByRole('tab', { name: 'Used by' }).click();
  await expect.element(page.getByText('No other file in the folder uses this file.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add what uses this…' })).toBeDisabled();
  await page.getByRole('tab', { name: 'Uses 0' }).click();
  await expect.element(page.getByText('This file uses no other file in the folder.')).toBeVisible();
  file.open(OTHER);
  await expect.element(page.getByText('no grammar for .xyz')).toBeVisible();
});

it('says why the links are not known, only for the affected file', async () => {
  const { workspace, file } = shown;
  const answered = Promise.withResolvers<undefined>();
  workspace.onlinks = (path) => (path === PATH ? Promise.reject(new Error('no room')) : answered.promise);
  await page.getByRole('tab', { name: 'Used by' }).click();
  await expect.element(page.getByText("Couldn't find references: no room")).toBeVisible();
  file.open(CALLER);
  await expect.element(page.getByText('Finding references…', { exact: true })).toBeVisible();
  answered.resolve(undefined);
  await expect.poll(() => rows().length).toBe(4);
});
