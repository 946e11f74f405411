import { tick } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import { Composition } from '../../../app/composition/composition.svelte';
import { FileView, type FileViewSource } from '../../../app/files/fileView.svelte';
import type { BlockLines, MeasuredViews, SymbolInfo, ViewsWanted } from '../../../app/ports';
import { Slices } from '../../../app/slices/slices';
import { FileTree } from '../../../app/tree/fileTree';
import type { TreeNode } from '../../../app/tree/treeNode';
import { viewKey, type MaskEntry, type ViewRequest } from '../../../core/compose/block';
import type { ContentHash, FileContent } from '../../../core/files/fileContent';
import type { RepoPath } from '../../../core/files/repoPath';
import { DEFAULT_RULES, effectiveView } from '../../../core/items/power';
import { createSlice } from '../../../core/slices/createSlice';
import type { CustomSlice } from '../../../core/slices/customSlice';
import { resolveSlices } from '../../../core/slices/resolveSlices';
import FilePanel from './FilePanel.svelte';

const STORE = [
  'class Store {',
  '  get() {',
  '    return 1;',
  '  }',
  '}',
  'function open() {',
  '  return 2;',
  '}',
];
const SYMBOLS = [
  symbol('Store', 'Class', 1, 5),
  symbol('Store.get', 'Method', 2, 4),
  symbol('open', 'Func', 6, 8),
];
/** Milliseconds that the first load of the editor may take on a busy machine. */
const LOADING = 30_000;
const PATH = 'src/store.ts' as RepoPath;

/** The workspace's part: files of lines, of which a mask shows its symbols whole. */
class FakeWorkspace implements Omit<FileViewSource, 'slices'> {
  readonly composition = new Composition(() => undefined);
  readonly tree = new FileTree();
  readonly contents = new SvelteMap<RepoPath, FileContent>();
  readonly lines = new Map<RepoPath, readonly string[]>();
  readonly cut = new Map<number, number>();
  readonly asked: ViewsWanted[] = [];
  readonly ticked: TreeNode[] = [];
  readonly gone = { nowAt: (path: RepoPath) => path };
  readonly revision = 0;
  readonly summaries = { standingOf: () => ({ state: 'absent' }) as const };
  readonly view = {
    toggleTicks: async (nodes: readonly TreeNode[]): Promise<void> => {
      this.ticked.push(...nodes);
    },
  };

  put(path: RepoPath, lines: readonly string[]): void {
    this.lines.set(path, lines);
    const block = { tokens: 90, tokensAsLast: 90, bytes: 1, lines: lines.length + 7 };
    const hash = lines.join() as ContentHash;
    const common = {
      kind: 'text',
      lines: lines.length,
      tokens: 80,
      encoding: 'utf-8',
      warnings: [],
    } as const;
    this.contents.set(path, { ...common, hash, block });
    this.tree.addEntries([{ id: this.lines.size, path, kind: 'file' }]);
  }

  contentOf(path: RepoPath): FileContent | undefined {
    return this.contents.get(path);
  }

  viewOf(path: RepoPath): ViewRequest | undefined {
    const item = this.composition.item(path);
    return item && effectiveView(item, DEFAULT_RULES);
  }

  async lookInto(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]> {
    this.asked.push(...wanted);
    return wanted.map(({ path, views, symbols }) => {
      const lines = this.lines.get(path);
      if (lines === undefined) return { path, hash: undefined, views: [] };
      return {
        path,
        hash: lines.join() as ContentHash,
        views: views.map((view) => ({
          key: viewKey(view),
          block: { tokens: 33, tokensAsLast: 33, bytes: 1, lines: lines.length + 7 },
          gaps: view.mode === 'masked' ? gapsAround(view.mask, lines.length) : [],
          notes: [],
          ...(view.mode === 'custom' && {
            slices: resolveSlices({ lines, fileHash: lines.join() }, view.slices, new Map()),
          }),
        })),
        ...(symbols && { symbols: { symbols: lines === STORE ? SYMBOLS : [], note: 'no grammar for .xyz' } }),
      };
    });
  }

  async readLines({ path }: { readonly path: RepoPath }, from: number, to: number): Promise<BlockLines> {
    const body = ['### `file`', '', '```ts', ...(this.lines.get(path) ?? []), '```'].slice(from, to);
    return { texts: body, cut: body.map((_, at) => this.cut.get(from + at - 3) ?? 0) };
  }

  readonly choices = {
    setSlices: (slicesByPath: ReadonlyMap<RepoPath, readonly CustomSlice[]>, name: string): void => {
      const items = Array.from(slicesByPath, ([path, customSlices]) => {
        const viewMode = customSlices.length > 0 ? ('custom' as const) : ('full' as const);
        return [path, { ...this.composition.newItem(path), customSlices, viewMode }] as const;
      });
      this.composition.apply({ items: new Map(items) }, name);
    },
    setMask: (path: RepoPath, astMask: readonly MaskEntry[], name: string): void => {
      const item = { ...this.composition.newItem(path), astMask, viewMode: 'masked' as const };
      this.composition.apply({ items: new Map([[path, item]]) }, name);
    },
  };
}

/** Slices of the fake workspace are made as the engine makes them, of the lines there are now. */
class SlicedWorkspace extends FakeWorkspace {
  /** What the engine waits for before it makes slices. */
  busy: Promise<void> = Promise.resolve();
  readonly slices = new Slices({
    engine: {
      anchorSlices: async (path, wanted) => {
        await this.busy;
        const lines = this.lines.get(path);
        return lines && wanted.map((lineRange) => createSlice({ lines, fileHash: lines.join() }, lineRange));
      },
    },
    ...{ composition: this.composition, choices: this.choices },
    lookInto: (wanted) => this.lookInto(wanted),
  });
}

let workspace: SlicedWorkspace;
let file: FileView;
let shownInPreview: string[];

beforeEach(async () => {
  await page.viewport(900, 500);
  workspace = new SlicedWorkspace();
  workspace.put(PATH, STORE);
  file = new FileView(workspace);
  shownInPreview = [];
  document.body.style.height = '480px';
  const { container, rerender } = await render(FilePanel, {
    ...{ file, visible: true, part: 'symbols' },
    onpart: (part: 'symbols' | 'slices') => void rerender({ part }),
    onpreview: (path: RepoPath) => shownInPreview.push(path),
  });
  container.style.height = '480px';
});

describe('the code', () => {
  it('waits for a file to be chosen', async () => {
    await expect.element(page.getByText('Choose a file')).toBeVisible();
    expect(workspace.asked).toEqual([]);
  });

  it('is the text of the file alone, with numbers and styles of its own', async () => {
    file.open(PATH);
    await expect.poll(codeLines, { timeout: LOADING }).toEqual(STORE);
    expect(codeRoot().querySelector('.cm-lineNumbers')?.textContent).toContain('8');
    expect(getComputedStyle(codeRoot().querySelector('.cm-gutters') ?? document.body).position).toBe(
      'sticky',
    );
    for (const fact of ['TypeScript', '8 lines', '80 tokens', 'not in the document'])
      await expect.element(page.getByText(fact, { exact: true })).toBeVisible();
  });

  it('follows the file on the disk', async () => {
    file.open(PATH);
    await expect.poll(codeLines, { timeout: LOADING }).toEqual(STORE);
    workspace.put(PATH, ['changed']);
    await expect.poll(codeLines, { timeout: LOADING }).toEqual(['changed']);
    await expect.element(page.getByText('no grammar for .xyz')).toBeVisible();
  });

  it('says how much of a long line is not there', async () => {
    workspace.cut.set(1, 5_000);
    file.open(PATH);
    await expect.poll(() => codeLines()[1], { timeout: LOADING }).toBe('  get() { … 5,000 more characters');
  });

  it('is cut where a file is too long for the screen', async () => {
    workspace.put(
      PATH,
      Array.from({ length: 20_500 }, (_, at) => `line ${at + 1}`),
    );
    file.open(PATH);
    await expect
      .element(page.getByText('Only the first 20,000 of 20,500 lines are shown here'))
      .toBeVisible();
  });

  it('gives way to the reason where there is none', async () => {
    const block = { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 1 };
    workspace.contents.set(PATH, { kind: 'binary', reason: 'NUL in the first bytes', block });
    file.open(PATH);
    await expect.element(page.getByText('Only a notice goes in: NUL in the first bytes')).toBeVisible();
    expect(workspace.asked).toEqual([]);
    file.open('gone.ts' as RepoPath);
    await expect.element(page.getByText('This file cannot be read')).toBeVisible();
  });

  it('highlights what it has a language for', async () => {
    file.open(PATH);
    await expect
      .poll(() => [...codeRoot().querySelectorAll('.cm-line span')].map((span) => span.textContent))
      .toContain('class');
  });
});

describe('the symbols', () => {
  beforeEach(async () => {
    file.open(PATH);
    await expect.element(page.getByRole('listbox', { name: 'Symbols' })).toBeVisible();
  });

  it('are listed with kind, lines and depth', async () => {
    const names = page
      .getByRole('option')
      .elements()
      .map((element) => element.getAttribute('aria-label'));
    expect(names).toEqual([
      'Store, class, lines 1 to 5',
      'Store.get, method, lines 2 to 4',
      'open, func, lines 6 to 8',
    ]);
    const left = (name: RegExp): number =>
      page.getByRole('option', { name }).element().querySelector('.name')?.getBoundingClientRect().left ?? 0;
    expect(left(/^Store.get,/)).toBeGreaterThan(left(/^Store,/));
  });

  it('are chosen by keys; what is not chosen is dimmed', async () => {
    focusList();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}d');
    expect(workspace.composition.item(PATH)?.astMask).toEqual([{ symbol: 'open', level: 'def' }]);
    expect(workspace.composition.undoName).toBe('Show all of open in store.ts');
    await expect.element(page.getByText('1 of 3 symbols, about 33 tokens')).toBeVisible();
    await expect.poll(dimmedLines, { timeout: LOADING }).toEqual(STORE.slice(0, 5));
    await userEvent.keyboard('{ArrowUp}s');
    await expect
      .element(page.getByRole('option', { name: 'Store.get, method, lines 2 to 4, signature' }))
      .toBeVisible();
    await userEvent.keyboard('h');
    await expect.element(page.getByText('1 of 3 symbols, about 33 tokens')).toBeVisible();
    await userEvent.keyboard('{Backspace}');
    expect(workspace.composition.item(PATH)?.astMask).toEqual([{ symbol: 'open', level: 'def' }]);
    workspace.composition.undo();
    workspace.composition.undo();
    workspace.composition.undo();
    workspace.composition.undo();
    await expect.poll(dimmedLines, { timeout: LOADING }).toEqual([]);
    await expect.element(page.getByText('3 symbols; choose some to show only these')).toBeVisible();
  });

  it('are chosen by a click on a choice, and let go by another', async () => {
    const choice = page.getByRole('option', { name: /^open/ }).element().querySelector('[data-level=sig]');
    await userEvent.click(choice ?? document.body);
    expect(file.levels).toEqual(new Map([['open', 'sig']]));
    await userEvent.click(choice ?? document.body);
    expect(file.levels).toEqual(new Map());
  });

  it('are filtered, keeping those they stand in', async () => {
    await userEvent.fill(page.getByRole('searchbox', { name: 'Filter symbols' }), 'GET');
    await expect.element(page.getByRole('option', { name: /^open/ })).not.toBeInTheDocument();
    expect(page.getByRole('option').elements()).toHaveLength(2);
    await userEvent.fill(page.getByRole('searchbox', { name: 'Filter symbols' }), 'nothing');
    await expect.element(page.getByText('No symbol has this in its name')).toBeVisible();
  });

  it('lead to their place in the code', async () => {
    await expect.poll(codeLines, { timeout: LOADING }).toEqual(STORE);
    focusList();
    await userEvent.keyboard('{End}{Enter}');
    await expect
      .poll(() => codeRoot().querySelector('.cm-activeLine')?.textContent)
      .toBe('function open() {');
  });

  it('can be put away', async () => {
    await page.getByRole('button', { name: 'Symbols' }).click();
    await expect.element(page.getByRole('listbox', { name: 'Symbols' })).not.toBeInTheDocument();
  });
});

describe('slices', () => {
  beforeEach(async () => {
    file.open(PATH);
    await expect.poll(codeLines, { timeout: LOADING }).toEqual(STORE);
  });

  const ranges = (): string[] =>
    workspace.slices
      .of(PATH)
      .map(({ startLine, endLine, tag = '' }) => `${startLine}-${endLine} ${tag}`.trim());

  it('are made of the lines whose numbers are clicked, and named then', async () => {
    press(lineNumber(2));
    press(lineNumber(4), { shiftKey: true });
    await expect.element(page.getByText('3 lines selected')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Tag of slice 1' })).toHaveFocus();
    await userEvent.keyboard('getter{Tab}');
    expect(ranges()).toEqual(['2-4 getter']);
    expect(workspace.composition.item(PATH)?.viewMode).toBe('custom');
    await expect.element(page.getByRole('listitem', { name: 'Slice 1, getter: lines 2–4' })).toBeVisible();
    await expect.poll(markedLines).toEqual(['exact first', 'exact', 'exact last']);
    workspace.composition.undo();
    workspace.composition.undo();
    expect(ranges()).toEqual([]);
    expect(workspace.composition.redoName).toBe('Slice lines 2–4 of store.ts');
  });

  it('are made upwards too, and of a symbol by a key', async () => {
    press(lineNumber(7));
    press(lineNumber(6), { shiftKey: true });
    await page.getByRole('button', { name: /^Make a slice/ }).click();
    await expect.poll(ranges).toEqual(['6-7']);
    await page.getByRole('tab', { name: 'Symbols' }).click();
    focusList();
    await userEvent.keyboard('l');
    await expect.poll(ranges).toEqual(['6-7', '1-5 Store']);
  });

  it('get other lines by their ends in the margin, and by numbers', async () => {
    await workspace.slices.add(PATH, [{ startLine: 2, endLine: 4 }]);
    await expect.poll(markedLines).toEqual(['exact first', 'exact', 'exact last']);
    const end = codeRoot().querySelector('.cm-sliceBar.last');
    if (end === null) throw new Error('no end');
    press(end);
    point('pointermove', lineNumber(7));
    point('pointerup', lineNumber(7));
    await expect.poll(ranges).toEqual(['2-7']);
    await page.getByRole('tab', { name: 'Slices 1' }).click();
    const first = page.getByRole('spinbutton', { name: 'First line of slice 1' });
    await userEvent.fill(first, '6');
    await userEvent.keyboard('{Enter}');
    await expect.poll(ranges).toEqual(['6-7']);
    await userEvent.fill(first, '60');
    await userEvent.keyboard('{Enter}');
    await expect.element(first).toHaveValue(6);
    expect(ranges()).toEqual(['6-7']);
  });

  it('keep what their boxes were given while the engine is still busy with it', async () => {
    await workspace.slices.add(PATH, [{ startLine: 2, endLine: 4 }]);
    await page.getByRole('tab', { name: 'Slices 1' }).click();
    const ready = holdEngine();
    const first = page.getByRole('spinbutton', { name: 'First line of slice 1' });
    const last = page.getByRole('spinbutton', { name: 'Last line of slice 1' });
    await userEvent.fill(first, '3');
    await userEvent.fill(last, '7');
    await userEvent.fill(first, '6');
    await userEvent.fill(first, '3');
    await userEvent.keyboard('{Tab}');
    expect(ranges()).toEqual(['2-4']);
    ready();
    await expect.poll(ranges).toEqual(['3-7']);
    await expect.element(first).toHaveValue(3);
    await expect.element(last).toHaveValue(7);
  });

  it('keep their lines in the boxes where others could not be had', async () => {
    await workspace.slices.add(PATH, [{ startLine: 2, endLine: 4 }]);
    await page.getByRole('tab', { name: 'Slices 1' }).click();
    workspace.lines.set(PATH, ['// new', ...STORE]); // On the disk, and not told yet.
    const last = page.getByRole('spinbutton', { name: 'Last line of slice 1' });
    await userEvent.fill(last, '7');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('store.ts has changed meanwhile');
    await expect.element(last).toHaveValue(4);
  });

  it('leave a file alone that was opened while they were made of another', async () => {
    const other = 'src/other.ts' as RepoPath;
    workspace.put(other, STORE);
    await workspace.slices.add(other, [{ startLine: 1, endLine: 1 }]);
    press(lineNumber(2));
    const ready = holdEngine();
    await page.getByRole('button', { name: /^Make a slice/ }).click();
    file.open(other);
    await expect.element(page.getByRole('tab', { name: 'Slices 1' })).toBeVisible();
    focusList();
    ready();
    await expect.poll(ranges).toEqual(['2-2']);
    await settled();
    await expect.element(page.getByRole('listbox', { name: 'Symbols' })).toHaveFocus();
  });

  it('are not made of lines that have changed since they were shown', async () => {
    press(lineNumber(2));
    workspace.lines.set(PATH, ['// new', ...STORE]); // On the disk, and not told yet.
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('store.ts has changed meanwhile');
    expect(ranges()).toEqual([]);
  });

  it('are reordered and removed', async () => {
    await workspace.slices.add(PATH, [
      { startLine: 1, endLine: 1, tag: 'a' },
      { startLine: 2, endLine: 2, tag: 'b' },
      { startLine: 3, endLine: 3, tag: 'c' },
    ]);
    await page.getByRole('tab', { name: 'Slices 3' }).click();
    await page.getByRole('button', { name: 'Move slice 3 up' }).click();
    expect(ranges()).toEqual(['1-1 a', '3-3 c', '2-2 b']);
    await page.getByRole('button', { name: 'Remove slice 1' }).click();
    await page.getByRole('button', { name: 'Move slice 1 down' }).click();
    expect(ranges()).toEqual(['2-2 b', '3-3 c']);
    await page.getByRole('button', { name: 'Remove slice 2' }).click();
    await page.getByRole('button', { name: 'Remove slice 1' }).click();
    expect(workspace.composition.item(PATH)?.viewMode).toBe('full');
    await expect.element(page.getByText('No slices of this file')).toBeVisible();
  });

  it('say where they went when the file changes, and go there when that is accepted', async () => {
    await workspace.slices.add(PATH, [{ startLine: 2, endLine: 4 }]);
    await page.getByRole('tab', { name: 'Slices 1' }).click();
    workspace.put(PATH, ['// new', '// lines', ...STORE]);
    await expect.element(page.getByRole('listitem', { name: 'Slice 1: lines 4–6, moved' })).toBeVisible();
    expect(ranges()).toEqual(['2-4']);
    await expect.poll(markedLines).toEqual(['moved first', 'moved', 'moved last']);
    await page.getByRole('button', { name: 'Accept the place of slice 1' }).click();
    await expect.poll(ranges).toEqual(['4-6']);
    await expect.element(page.getByText('in place')).toBeVisible();
    workspace.composition.undo();
    await expect.poll(ranges).toEqual(['2-4']);
  });
});

describe('the header', () => {
  it('ticks a file, then leads to it in the preview', async () => {
    file.open(PATH);
    await page.getByRole('button', { name: 'Tick' }).click();
    expect(workspace.ticked.map(({ path }) => path)).toEqual([PATH]);
    workspace.composition.apply({ items: new Map([[PATH, workspace.composition.newItem(PATH)]]) }, 'Tick');
    await expect.element(page.getByText('in the document: full')).toBeVisible();
    await page.getByRole('button', { name: 'Show in preview' }).click();
    expect(shownInPreview).toEqual([PATH]);
  });
});

function symbol(path: string, kind: SymbolInfo['kind'], startLine: number, endLine: number): SymbolInfo {
  return { path, kind, name: path.split('.').at(-1) ?? '', startLine, endLine, signature: path };
}

function gapsAround(mask: readonly MaskEntry[], lines: number): number[] {
  const isShown = (line: number): boolean =>
    mask.some(({ symbol: path, level }) =>
      SYMBOLS.some((s) => level === 'def' && s.path === path && s.startLine <= line && line <= s.endLine),
    );
  return Array.from({ length: lines }, (_, at) => at + 1)
    .filter((line) => !isShown(line))
    .flatMap((line) => [line, line]);
}

function codeRoot(): ShadowRoot | HTMLElement {
  return document.querySelector('[data-ready]')?.shadowRoot ?? document.body;
}

function codeLines(): (string | null)[] {
  return [...codeRoot().querySelectorAll('.cm-line')].map((line) => line.textContent);
}

function dimmedLines(): (string | null)[] {
  return [...codeRoot().querySelectorAll('.cm-line.cm-dropped')].map((line) => line.textContent);
}

/** What the margin shows of slices, line by line. */
function markedLines(): string[] {
  return [...codeRoot().querySelectorAll('.cm-sliceBar')].map((bar) =>
    bar.className.replace('cm-sliceBar ', ''),
  );
}

function lineNumber(line: number): Element {
  const numbers = [...codeRoot().querySelectorAll('.cm-lineNumbers .cm-gutterElement')];
  const found = numbers.find(({ textContent }) => textContent === String(line));
  if (found === undefined) throw new Error(`no line ${line}`);
  return found;
}

function press(target: Element, init: MouseEventInit = {}): void {
  const { left, top, height } = target.getBoundingClientRect();
  const at = { clientX: left + 1, clientY: top + height / 2 };
  target.dispatchEvent(
    new MouseEvent('mousedown', { bubbles: true, composed: true, cancelable: true, ...at, ...init }),
  );
  if (init.shiftKey !== undefined || target.className.includes('cm-gutterElement'))
    point('pointerup', target);
}

function point(type: 'pointermove' | 'pointerup', target: Element): void {
  const { left, top, height } = target.getBoundingClientRect();
  window.dispatchEvent(new PointerEvent(type, { clientX: left + 1, clientY: top + height / 2 }));
}

/** Answers with what lets the engine go on. */
function holdEngine(): () => void {
  let goOn = (): void => undefined;
  workspace.busy = new Promise((resolve) => (goOn = resolve));
  return goOn;
}

/** Everything that waits for nothing but promises and the next update is done. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  await tick();
}

function focusList(): void {
  (page.getByRole('listbox', { name: 'Symbols' }).element() as HTMLElement).focus();
}
