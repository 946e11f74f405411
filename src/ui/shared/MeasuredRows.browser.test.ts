import { createRawSnippet, flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import MeasuredRows from './MeasuredRows.svelte';
import { listedKeys } from './rowHeights';

const KEYS = Array.from({ length: 10_000 }, (_, at) => `k${at}`);
/** Other than estimated. */
const heightOf = (index: number) => 30 + ((index * 37) % 200);

/** A list in a box 400 px high, with functions to read it. */
async function show(
  props: { keys?: readonly string[]; pinned?: string; overscan?: number; estimate?: number } = {},
) {
  const box = document.createElement('div');
  box.style.cssText = 'block-size: 400px; inline-size: 300px';
  document.body.replaceChildren(box);
  const keys = props.keys ?? KEYS;
  const row = createRawSnippet((index: () => number) => ({
    render: () => `<button data-index="${index()}">row ${index()}</button>`,
    setup: (element) => {
      (element as HTMLElement).style.cssText = `display: block; block-size: ${heightOf(index())}px`;
    },
  }));
  const view = await render(MeasuredRows, {
    target: box,
    props: { estimate: 100, ...props, keys: listedKeys(keys), row, label: 'Rows', role: 'list' },
  });
  const scroller = box.querySelector<HTMLElement>('[role=list]');
  if (scroller === null) throw new Error('The list is not there');
  const topOf = (key: string) => {
    const slot = view.component.elementOf(key);
    return slot && slot.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  };
  return { ...view, box, scroller, topOf, mounted: () => box.querySelectorAll('[data-index]').length };
}

/** Resolves to a number once it has been stable for some frames. */
async function settled(read: () => number): Promise<number> {
  let [last, frames] = [read(), 0];
  while (frames < 5) {
    await new Promise(requestAnimationFrame);
    const now = read();
    frames = now === last ? frames + 1 : 0;
    last = now;
  }
  return last;
}

test('mounts what is in view, one row below the other', async () => {
  const list = await show();
  await expect.poll(() => list.topOf('k3')).toBe(heightOf(0) + heightOf(1) + heightOf(2));
  expect(list.mounted()).toBeLessThan(30);
});

test('scrolls to any row, whatever the heights of the rows around it turn out to be', async () => {
  const list = await show();
  for (const index of [5_000, 9_999, 0, 7_777]) {
    list.component.scrollToKey(`k${index}`, 'nearest');
    await expect
      .poll(() => {
        const top = list.topOf(`k${index}`) ?? -1;
        return top >= -0.5 && top + heightOf(index) <= 400.5;
      })
      .toBe(true);
  }
});

test('the row at the top edge stays in place when rows above it change or appear', async () => {
  const list = await show();
  list.component.scrollToKey('k500', 'start');
  await expect.poll(() => list.topOf('k500')).toBeCloseTo(0, 0);
  list.scroller.scrollTop += 10;
  await expect.poll(() => list.topOf('k500')).toBeCloseTo(-10, 0);
  const before = list.component.elementOf('k499')?.querySelector('button');
  if (before) before.style.blockSize = '333px';
  await expect.poll(() => list.topOf('k499')).toBeCloseTo(-343, 0);
  expect(list.topOf('k500')).toBeCloseTo(-10, 0);
  await list.rerender({ keys: listedKeys(['new', ...KEYS]) });
  flushSync();
  await expect.poll(() => list.topOf('k500')).toBeCloseTo(-10, 0);
});

test('scrolling up by the wheel never jumps, although heights above are unknown', async () => {
  const list = await show();
  list.component.scrollToKey('k5000', 'start');
  await expect.poll(() => list.topOf('k5000')).toBeCloseTo(0, 0);
  for (let turn = 1; turn <= 3; turn += 1) {
    list.scroller.scrollTop -= 100;
    await expect.poll(() => list.topOf('k5000')).toBeCloseTo(100 * turn, 0);
  }
});

test('pages up to the top without skipping a row, although the rows above are far taller than estimated', async () => {
  const list = await show({ overscan: 80, estimate: 20 });
  list.component.scrollToKey('k40', 'start');
  await expect.poll(() => list.topOf('k40')).toBeCloseTo(0, 0);
  const topRow = () => KEYS.findIndex((key, at) => (list.topOf(key) ?? -Infinity) + heightOf(at) > 0);
  let pages = 0;
  for (let row = await settled(topRow); row > 0; pages += 1) {
    list.component.scrollByPage(-1);
    const next = await settled(topRow);
    expect(list.topOf(`k${row}`), `row ${row} on page ${pages}`).toBeLessThanOrEqual(400);
    expect(next).toBeLessThanOrEqual(row);
    row = next;
  }
  expect(list.topOf('k0')).toBe(0);
  expect(pages).toBeGreaterThan(10);
});

test('a row at the top edge that shrinks keeps the same part in view', async () => {
  const list = await show();
  list.component.scrollToKey('k5', 'start'); // It is 215 px high.
  await expect.poll(() => list.topOf('k5')).toBeCloseTo(0, 0);
  list.scroller.scrollTop += 172;
  await expect.poll(() => list.topOf('k5')).toBeCloseTo(-172, 0);
  const button = list.component.elementOf('k5')?.querySelector('button');
  if (button) button.style.blockSize = '50px';
  await expect.poll(() => list.topOf('k5')).toBeCloseTo(-40, 0);
});

test('a pinned row stays mounted out of view', async () => {
  const list = await show({ pinned: 'k2' });
  list.component.scrollToKey('k9000', 'start');
  await expect.poll(() => list.topOf('k9000')).toBeCloseTo(0, 0);
  expect(list.component.elementOf('k2')).toBeDefined();
  expect(list.component.elementOf('k3')).toBeUndefined();
});
