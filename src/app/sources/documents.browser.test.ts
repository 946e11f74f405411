import { expect, test, vi } from 'vitest';
import { engineWith, workspaceWith } from '../../../tests/workspaceInTests';
import { path } from '../../../tests/repoPathInTests';

async function opened() {
  const { engine } = engineWith({ setSection: () => Promise.resolve([]) });
  const cancelDocument = vi.spyOn(engine, 'cancelDocument');
  const workspace = workspaceWith(engine);
  await workspace.open();
  return { documents: workspace.documents, cancelDocument };
}

test('a file that cannot be stored is named, and the others are added', async () => {
  const { documents } = await opened();
  const huge = new File(['x'], 'huge.pdf');
  Object.defineProperty(huge, 'size', { value: 200_000_001 });
  const folder = new File(['x'], 'folder');
  folder.arrayBuffer = () => Promise.reject(new Error('it is no file'));
  await expect(
    documents.add([new File(['a'], 'a.md'), huge, folder, new File(['b'], 'b.md')]),
  ).rejects.toThrow('huge.pdf is larger than 200 MB; folder: it is no file');
  expect(documents.list.map(({ name }) => name)).toEqual(['a.md', 'b.md']);
});

test('leaving out all documents ends their conversion', async () => {
  const { documents, cancelDocument } = await opened();
  documents.addPaths([path('a.pdf'), path('b.pdf')]);
  documents.setAllOn(false);
  expect(cancelDocument.mock.calls).toEqual([['a.pdf'], ['b.pdf']]);
});
