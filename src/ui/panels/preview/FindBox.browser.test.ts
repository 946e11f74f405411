import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { FakeEngine, fileBlock, showPreview } from '../../../../tests/panels/preview';
import type { SearchResult } from '../../../app/ports/engine';

let engine: FakeEngine;

beforeEach(() => {
  engine = new FakeEngine();
});

test('a match is searched, shown inside a fold, marked, and left with Escape', async () => {
  const preview = await showPreview(engine, [
    fileBlock('a.ts', 5_000, { lead: '## Files' }),
    fileBlock('b.ts', 5_000),
  ]);
  await preview.getByRole('button', { name: 'Fold all', exact: true }).click();
  await preview.getByRole('searchbox', { name: 'Find in document' }).click();
  await userEvent.keyboard('b.ts:3000');
  await expect.element(preview.getByText('1 of 1')).toBeVisible();
  await expect.poll(() => preview.box.querySelector('mark.current')?.textContent).toBe('b.ts:3000');
  await userEvent.keyboard('{Escape}');
  await expect.element(preview.region()).toHaveFocus();
  await expect.poll(() => preview.box.querySelector('mark')).toBeNull();
});

test('Enter, Shift+Enter and F3 step through the matches and around', async () => {
  const search = async (): Promise<SearchResult> => ({
    matches: [10, 500, 900].map((line) => ({ block: 0, line, column: 0, length: 4 })),
    more: true,
  });
  const preview = await showPreview(engine, [fileBlock('a.ts', 1_000)], { search });
  await preview.getByRole('searchbox').fill('a.ts');
  await expect.element(preview.getByText('1 of 3+')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(preview.getByText('2 of 3+')).toBeVisible();
  await expect.poll(preview.rows).toContain('a.ts:500 v1');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await expect.element(preview.getByText('1 of 3+')).toBeVisible();
  await preview.region().click();
  await userEvent.keyboard('{Shift>}{F3}{/Shift}');
  await expect.element(preview.getByText('3 of 3+')).toBeVisible();
  await expect.poll(preview.rows).toContain('a.ts:900 v1');
});

test('the first match is shown when all matches are above the lines in view', async () => {
  const preview = await showPreview(engine, [fileBlock('a.ts', 1_000)]);
  await preview.region().click();
  await userEvent.keyboard('{End}');
  await expect.poll(preview.rows).toContain('a.ts:1000 v1');
  await preview.getByRole('searchbox').fill('a.ts:30');
  await expect.element(preview.getByText('1 of 1')).toBeVisible();
  await expect.poll(preview.rows).toContain('a.ts:30 v1');
});

test('only the answer to the newest query counts', async () => {
  const answers: ((result: SearchResult) => void)[] = [];
  const search = () => new Promise<SearchResult>((resolve) => answers.push(resolve));
  const preview = await showPreview(engine, [fileBlock('a.ts', 100)], { search });
  await preview.getByRole('searchbox').fill('old');
  await expect.poll(() => answers.length).toBe(1);
  await preview.getByRole('searchbox').fill('new');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.({ matches: [{ block: 0, line: 50, column: 0, length: 3 }], more: false });
  await expect.element(preview.getByText('1 of 1')).toBeVisible();
  answers[0]?.({ matches: [], more: false });
  await userEvent.keyboard('{Enter}');
  await expect.element(preview.getByText('1 of 1')).toBeVisible();
});

test('matches follow the document', async () => {
  const preview = await showPreview(engine, [fileBlock('a.ts', 50), fileBlock('b.ts', 50)]);
  await preview.getByRole('searchbox').fill('b.ts:30');
  await expect.poll(() => preview.box.querySelector('mark.current')?.textContent).toBe('b.ts:30');
  await preview.change([fileBlock('a.ts', 50)]);
  await expect.element(preview.getByText('No matches')).toBeVisible();
});

test('a match is gone to although the document changes all the time', async () => {
  const answers: (() => void)[] = [];
  const search = (): Promise<SearchResult> =>
    new Promise((resolve) =>
      answers.push(() => {
        resolve({ matches: [{ block: 0, line: 500, column: 0, length: 4 }], more: false });
      }),
    );
  const preview = await showPreview(engine, [fileBlock('a.ts', 1_000)], { search });
  let version = 1;
  const stream = setInterval(() => {
    version += 1;
    void preview.change([fileBlock('a.ts', 1_000, { version: String(version) })]);
  }, 30);
  try {
    await preview.getByRole('searchbox').fill('a.ts');
    await expect.poll(() => answers.length).toBe(1);
    const askedAt = version;
    await expect.poll(() => version).toBeGreaterThan(askedAt + 6);
    answers[0]?.();
    await expect.element(preview.getByText('1 of 1')).toBeVisible();
    await expect.poll(() => preview.box.querySelector('[data-row="500"] mark.current')).not.toBeNull();
    await expect.poll(() => answers.length).toBeGreaterThan(1);
  } finally {
    clearInterval(stream);
  }
});

test('matches that come with the document later have a place, and nothing moves', async () => {
  const preview = await showPreview(engine, [fileBlock('a.ts', 50)]);
  await preview.getByRole('searchbox').fill('b.ts:30');
  await expect.element(preview.getByText('No matches')).toBeVisible();
  await preview.change([fileBlock('a.ts', 50), fileBlock('b.ts', 50)]);
  await expect.element(preview.getByText('1 of 1')).toBeVisible();
  expect(preview.rows()[0]).toBe('### `a.ts`');
});

test('matches in a row taller than the list scroll into view one by one, also after wrapping around', async () => {
  const columns = [10, 3_000, 5_900, 5_950];
  engine.lines.set('a.md:50', { text: 'word '.repeat(1_200) });
  engine.lines.set('a.md:70', { text: 'word '.repeat(1_200) });
  const matches = [
    ...columns.map((column) => ({ block: 0, line: 50, column, length: 4 })),
    { block: 0, line: 70, column: 5_900, length: 4 },
  ];
  let found = matches;
  const search = async (): Promise<SearchResult> => ({ matches: found, more: false });
  const preview = await showPreview(engine, [fileBlock('a.md', 100)], { search });
  const isInView = () => {
    const mark = preview.box.querySelector('mark.current')?.getBoundingClientRect();
    const frame = preview.region().element().getBoundingClientRect();
    return mark !== undefined && mark.top >= frame.top && mark.bottom <= frame.bottom;
  };
  await preview.getByRole('searchbox').fill('word');
  const orders = [1, 2, 3, 4, 5, 1, 2, 3];
  for (const [at, order] of orders.entries()) {
    if (at > 0) await userEvent.keyboard('{F3}');
    await expect.element(preview.getByText(`${order} of 5`)).toBeVisible();
    await expect.poll(isInView, { message: `match ${order}` }).toBe(true);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    expect(isInView(), `match ${order}, later`).toBe(true);
  }
  found = matches.slice(-1);
  await preview.getByRole('searchbox').fill('words');
  await expect.element(preview.getByText('1 of 1')).toBeVisible();
  await expect.poll(isInView).toBe(true);
  await preview.region().click();
  await userEvent.keyboard('{Home}{F3}');
  await expect.poll(isInView).toBe(true);
  await userEvent.keyboard('{F3}');
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(isInView()).toBe(true);
});
