import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import { engineWith, workspaceWith } from '../../../../tests/workspaceInTests';
import { path } from '../../../../tests/repoPathInTests';
import type { FileSearchNews, FoundFile } from '../../../app/ports/engine';
import SearchPanel from './SearchPanel.svelte';

const found = (name: string, count: number): FoundFile => ({
  path: path(name),
  lines: Array.from({ length: count }, (_, at) => ({
    ...{ line: at + 1, text: `line ${at + 1} of ${name}`, isCut: false, marks: [0, 4] },
  })),
  matches: count,
});

/** The panel over a search that the test answers. */
async function showPanel() {
  let news: (news: FileSearchNews) => void = () => undefined;
  const { engine } = engineWith({
    searchFiles(_, onNews) {
      news = (told) => void onNews(told);
      return new Promise(() => undefined);
    },
  });
  const workspace = workspaceWith(engine);
  const opened: unknown[] = [];
  const box = document.createElement('div');
  box.style.cssText = 'block-size: 500px; inline-size: 360px';
  document.body.replaceChildren(box);
  const view = await render(SearchPanel, {
    target: box,
    props: { workspace, onshow: (...shown: unknown[]) => opened.push(shown), onclose: () => undefined },
  });
  workspace.fileSearch.set({ text: 'line' });
  void workspace.fileSearch.search();
  const list = () => view.getByRole('tree').element() as HTMLElement;
  return {
    ...view,
    list,
    opened,
    find: (...files: FoundFile[]) => news({ files, searched: 1, total: 9 }),
    active: () => list().querySelector('.active')?.textContent.trim(),
  };
}

test('the active line and the lines in view stay in place when files are found above them', async () => {
  const panel = await showPanel();
  panel.find(found('m.ts', 2_000));
  await panel.getByText('line 3 of m.ts').click();
  expect(panel.opened).toEqual([[path('m.ts'), 3]]);
  panel.list().focus();
  await userEvent.keyboard('{End}{ArrowUp}');
  await expect.poll(panel.active).toContain('line 1999 of m.ts');
  const top = () => panel.list().querySelector('.active')?.getBoundingClientRect().top;
  const before = top();
  panel.find(found('a.ts', 50), found('z.ts', 1), { ...found('m.ts', 1), matches: 0 });
  await expect.element(panel.getByText('2,051 matches in 3 files')).toBeVisible();
  await expect.poll(panel.active).toContain('line 1999 of m.ts');
  await expect.poll(top).toBe(before);
});

test('files fold by the keyboard, and the active row is always one of those shown', async () => {
  const panel = await showPanel();
  panel.find(found('a.ts', 3), found('b.ts', 2));
  await expect.element(panel.getByText('line 1 of a.ts')).toBeVisible();
  panel.list().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowLeft}');
  await expect.poll(panel.active).toContain('a.ts');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(panel.getByText('line 1 of a.ts')).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}');
  expect(panel.opened).toEqual([[path('b.ts'), 1]]);
  await userEvent.keyboard('{Home}{ArrowRight}');
  await expect.element(panel.getByText('line 1 of a.ts')).toBeVisible();
});
