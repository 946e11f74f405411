import { createRawSnippet } from 'svelte';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import VirtualRows from './VirtualRows.svelte';

const rowHeight = 20;

const row = createRawSnippet((index: () => number) => ({
  render: () => `<button data-index="${index()}">row ${index()}</button>`,
}));

/** A list in a box 400 px high, with functions to read it. */
async function show(props: { count: number; pinned?: number; scrollRow?: number }) {
  const box = document.createElement('div');
  box.style.cssText = 'block-size: 400px; inline-size: 300px';
  document.body.replaceChildren(box);
  const view = await render(VirtualRows, {
    target: box,
    props: { ...props, rowHeight, row, label: 'Rows', role: 'list' },
  });
  const scroller = box.querySelector<HTMLElement>('[role=list]');
  if (scroller === null) throw new Error('The list is not there');
  return {
    ...view,
    scroller,
    mounted: () =>
      [...box.querySelectorAll<HTMLElement>('[data-index]')].map((element) =>
        Number(element.dataset['index']),
      ),
    rowAtTop: () => rowAt(scroller, 1),
    rowAtBottom: () => rowAt(scroller, scroller.clientHeight - 1),
  };
}

function rowAt(scroller: HTMLElement, y: number): number {
  const { left, top } = scroller.getBoundingClientRect();
  const hit = document.elementFromPoint(left + 5, top + y)?.closest<HTMLElement>('[data-index]');
  return Number(hit?.dataset['index']);
}

test('mounts what is in view and a little more', async () => {
  const { mounted } = await show({ count: 100_000 });
  await expect.poll(mounted).toEqual(Array.from({ length: 24 }, (_, i) => i));
});

test('ten million rows: both ends, and any row between, are shown at the top edge', async () => {
  const list = await show({ count: 10_000_000 });
  for (const index of [0, 7, 299_999, 5_000_000, 9_999_000]) {
    list.component.scrollToRow(index, 'start');
    await expect.poll(list.rowAtTop).toBe(index);
  }
  list.component.scrollToRow(9_999_999);
  await expect.poll(list.rowAtBottom).toBe(9_999_999);
});

test('ten million rows: a wheel turn moves by its pixels in the middle', async () => {
  const list = await show({ count: 10_000_000 });
  list.component.scrollToRow(5_000_000, 'start');
  await expect.poll(list.rowAtTop).toBe(5_000_000);
  for (let turn = 1; turn <= 10; turn += 1) {
    list.scroller.scrollTop += 100;
    await expect.poll(list.rowAtTop).toBe(5_000_000 + turn * 5);
  }
});

test('ten million rows: dragging the thumb to a quarter shows the row at a quarter', async () => {
  const list = await show({ count: 10_000_000 });
  await expect.poll(list.rowAtTop).toBe(0);
  list.scroller.scrollTop = (list.scroller.scrollHeight - 400) / 4;
  await expect.poll(list.rowAtTop).toBeGreaterThan(2_000_000);
  expect(list.rowAtTop()).toBeLessThan(3_000_000);
  expect(list.mounted().length).toBeLessThan(40);
});

test('the pinned row stays mounted, with its focus, wherever the list is', async () => {
  const list = await show({ count: 1_000_000, pinned: 3 });
  const focused = list.scroller.querySelector<HTMLElement>('[data-index="3"]');
  focused?.focus();
  for (const index of [50, 700_000, 4, 999_999, 0]) {
    list.component.scrollToRow(index, 'start');
    await expect.poll(list.mounted).toContain(index);
    expect(list.mounted()).toContain(3);
    expect(document.activeElement).toBe(focused);
  }
});

test('starts at the row it is given and keeps it when rows are added', async () => {
  const list = await show({ count: 1_000, scrollRow: 500 });
  await expect.poll(list.rowAtTop).toBe(500);
  await list.rerender({ count: 2_000_000 });
  await expect.poll(() => list.scroller.scrollHeight).toBe(6_000_000);
  expect(list.rowAtTop()).toBe(500);
});

test('shows the last rows when the list has become shorter', async () => {
  const list = await show({ count: 2_000_000, scrollRow: 1_500_000 });
  await expect.poll(list.rowAtTop).toBe(1_500_000);
  await list.rerender({ count: 100 });
  await expect.poll(list.rowAtBottom).toBe(99);
  await list.rerender({ count: 0 });
  await expect.poll(list.mounted).toEqual([]);
});

test('tells which rows are mounted', async () => {
  const list = await show({ count: 1_000, pinned: 500 });
  await expect.poll(() => list.component.mounted()).toEqual({ first: 0, end: 24 });
  list.component.scrollToRow(100, 'start');
  await expect.poll(() => list.component.mounted()).toEqual({ first: 96, end: 124 });
});

test('a hidden list keeps its place', async () => {
  const list = await show({ count: 5_000_000 });
  list.component.scrollToRow(4_000_000, 'start');
  await expect.poll(list.rowAtTop).toBe(4_000_000);
  const box = list.scroller.parentElement;
  if (box === null) throw new Error('The list has no box');
  box.hidden = true;
  await expect.poll(() => list.scroller.clientHeight).toBe(0);
  box.hidden = false;
  await expect.poll(list.rowAtTop).toBe(4_000_000);
});

test('rows below do not move the list', async () => {
  const list = await show({ count: 1_000 });
  await expect.poll(list.rowAtTop).toBe(0);
  let moves = 0;
  Object.defineProperty(list.scroller, 'scrollTop', { get: () => 0, set: () => (moves += 1) });
  await list.rerender({ count: 2_000 });
  await expect.poll(() => list.scroller.scrollHeight).toBe(40_000);
  expect(moves).toBe(0);
});

test('a page is a screenful but one row', async () => {
  const list = await show({ count: 3_000_000, scrollRow: 2_000_000 });
  await expect.poll(list.rowAtTop).toBe(2_000_000);
  list.component.scrollByPage(1);
  await expect.poll(list.rowAtTop).toBe(2_000_019);
  list.component.scrollByPage(-1);
  list.component.scrollByPage(-1);
  await expect.poll(list.rowAtTop).toBe(2_000_000 - 19);
});
