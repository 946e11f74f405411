import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { ScannedEntry } from '../../../../workers/engine/contract';
import { FileTree } from '../../../app/tree/fileTree';
import { TreeView } from '../../../app/tree/treeView.svelte';
import type { ContentHash, FileContent } from '../../../core/files/fileContent';
import type { ViewMeasure } from '../../../app/ports';
import { viewKey } from '../../../core/compose/block';
import type { RepoPath } from '../../../core/files/repoPath';
import type { ViewMode } from '../../../core/items/fileItem';
import type { LeftOut } from '../../../core/ignore/leftOut';
import '../../theme/index.css';
import Tree from './Tree.svelte';

const ignored: LeftOut = { source: 'file', rule: '*.log', file: '.gitignore' as RepoPath, line: 3 };
const block = { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 1 };

beforeEach(async () => {
  await page.viewport(420, 500);
});

describe('the tree for assistive technology', () => {
  it('is one list in the tab order that names its active row', async () => {
    await open({ 'src/a.ts': text(10), 'src/b.ts': text(20), 'readme.md': text(30) });
    const tree = page.getByRole('tree', { name: 'Files' });
    await expect.element(tree).toHaveAttribute('tabindex', '0');
    await expect.element(tree).toHaveAttribute('aria-multiselectable', 'true');
    expect(activeRow()).toHaveAttribute('aria-label', 'src');
    expect(document.querySelectorAll('[role=treeitem] [tabindex], [role=treeitem] button')).toHaveLength(0);
  });

  it('gives every row its level, place, state and name', async () => {
    const { view } = await open({ 'src/a.ts': text(10), 'src/b.ts': text(20), 'readme.md': text(30) });
    view.expandAll();
    await expect.element(row('a.ts')).toHaveAttribute('aria-level', '2');
    await expect.element(row('b.ts')).toHaveAttribute('aria-posinset', '2');
    await expect.element(row('b.ts')).toHaveAttribute('aria-setsize', '2');
    await expect.element(row('b.ts')).toHaveAttribute('aria-checked', 'false');
    await expect.element(row('src')).toHaveAttribute('aria-expanded', 'true');
    await expect.element(row('readme.md')).not.toHaveAttribute('aria-expanded');
    await expect.element(row('b.ts')).toHaveAccessibleDescription('src/b.ts 20 tokens 1 line');
  });

  it('keeps the active row mounted when it is scrolled away', async () => {
    await open(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`file${index}`, text(1)])));
    await userEvent.tab();
    await focusTree();
    await userEvent.keyboard('{End}');
    await expect.element(row('file1999')).toBeInTheDocument();
    const tree = page.getByRole('tree').element();
    tree.scrollTop = 0;
    await expect.element(row('file0')).toBeInTheDocument();
    expect(activeRow()).toHaveAttribute('aria-label', 'file1999');
  });
});

describe('keys', () => {
  it('open, enter, tick and untick', async () => {
    await open({ 'src/a.ts': text(10), 'src/b.ts': text(20) });
    await focusTree();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(activeRow()).toHaveAttribute('aria-label', 'a.ts');
    await userEvent.keyboard(' ');
    await expect.element(row('a.ts')).toHaveAttribute('aria-checked', 'true');
    await expect.element(row('src')).toHaveAttribute('aria-checked', 'mixed');
    await userEvent.keyboard('{ArrowLeft} ');
    await expect.element(row('src')).toHaveAttribute('aria-checked', 'true');
    await userEvent.keyboard(' ');
    await expect.element(row('src')).toHaveAttribute('aria-checked', 'false');
  });

  it('select a range and tick it at once', async () => {
    await open({ a: text(1), b: text(1), c: text(1) });
    await focusTree();
    await userEvent.keyboard('{Home}{Shift>}{ArrowDown}{/Shift} ');
    await expect.element(row('b')).toHaveAttribute('aria-selected', 'true');
    await expect.element(row('b')).toHaveAttribute('aria-checked', 'true');
    await expect.element(row('c')).toHaveAttribute('aria-checked', 'false');
  });

  it('go to a name by its letters', async () => {
    await open({ apple: text(1), banana: text(1), cherry: text(1) });
    await focusTree();
    await userEvent.keyboard('c');
    await expect.poll(activeRow).toHaveAttribute('aria-label', 'cherry');
  });
});

describe('the mouse', () => {
  it('ticks by the box, opens a folder by its row, shows a file', async () => {
    const { shown } = await open({ 'src/a.ts': text(10), 'src/b.ts': text(20) });
    await row('src').click();
    await userEvent.click(part('a.ts', 'box'));
    await expect.element(row('a.ts')).toHaveAttribute('aria-checked', 'true');
    await row('b.ts').click();
    await row('a.ts').click();
    expect(shown).toEqual(['src/b.ts', 'src/a.ts']);
    await userEvent.click(part('src', 'twist'));
    await expect.element(row('src')).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('what rows show', () => {
  it('shows hostile names as text, controls made visible, with a warning', async () => {
    await open({ '<img src=x onerror=alert(1)>"&': text(1), 'a\u202Egnp.js': text(1) });
    await expect.element(row('<img src=x onerror=alert(1)>"&')).toBeInTheDocument();
    expect(document.querySelector('[role=tree] img')).toBeNull();
    const hidden = row('a\\u202egnp.js').element();
    expect(hidden.querySelector('bdi [data-code="U+202E"]')).not.toBeNull();
    expect(hidden.querySelector('.badge.warning')).not.toBeNull();
  });

  it('has tokens of what is ticked and of everything, about where not all is counted', async () => {
    const { tree, view } = await open({
      'src/a.ts': text(3_204),
      'src/b.ts': text(9_900),
      'src/late.ts': undefined,
    });
    tree.markTicked('src/a.ts' as RepoPath, true);
    view.touch();
    await expect.element(row('src')).toHaveTextContent(/3\.2K\s*≈13\.1K/);
    await expect
      .element(row('src'))
      .toHaveAccessibleDescription('src 3,204 tokens in 1 ticked file, about 13,104 tokens in 3 files');
  });

  it('has the symbols of a file once they are known', async () => {
    const content = text(20);
    const { tree, view } = await open({ 'a.ts': content });
    await expect.element(row('a.ts')).toHaveAccessibleDescription('a.ts 20 tokens 1 line');
    if (content.kind === 'text') tree.setSymbols('a.ts' as RepoPath, content.hash, 3);
    view.touch();
    await expect.element(row('a.ts')).toHaveAccessibleDescription('a.ts 20 tokens 1 line, 3 symbols');
  });

  it.each<[string, FileContent, string]>([
    ['binary', { kind: 'binary', reason: 'PNG image', block }, 'PNG image'],
    ['failed', { kind: 'failed', reason: 'it is locked', block }, 'it is locked'],
    ['large', { kind: 'unread', reason: '80 MB', tokens: 9, block }, '80 MB'],
  ])('marks a file as %s, with the reason', async (badge, content, reason) => {
    await open({ file: content });
    await expect
      .element(row('file').getByText(badge))
      .toHaveAttribute('title', expect.stringContaining(reason));
    await expect.element(row('file')).toHaveAccessibleDescription(expect.stringContaining(reason));
  });

  it('dims what is left out and says which rule does it', async () => {
    const { view } = await open({ 'a.ts': text(1), 'b.log': ignored });
    view.setShowLeftOut(true);
    await row('b.log').click();
    const note = page.getByText('ignored by *.log in .gitignore line 3');
    await expect.element(note).toBeVisible();
    expect([...note.element().querySelectorAll('code')].map((code) => code.textContent)).toEqual([
      '*.log',
      '.gitignore',
    ]);
    await expect.element(row('b.log')).toHaveClass(/dim/);
  });

  it('does not move anything while counts come in', async () => {
    const { tree, view } = await open({ 'src/a.ts': undefined, 'src/b.ts': undefined });
    view.expandAll();
    await expect.element(row('a.ts')).toBeInTheDocument();
    const before = boxes();
    tree.setIndexed([indexed(1, text(1_234_567))]);
    view.touch();
    await expect.element(row('a.ts')).toHaveTextContent('1.2M');
    expect(boxes()).toEqual(before);
  });
});

describe('the toolbar', () => {
  it('filters, goes on into the tree with arrow down, and clears with Escape', async () => {
    await open({ 'src/a.ts': text(1), 'docs/b.md': text(1) });
    const box = page.getByRole('searchbox', { name: 'Filter files' });
    await box.fill('b');
    await expect.element(row('src')).not.toBeInTheDocument();
    await expect.element(row('b.md')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('tree')).toHaveFocus();
    await box.click();
    await userEvent.keyboard('{Escape}');
    await expect.element(row('src')).toBeInTheDocument();
    await expect.element(box).toHaveValue('');
  });

  it('sorts, narrows to what is ticked, and shows ignored files', async () => {
    const { view } = await open({ a: text(1), b: text(50), 'c.log': ignored });
    await page.getByRole('button', { name: 'Largest first' }).click();
    expect(view.rows.map((shown) => shown.label)).toEqual(['b', 'a']);
    await page.getByRole('button', { name: 'Show ignored files' }).click();
    await expect.element(row('c.log')).toBeInTheDocument();
    await page.getByRole('button', { name: 'Only what is ticked' }).click();
    await expect.element(page.getByText('Nothing is ticked.')).toBeVisible();
  });

  it('explains what is left out, rule by rule', async () => {
    await open({ a: text(1), 'b.log': ignored, 'c.log': ignored });
    await expect.element(page.getByText('1 file', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: '2 left out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Why is something missing?' });
    await expect
      .element(dialog.getByRole('row').nth(1))
      .toHaveTextContent(/2\s*ignored by \*\.log in \.gitignore line 3\s*b\.log/);
    await dialog.getByRole('button', { name: 'Show ignored files' }).click();
    await expect.element(row('b.log')).toBeInTheDocument();
  });

  it('goes from an example to its row', async () => {
    await open({ 'src/a.ts': text(1), 'src/b.log': ignored });
    await page.getByRole('button', { name: '1 left out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'src/b.log' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.poll(activeRow).toHaveAttribute('aria-label', 'b.log');
    await expect.element(page.getByRole('tree')).toHaveFocus();
  });

  it('says so when closed folders hide all ignored files', async () => {
    await open({ 'src/a.ts': text(1), 'src/b.log': ignored });
    const eye = page.getByRole('button', { name: 'Show ignored files' });
    await expect.element(eye).toHaveAttribute('title', 'Show ignored files (1 entry)');
    await eye.click();
    await expect.element(page.getByText('1 ignored entry in closed folders.')).toBeVisible();
    await page.getByRole('button', { name: 'Go to one' }).click();
    await expect.poll(activeRow).toHaveAttribute('aria-label', 'b.log');
    await expect.element(page.getByText('1 ignored entry in closed folders.')).not.toBeInTheDocument();
  });
});

describe('modes', () => {
  it('shows what a folder hands on, and whose choice the mode of a file is', async () => {
    const { tree, view, setProps } = await open({ 'src/a.ts': text(9), 'src/b.ts': text(9) });
    view.expandAll();
    for (const [path, mode] of [
      ['src/a.ts', 'skeleton'],
      ['src/b.ts', 'outline'],
    ] as const) {
      tree.markTicked(path as RepoPath, true);
      tree.setShownAs(path as RepoPath, { mode, label: mode, tokens: 3 });
    }
    view.touch();
    await setProps({ modes: { strategy: 'auto', folderModes: new Map([['src', 'skeleton']]) } });
    await expect
      .element(row('src').getByText('skeleton'))
      .toHaveAttribute('title', expect.stringContaining('ticked in here is shown as skeleton'));
    await expect
      .element(row('a.ts').getByText('skeleton'))
      .toHaveAttribute('title', expect.stringContaining('like everything in src'));
    await expect
      .element(row('b.ts').getByText('outline'))
      .toHaveAttribute('title', expect.stringContaining('chosen for this file'));
  });

  it('are chosen by arrows, Enter, digits or not at all, and the focus comes back', async () => {
    const { modes } = await open({ 'a.ts': text(1_000), 'b.ts': text(9) });
    const tree = page.getByRole('tree');
    await focusTree();
    for (const [keys, chosen] of [
      ['{Home}{ArrowDown}{Enter}', 'skeleton'],
      ['3', 'outline'],
      ['{Escape}', undefined],
    ] as const) {
      await userEvent.keyboard('{Shift>}{F10}{/Shift}');
      await expect.poll(isInMenu).toBe(true);
      await userEvent.keyboard(keys);
      await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
      await expect.element(tree).toHaveFocus();
      expect(modes.splice(0)).toEqual(chosen === undefined ? [] : [chosen]);
    }
  });

  it('get their numbers without anything moving or losing the focus', async () => {
    const { measure } = await open({ 'a.ts': text(1_000) });
    await focusTree();
    await userEvent.keyboard('{Shift>}{F10}{/Shift}');
    await expect.poll(isInMenu).toBe(true);
    await userEvent.keyboard('{Home}{ArrowDown}');
    const item = page.getByRole('menuitem', { name: /skeleton/ });
    await expect.element(item).toHaveFocus();
    const before = page.getByRole('menu').element().getBoundingClientRect().toJSON();
    measure([
      {
        key: viewKey({ mode: 'skeleton', keep: 'all' }),
        block: { ...block, tokens: 120 },
        gaps: [],
        notes: [],
      },
    ]);
    await expect.element(item).toHaveTextContent('120');
    await expect.element(item).toHaveFocus();
    expect(page.getByRole('menu').element().getBoundingClientRect().toJSON()).toEqual(before);
  });

  it('keep their menu inside the window at the end of the tree', async () => {
    await open(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`file${index}`, text(1)])));
    await focusTree();
    await userEvent.keyboard('{End}{Shift>}{F10}{/Shift}');
    await expect.poll(isInMenu).toBe(true);
    const { top, bottom, left, right } = page.getByRole('menu').element().getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(innerHeight);
    expect(right).toBeLessThanOrEqual(innerWidth);
  });
});

describe('without rows', () => {
  it('says that the folder is empty', async () => {
    await open({});
    await expect.element(page.getByText('This folder is empty.')).toBeVisible();
    expect(document.querySelector('[role=tree]')).toBeNull();
  });

  it('says that it is still being read', async () => {
    await open({}, true);
    await expect.element(page.getByText('Reading the folder…')).toBeVisible();
  });

  it('says that everything is ignored, and offers to show it', async () => {
    await open({ 'a.log': ignored });
    await expect.element(page.getByText('Everything in this folder is ignored: 1 entry.')).toBeVisible();
    await page.getByRole('button', { name: 'Show ignored files' }).last().click();
    await expect.element(row('a.log')).toBeInTheDocument();
  });

  it('says that nothing matches', async () => {
    await open({ a: text(1) });
    await page.getByRole('searchbox').fill('zzz');
    await expect.element(page.getByText('No file matches zzz')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await expect.element(row('a')).toBeInTheDocument();
  });
});

describe('focus files', () => {
  it('are marked by a key or in the menu, and say so', async () => {
    const { focused } = await open({ a: text(1), b: text(1) });
    await focusTree();
    await userEvent.keyboard('{Home}8');
    await expect.element(row('a')).toHaveAccessibleDescription(/Focus file/);
    expect(part('a', 'focus')).toBeVisible();
    await userEvent.keyboard('{Shift>}{F10}{/Shift}');
    await expect.element(page.getByRole('menuitemcheckbox', { name: /Focus/ })).toBeChecked();
    await userEvent.keyboard('8');
    await expect.element(row('a')).not.toHaveAccessibleDescription(/Focus file/);
    await focusTree();
    await userEvent.keyboard('8{Shift>}{ArrowDown}{/Shift}8');
    await expect.element(row('b')).toHaveAccessibleDescription(/Focus file/);
    expect(focused).toEqual([
      [['a'], true],
      [['a'], false],
      [['a'], true],
      [['a', 'b'], true],
    ]);
  });
});

/** Mounts a tree of these files; a value is what is known of the content, or why the file is left out. */
async function open(files: Readonly<Record<string, FileContent | LeftOut | undefined>>, busy = false) {
  const tree = new FileTree();
  const shown: RepoPath[] = [];
  const modes: ViewMode[] = [];
  const focused: (readonly [readonly RepoPath[], boolean])[] = [];
  const measured = Promise.withResolvers<readonly ViewMeasure[]>();
  const view = new TreeView(tree, {
    ontick: (paths, on) => {
      for (const path of paths) tree.markTicked(path, on);
      view.touch();
    },
    onconfirmSensitive: () => undefined,
    onmode: (_, mode) => modes.push(mode),
    onfocus: (nodes, focus) => {
      focused.push([nodes.map(({ path }) => path), focus]);
      for (const { path } of nodes) tree.setFocus(path, focus);
      view.touch();
    },
    onlist: () => Promise.resolve(),
    onfilter: (query) =>
      Promise.resolve(paths.flatMap((path, index) => (path.includes(query) ? [index + 1] : []))),
    onchange: () => undefined,
    nextFrame: (task) => requestAnimationFrame(task),
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
  view.settle();
  document.body.style.height = '500px';
  const { container, rerender } = await render(Tree, {
    workspace: { view, busy },
    onshow: (path: RepoPath) => shown.push(path),
    measuresOf: () => measured.promise,
  });
  container.style.height = '480px';
  return { tree, view, shown, modes, focused, measure: measured.resolve, setProps: rerender };
}

function row(name: string) {
  return page.getByRole('treeitem', { name, exact: true });
}

function part(name: string, which: 'box' | 'twist' | 'focus'): Element {
  const found = row(name).element().querySelector(`[data-part=${which}]`);
  if (found === null) throw new Error(`${name} has no ${which}`);
  return found;
}

function activeRow(): Element | null {
  const id = page.getByRole('tree').element().getAttribute('aria-activedescendant');
  return document.getElementById(id ?? '');
}

/** The keys are the menu's: its first item has the focus, or the menu itself. */
function isInMenu(): boolean {
  return document.activeElement?.closest('[role=menu]') instanceof Element;
}

async function focusTree(): Promise<void> {
  await expect.element(page.getByRole('tree')).toBeInTheDocument();
  (page.getByRole('tree').element() as HTMLElement).focus();
}

function boxes(): number[] {
  return [...document.querySelectorAll('[role=treeitem] > *')].map((part) =>
    Math.round(part.getBoundingClientRect().left),
  );
}

function indexed(id: number, content: FileContent) {
  return { id, size: 1, modified: 0, content, checked: true };
}

function text(tokens: number): FileContent {
  return { kind: 'text', hash: '' as ContentHash, lines: 1, tokens, encoding: 'utf-8', warnings: [], block };
}
