import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import { engineWith, measure, workspaceWith } from '../../../../tests/workspaceInTests';
import { path } from '../../../../tests/repoPathInTests';
import type { App } from '../../../app/app.svelte';
import type { DocumentFacts } from '../../../app/ports/engine';
import { documentKey } from '../../../core/document/block';
import { namesIn } from '../../../core/attachments/reference';
import DocumentsPanel from './DocumentsPanel.svelte';

const PDF: DocumentFacts = { kind: 'converted', format: 'pdf', pages: 12, emptyPages: 3, isSummary: false };
const FACTS: Readonly<Record<string, DocumentFacts>> = {
  'a.pdf': PDF,
  'long.docx': { kind: 'converted', format: 'docx', emptyPages: 0, isSummary: false },
  'broken.pdf': { kind: 'failed', reason: 'it is damaged' },
};

async function shown(...paths: readonly string[]) {
  const { engine, tell } = engineWith({
    setSection: (section, request) =>
      request?.kind !== 'documents' || section !== 'documents'
        ? Promise.resolve([])
        : request.documents.some(({ source }) => source === 'slow.pdf')
          ? new Promise(() => undefined)
          : Promise.resolve(
              request.documents.map(({ source }) => ({
                ...{ key: documentKey(source), title: source, version: 1, hash: source },
                measure: { ...measure, tokens: source === 'long.docx' ? 20_000 : 5 },
                document: FACTS[source] ?? { ...PDF, format: 'text' as const },
              })),
            ),
  });
  const cancelDocument = vi.spyOn(engine, 'cancelDocument');
  const workspace = workspaceWith(engine);
  await workspace.open();
  workspace.documents.addPaths(paths.map(path));
  const app = { notify: () => undefined } as Partial<App> as App; // the panel needs no more
  const screen = await render(DocumentsPanel, { app, workspace, onfile: () => undefined });
  const names = () => workspace.documents.list.map(({ name }) => name);
  return { screen, workspace, names, tell, cancelDocument };
}

test('lists what became of each document', async () => {
  const { screen } = await shown('a.pdf', 'long.docx', 'broken.pdf');
  await expect.element(screen.getByText('PDF, 12 pages')).toBeVisible();
  await expect.element(screen.getByText('3 pages without text, maybe scanned')).toBeVisible();
  await expect.element(screen.getByText('Long. The summary is shorter.')).toBeVisible();
  await expect.element(screen.getByText("Couldn't read it: it is damaged")).toBeVisible();
});

test('documents move, leave, and come back with undo; the focus stays in the list', async () => {
  const { screen, workspace, names } = await shown('a.pdf', 'b.md', 'c.md');
  await screen.getByRole('button', { name: 'Move c.md up' }).click();
  expect(names()).toEqual(['a.pdf', 'c.md', 'b.md']);
  await expect.element(screen.getByRole('button', { name: 'Move c.md up' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(names()).toEqual(['c.md', 'a.pdf', 'b.md']);
  await expect.element(screen.getByRole('button', { name: 'Move c.md down' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Remove b.md' }).click();
  await expect.element(screen.getByRole('button', { name: 'Remove a.pdf' })).toHaveFocus();
  workspace.composition.undo();
  expect(names()).toEqual(['c.md', 'a.pdf', 'b.md']);
  await screen.getByRole('checkbox', { name: 'a.pdf in the document' }).click();
  await expect.element(screen.getByText('Not in the document')).toBeVisible();
  await screen.getByRole('combobox', { name: 'How much of c.md is shown' }).selectOptions('Summary');
  expect(workspace.composition.options.documents).toEqual([
    { source: 'c.md', form: 'summary', isOff: false },
    { source: 'a.pdf', form: 'full', isOff: true },
    { source: 'b.md', form: 'full', isOff: false },
  ]);
});

test('a conversion shows its pages, and can be stopped', async () => {
  const { screen, tell, cancelDocument, workspace } = await shown('slow.pdf');
  await expect.element(screen.getByText('Converting…')).toBeVisible();
  tell({ kind: 'document', source: 'slow.pdf', done: 40, total: 1_000 });
  await expect.element(screen.getByText('Converting page 40 of 1,000…')).toBeVisible();
  await screen.getByRole('button', { name: 'Stop converting slow.pdf' }).click();
  expect(cancelDocument).toHaveBeenCalledWith('slow.pdf');
  expect(workspace.documents.isOn).toBe(false);
});

test('dropped files become attachments', async () => {
  const { screen, workspace, names } = await shown();
  await expect.element(screen.getByText('Jupyter notebooks')).toBeVisible();
  const data = new DataTransfer();
  data.items.add(new File(['text'], 'notes.md'));
  const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
  screen.getByRole('group', { name: 'Documents' }).element().dispatchEvent(drop);
  expect(drop.defaultPrevented).toBe(true);
  await expect.poll(names).toEqual(['notes.md']);
  const [added] = workspace.composition.options.documents;
  expect(namesIn(added?.source ?? '')).toEqual(['notes.md']);
});
