/** The tree over a list of files, with functions to read it. */
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../src/ui/theme/index.css';
import type { ScannedEntry } from '../../workers/engine/contract';
import type { ViewMeasure } from '../../src/app/ports/engine';
import { FileChanges } from '../../src/app/tree/fileChanges.svelte';
import { TreeView } from '../../src/app/tree/treeView.svelte';
import type { FileContent } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { LeftOut } from '../../src/core/ignore/leftOut';
import { DEFAULT_OPTIONS } from '../../src/core/settings/compositionOptions';
import { defaultItem, type ViewMode } from '../../src/core/items/fileItem';
import { withMark, type FileMark } from '../../src/core/items/fileMarks';
import { modelById } from '../../src/core/tokens/models';
import { tokenText } from '../../src/core/tokens/tokenText';
import { fileTree } from '../fileTreeInTests';
import { lineContent } from '../indexedFile';
import Tree from '../../src/ui/panels/tree/Tree.svelte';

export const ignored: LeftOut = { source: 'file', rule: '*.log', file: '.gitignore' as RepoPath, line: 3 };
export const block = { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 1 };

/** Mounts a tree of these files. Each value is the file's content, or why it is left out. */
export async function openTree(
  files: Readonly<Record<string, FileContent | LeftOut | undefined>>,
  { busy = false, model = 'gpt-5', hasTask = false, likely = [] as readonly string[] } = {},
) {
  await page.viewport(420, 500);
  const tokens = tokenText(modelById(model), 'o200k_base');
  const { tree, items, tick, setItem } = fileTree((changed, when) => {
    changes[when](changed);
  });
  const clock = { now: () => 0, after: () => () => undefined, nextFrame: () => undefined };
  const changes = new FileChanges(items, clock, (task) => requestAnimationFrame(task));
  const shown: RepoPath[] = [];
  const modes: ViewMode[] = [];
  const asked = { prepared: 0 };
  const marked: (readonly [FileMark, readonly RepoPath[], boolean])[] = [];
  const measured = Promise.withResolvers<readonly ViewMeasure[]>();
  const view = new TreeView(tree, {
    ontick: (paths, on) => {
      for (const path of paths) tick(path, on);
      return paths.length;
    },
    ontell: () => undefined,
    onconfirmSensitive: () => undefined,
    onmode: (_, mode) => modes.push(mode),
    onmark: (nodes, mark, on) => {
      marked.push([mark, nodes.map(({ path }) => path), on]);
      for (const { path } of nodes) setItem(withMark(defaultItem(path), mark, on, DEFAULT_OPTIONS));
    },
    onlist: () => Promise.resolve(),
    onfilter: (query) =>
      Promise.resolve(
        tree.pathsOf(paths.flatMap((path, index) => (path.includes(query) ? [index + 1] : []))),
      ),
    onbeforefilter: () => (asked.prepared += 1),
    revision: () => changes.revision,
    endedRuns: () => 1,
    likely: () => ({
      hasTask,
      places: new Map(likely.map((path, place) => [path, place])),
      use: () => () => undefined,
    }),
  });
  const paths = Object.keys(files);
  paths.forEach((path, index) => {
    const value = files[path];
    const leftOut = value !== undefined && 'source' in value ? value : undefined;
    const entry: ScannedEntry = {
      id: index + 1,
      path: path as RepoPath,
      kind: 'file',
      ...(leftOut && { leftOut }),
    };
    tree.addEntries([entry]);
    if (value !== undefined && 'kind' in value) tree.setIndexed([indexed(index + 1, value)]);
  });
  changes.raise();
  document.body.style.height = '500px';
  const { container, rerender } = await render(Tree, {
    workspace: { view, tokens, busy },
    onshow: (path: RepoPath) => shown.push(path),
    measuresOf: () => measured.promise,
  });
  container.style.height = '480px';
  const resize = (width: number) => (container.style.width = `${width}px`);
  return {
    tree,
    tick,
    changes,
    view,
    resize,
    shown,
    modes,
    asked,
    marked,
    measure: measured.resolve,
    setProps: rerender,
  };
}

export function row(name: string) {
  return page.getByRole('treeitem', { name, exact: true });
}

export function part(name: string, which: 'box' | 'twist' | 'focus' | 'mode'): Element {
  const found = row(name).element().querySelector(`[data-part=${which}]`);
  if (found === null) throw new Error(`${name} has no ${which}`);
  return found;
}

export function activeRow(): Element | null {
  const id = page.getByRole('tree').element().getAttribute('aria-activedescendant');
  return document.getElementById(id ?? '');
}

export async function focusTree(): Promise<void> {
  await expect.element(page.getByRole('tree')).toBeInTheDocument();
  (page.getByRole('tree').element() as HTMLElement).focus();
}

export function indexed(id: number, content: FileContent) {
  return { id, size: 1, modified: 0, content, checked: true };
}

/** A text with this many tokens, whose block adds eight more. */
export function text(tokens: number): FileContent {
  return lineContent(tokens, tokens + 8);
}
