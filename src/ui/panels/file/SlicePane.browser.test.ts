import { tick } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  codeLines,
  codeRoot,
  focusSymbols,
  LOADING,
  PATH,
  showFilePanel,
  STORE,
} from '../../../../tests/panels/filePanel';
import type { RepoPath } from '../../../core/files/repoPath';

const OTHER = 'src/other.ts' as RepoPath;
let workspace: Shown['workspace'];
let file: Shown['file'];
type Shown = Awaited<ReturnType<typeof showFilePanel>>;

beforeEach(async () => {
  ({ workspace, file } = await showFilePanel());
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
    await expect.element(page.getByText('3 lines selected')).not.toBeInTheDocument();
    workspace.composition.undo();
    workspace.composition.undo();
    expect(ranges()).toEqual([]);
    await expect.element(page.getByText('3 lines selected')).toBeVisible();
    expect(workspace.composition.redoName).toBe('Slice lines 2–4 of store.ts');
  });

  it('are made upwards too, and of a symbol by a key', async () => {
    press(lineNumber(7));
    press(lineNumber(6), { shiftKey: true });
    await page.getByRole('button', { name: /^Make slice/ }).click();
    await expect.poll(ranges).toEqual(['6-7']);
    await page.getByRole('tab', { name: 'Symbols' }).click();
    focusSymbols();
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

  it('are back at their lines in the margin where a drag could not be kept', async () => {
    await workspace.slices.add(PATH, [{ startLine: 2, endLine: 4 }]);
    await expect.poll(markedLines).toEqual(['exact first', 'exact', 'exact last']);
    workspace.lines.set(PATH, ['// new', ...STORE]); // On the disk, and not told yet.
    const end = codeRoot().querySelector('.cm-sliceBar.last');
    if (end === null) throw new Error('no end');
    press(end);
    point('pointermove', lineNumber(7));
    expect(markedLines()).toHaveLength(6);
    point('pointerup', lineNumber(7));
    await expect.poll(markedLines).toEqual(['exact first', 'exact', 'exact last']);
    expect(ranges()).toEqual(['2-4']);
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

  it('get lines again by numbers where the file has become too short for them', async () => {
    await workspace.slices.add(PATH, [{ startLine: 7, endLine: 8, tag: 'kept' }]);
    await page.getByRole('tab', { name: 'Slices 1' }).click();
    workspace.put(PATH, ['one();', 'two();', 'three();']);
    await expect.element(page.getByText('out of range')).toBeVisible();
    const first = page.getByRole('spinbutton', { name: 'First line of slice 1' });
    const last = page.getByRole('spinbutton', { name: 'Last line of slice 1' });
    await userEvent.fill(last, '3');
    await userEvent.keyboard('{Enter}');
    await expect.poll(ranges).toEqual(['3-3 kept']);
    await userEvent.fill(first, '2');
    await userEvent.keyboard('{Enter}');
    await expect.poll(ranges).toEqual(['2-3 kept']);
    await expect.element(page.getByText('in place')).toBeVisible();
  });

  it('keep their lines in the boxes where others could not be had', async () => {
    await workspace.slices.add(PATH, [{ startLine: 2, endLine: 4 }]);
    await page.getByRole('tab', { name: 'Slices 1' }).click();
    workspace.lines.set(PATH, ['// new', ...STORE]); // On the disk, and not told yet.
    const last = page.getByRole('spinbutton', { name: 'Last line of slice 1' });
    await userEvent.fill(last, '7');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('store.ts has changed.');
    await expect.element(last).toHaveValue(4);
  });

  it('leave a file alone that was opened while they were made of another', async () => {
    const other = 'src/other.ts' as RepoPath;
    workspace.put(other, STORE);
    await workspace.slices.add(other, [{ startLine: 1, endLine: 1 }]);
    press(lineNumber(2));
    const ready = holdEngine();
    await page.getByRole('button', { name: /^Make slice/ }).click();
    file.open(other);
    await expect.element(page.getByRole('tab', { name: 'Slices 1' })).toBeVisible();
    focusSymbols();
    ready();
    await expect.poll(ranges).toEqual(['2-2']);
    await settled();
    await expect.element(page.getByRole('listbox', { name: 'Symbols' })).toHaveFocus();
  });

  it('are not made of lines that have changed since they were shown', async () => {
    press(lineNumber(2));
    workspace.lines.set(PATH, ['// new', ...STORE]); // On the disk, and not told yet.
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('store.ts has changed.');
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
    await expect.element(page.getByText('No slices in this file')).toBeVisible();
  });

  it('say where they went when the file changes, and go there when that is accepted', async () => {
    await workspace.slices.add(PATH, [{ startLine: 2, endLine: 4 }]);
    await page.getByRole('tab', { name: 'Slices 1' }).click();
    workspace.put(PATH, ['// new', '// lines', ...STORE]);
    await expect.element(page.getByRole('listitem', { name: 'Slice 1: lines 4–6, moved' })).toBeVisible();
    expect(ranges()).toEqual(['2-4']);
    await expect.poll(markedLines).toEqual(['moved first', 'moved', 'moved last']);
    await page.getByRole('button', { name: 'Accept new lines of slice 1' }).click();
    await expect.poll(ranges).toEqual(['4-6']);
    await expect.element(page.getByText('in place')).toBeVisible();
    workspace.composition.undo();
    await expect.poll(ranges).toEqual(['2-4']);
  });

  it('are accepted by the click that takes the focus from their new name', async () => {
    await workspace.slices.add(PATH, [{ startLine: 2, endLine: 4 }]);
    await page.getByRole('tab', { name: 'Slices 1' }).click();
    workspace.put(PATH, ['// new', '// lines', ...STORE]);
    await expect.element(page.getByRole('listitem', { name: 'Slice 1: lines 4–6, moved' })).toBeVisible();
    await userEvent.fill(page.getByRole('textbox', { name: 'Tag of slice 1' }), 'getter');
    await page.getByRole('button', { name: 'Accept new lines of slice 1' }).click();
    await expect.poll(ranges).toEqual(['4-6 getter']);
  });

  it('keep a name that is being typed when another file is opened, as one step to undo', async () => {
    await workspace.slices.add(PATH, [{ startLine: 2, endLine: 4 }]);
    await page.getByRole('tab', { name: 'Slices 1' }).click();
    await page.getByRole('textbox', { name: 'Tag of slice 1' }).click();
    await userEvent.keyboard('get it');
    workspace.put(OTHER, STORE);
    file.open(OTHER);
    await expect.element(page.getByRole('textbox', { name: 'Tag of slice 1' })).not.toBeInTheDocument();
    expect(ranges()).toEqual(['2-4 get it']);
    workspace.composition.undo();
    expect(ranges()).toEqual(['2-4']);
  });

  it('leave blanks alone while a name or comment is typed, and drop those at its ends afterwards', async () => {
    await workspace.slices.add(PATH, [{ startLine: 2, endLine: 4 }]);
    await page.getByRole('tab', { name: 'Slices 1' }).click();
    await page.getByRole('textbox', { name: 'Tag of slice 1' }).click();
    await userEvent.keyboard('get it{Backspace}{Backspace}all ');
    await expect.element(page.getByRole('textbox', { name: 'Tag of slice 1' })).toHaveValue('get all ');
    await userEvent.keyboard('{Tab}');
    expect(ranges()).toEqual(['2-4 get all']);
  });

  it('say that it is not sure where they went, whatever the doubt comes from', async () => {
    await workspace.slices.add(PATH, [{ startLine: 2, endLine: 4 }]);
    await page.getByRole('tab', { name: 'Slices 1' }).click();
    workspace.put(PATH, ['class Store {', ...Array.from({ length: 9 }, (_, at) => `${at}`.repeat(9))]);
    await expect.element(page.getByText('1 slice to check')).toBeVisible();
    await expect
      .element(page.getByRole('listitem', { name: 'Slice 1: lines 2–4, partial match' }))
      .toBeVisible();
    await expect.element(page.getByTitle(/match only partly/)).toBeVisible();
  });
});

/** The marks for slices in the margin, line by line. */
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

/** Returns a function that lets the engine continue. */
function holdEngine(): () => void {
  let goOn = (): void => undefined;
  workspace.busy = new Promise((resolve) => (goOn = resolve));
  return goOn;
}

/** Resolves when pending promises and the next update are done. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  await tick();
}
