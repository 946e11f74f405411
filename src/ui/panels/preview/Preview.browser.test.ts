import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { FakeEngine, fileBlock, showPreview, taskBlock } from '../../../../tests/panels/preview';
import type { BlockSource } from '../../../core/document/block';

let engine: FakeEngine;

beforeEach(() => {
  engine = new FakeEngine();
});

test('shows the document line by line, with headings and separators', async () => {
  const preview = await showPreview(engine, [fileBlock('a.ts', 2, { lead: '## Files' }), taskBlock]);
  await expect
    .poll(preview.rows)
    .toEqual([
      '## Files',
      '',
      '### `a.ts`',
      '',
      '```text',
      'a.ts:3 v1',
      'a.ts:4 v1',
      '```',
      '',
      '---',
      '',
      '## Task',
      '',
      'Do it.',
    ]);
});

test('without blocks it says how to get some', async () => {
  const preview = await showPreview(engine, []);
  await expect.element(preview.getByText('Select files or write a task')).toBeVisible();
});

test('two million lines: the end, the middle, and few reads', async () => {
  const blocks = Array.from({ length: 2_000 }, (_, i) =>
    fileBlock(`f${i}.ts`, 993, i === 0 ? { lead: '## Files' } : {}),
  );
  const preview = await showPreview(engine, blocks);
  await expect.poll(preview.rows).toContain('### `f0.ts`');
  await preview.region().click();
  await userEvent.keyboard('{End}');
  await expect.poll(() => preview.rows().slice(-2)).toEqual(['f1999.ts:995 v1', '```']);
  preview.component.scrollToBlock('file:f1000.ts');
  await expect.poll(() => preview.rows()[0]).toBe('### `f1000.ts`');
  await userEvent.keyboard('{PageDown}');
  await expect.poll(() => preview.rows()[0]).toBe('f1000.ts:19 v1');
  await userEvent.keyboard('{Home}');
  await expect.poll(() => preview.rows()[0]).toBe('## Files');
  expect(engine.reads.length).toBeLessThan(20);
  expect(preview.box.querySelectorAll('.document-row').length).toBeLessThan(40);
});

test('the bar names the block that is read', async () => {
  const preview = await showPreview(engine, [
    fileBlock('a.ts', 500, { lead: '## Files' }),
    { ...fileBlock('b.ts', 500), exact: false },
  ]);
  await expect.element(preview.getByText('5,000 tokens')).toBeVisible();
  preview.component.scrollToBlock('file:b.ts');
  await expect.element(preview.getByText('≈5,000 tokens')).toBeVisible();
});

test('scrolling on drops reads that have not begun', async () => {
  engine.held = [];
  const blocks = Array.from({ length: 40 }, (_, i) => fileBlock(`f${i}.ts`, 300));
  const preview = await showPreview(engine, blocks);
  for (const { key, title } of blocks) {
    preview.component.scrollToBlock(key);
    await expect.element(preview.getByText(title, { exact: true })).toBeVisible();
  }
  const release = engine.held;
  engine.held = undefined;
  for (const resolve of release) resolve();
  await expect.poll(preview.rows).toContain('f39.ts:3 v1');
  expect(engine.reads.length).toBeLessThan(12);
});

test('a changed file shows its old lines until the new ones are there', async () => {
  const preview = await showPreview(engine, [fileBlock('a.ts', 5)]);
  await expect.poll(preview.rows).toContain('a.ts:3 v1');
  engine.held = [];
  await preview.change([fileBlock('a.ts', 5, { version: '2' })]);
  await expect.poll(() => engine.held?.length).toBe(1);
  expect(preview.rows()).toContain('a.ts:3 v1');
  engine.held[0]?.();
  await expect.poll(preview.rows).toContain('a.ts:3 v2');
});

test('lines that cannot be read say why, and are asked for again when they come back', async () => {
  const failing = engine.readLines;
  let isBroken = true;
  Object.assign(engine, {
    readLines: (source: BlockSource, from: number, to: number) =>
      isBroken ? Promise.reject(new Error('the file is gone')) : failing(source, from, to),
  });
  const preview = await showPreview(engine, [fileBlock('a.ts', 1_000)]);
  await expect.poll(() => preview.rows()[3]).toBe("Couldn't show line 4: the file is gone");
  isBroken = false;
  await preview.region().click();
  await userEvent.keyboard('{End}');
  await expect.poll(preview.rows).toContain('a.ts:1002 v1');
  await userEvent.keyboard('{Home}');
  await expect.poll(preview.rows).toContain('a.ts:3 v1');
});

test('what is read stays in place when files before it are ticked and unticked', async () => {
  const [a, b, c] = [fileBlock('a.ts', 300), fileBlock('b.ts', 300), fileBlock('c.ts', 300)];
  const preview = await showPreview(engine, [b, c]);
  preview.component.scrollToBlock('file:c.ts');
  await expect.poll(() => preview.rows()[0]).toBe('### `c.ts`');
  await preview.change([a, b, c]);
  await expect.poll(() => preview.box.querySelector('[data-row="614"]')).not.toBeNull();
  expect(preview.rows()[0]).toBe('### `c.ts`');
  await preview.change([c]);
  await expect.poll(() => preview.rows()[0]).toBe('### `c.ts`');
});

test('a block folds to one row by the mouse and unfolds by the keyboard', async () => {
  const preview = await showPreview(engine, [
    fileBlock('a.ts', 120, { lead: '## Files' }),
    fileBlock('b.ts', 1),
  ]);
  await preview.getByRole('button', { name: 'Lines of a.ts' }).click();
  await expect
    .poll(preview.rows)
    .toEqual([
      '## Files',
      '',
      'a.ts … 124 lines · 1,200 tokens',
      '### `b.ts`',
      '',
      '```text',
      'b.ts:3 v1',
      '```',
    ]);
  await expect.element(preview.getByRole('button', { name: 'Lines of a.ts' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(preview.rows).toContain('a.ts:3 v1');
});

test('all files fold to one row, and everything folds and unfolds', async () => {
  const preview = await showPreview(engine, [
    fileBlock('a.ts', 120, { lead: '## Files' }),
    fileBlock('b.ts', 80),
    taskBlock,
  ]);
  await preview.getByRole('button', { name: 'Lines of all files' }).click();
  await expect
    .poll(preview.rows)
    .toEqual(['Files … 2 files · 208 lines · 2,000 tokens', '## Task', '', 'Do it.']);
  await preview.getByRole('button', { name: 'Unfold all' }).click();
  await expect.poll(preview.rows).toContain('a.ts:3 v1');
  await preview.getByRole('button', { name: 'Fold all', exact: true }).click();
  await expect.poll(() => preview.rows().length).toBe(5);
});

test('a heading is a button that goes to its file', async () => {
  const revealed: string[] = [];
  const preview = await showPreview(engine, [fileBlock('src/a.ts', 5)], {
    onreveal: (path) => revealed.push(path),
  });
  await preview.getByRole('button', { name: '### `src/a.ts`' }).click();
  expect(revealed).toEqual(['src/a.ts']);
});

test('a focused heading keeps its focus while the list scrolls away and back', async () => {
  const preview = await showPreview(engine, [fileBlock('a.ts', 5_000)]);
  const heading = preview.getByRole('button', { name: '### `a.ts`' });
  await expect.element(heading).toBeVisible();
  (heading.element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.poll(preview.rows).toContain('a.ts:5002 v1');
  await userEvent.keyboard('{Home}');
  await expect.poll(preview.rows).toContain('a.ts:3 v1');
  await expect.element(heading).toHaveFocus();
});

test('a line of 10 MB is cut and says by how much', async () => {
  engine.lines.set('big.js:3', { text: 'x'.repeat(2_000), cut: 10_483_000 });
  const preview = await showPreview(engine, [fileBlock('big.js', 1)]);
  await expect.poll(() => preview.rows()[3]).toMatch(/^x{2000}.*… 10,483,000 more characters/s);
});

test('hostile text stays text, and what is not seen is named', async () => {
  engine.lines.set('a\u202Egnp.js:0', { text: '### `a\\u202Egnp.js`' });
  engine.lines.set('a\u202Egnp.js:3', { text: '<img src=x onerror=alert(1)>\u202E\u200B\0 "quoted" &amp;' });
  const preview = await showPreview(engine, [fileBlock('a\u202Egnp.js', 1)]);
  await expect
    .poll(() => preview.rows()[3])
    .toBe('<img src=x onerror=alert(1)>\u202E\u200B\0 "quoted" &amp;');
  expect(preview.box.querySelector('img')).toBeNull();
  const named = [...preview.box.querySelectorAll<HTMLElement>('.document-row .invisible')].map(
    (piece) => piece.dataset['code'],
  );
  expect(named).toEqual(['U+202E', 'U+200B', 'U+0000']);
  expect(preview.box.querySelector<HTMLElement>('.header .invisible')?.dataset['code']).toBe('U+202E');
});

test('long lines of prose are wrapped, those of code on demand, and what is read stays in place', async () => {
  const long = 'word '.repeat(200);
  engine.lines.set('a.md:5', { text: long });
  engine.lines.set('b.ts:5', { text: long });
  engine.lines.set('b.ts:6', { text: 'x'.repeat(2_000), cut: 1_000_000 });
  const preview = await showPreview(engine, [
    fileBlock('a.md', 100),
    fileBlock('b.ts', 300),
    fileBlock('c.ts', 9),
  ]);
  const heightOf = (title: string, line: number) => {
    const rows = [...preview.box.querySelectorAll<HTMLElement>('.document-row')];
    const heading = rows.findIndex((row) => row.textContent.includes(`### \`${title}\``));
    return heading === -1 ? 0 : (rows[heading + line]?.offsetHeight ?? 0);
  };
  const scroller = preview.region().element();
  await expect.poll(() => heightOf('a.md', 5)).toBeGreaterThan(60);
  expect(heightOf('a.md', 4)).toBe(20);
  preview.component.scrollToBlock('file:b.ts');
  await expect.poll(() => preview.rows()[0]).toBe('### `b.ts`');
  expect(heightOf('b.ts', 5)).toBe(20);
  expect(scroller.scrollWidth).toBeGreaterThan(scroller.clientWidth * 5);

  await preview.wrap(true);
  await expect.poll(() => heightOf('b.ts', 6)).toBeGreaterThan(200);
  expect(preview.rows()[0]).toBe('### `b.ts`');
  expect(scroller.scrollWidth).toBe(scroller.clientWidth);
  preview.component.scrollToBlock('file:c.ts');
  await expect.poll(() => preview.rows().at(-1)).toBe('```');
  const shown = preview.rows()[0];
  await preview.change([fileBlock('new.ts', 40), ...engine.blocks]);
  await expect.poll(() => preview.box.querySelector('[data-row="460"]')).not.toBeNull();
  expect(preview.rows()[0]).toBe(shown);

  await preview.wrap(false);
  preview.component.scrollToBlock('file:b.ts');
  await expect.poll(() => preview.rows()[5]).toBe(long);
});

test('paging up from the end skips no wrapped lines', async () => {
  for (let line = 3; line < 103; line += 1)
    engine.lines.set(`a.md:${line}`, { text: `line ${line} ${'word '.repeat(200)}` });
  const preview = await showPreview(engine, [fileBlock('a.md', 100)]);
  const frame = () => preview.region().element().getBoundingClientRect();
  const topRow = () =>
    [...preview.box.querySelectorAll<HTMLElement>('.document-row')].find(
      (row) => row.getBoundingClientRect().bottom > frame().top + 1,
    );
  await preview.region().click();
  await userEvent.keyboard('{End}');
  await expect.poll(() => preview.rows().at(-1)).toBe('```');
  for (let page = 0; page < 25; page += 1) {
    const row = topRow();
    const before = row?.getBoundingClientRect().top ?? 0;
    await userEvent.keyboard('{PageUp}');
    await expect.poll(() => topRow()?.dataset['row']).not.toBe(row?.dataset['row']);
    const same = () => preview.box.querySelector(`[data-row="${row?.dataset['row']}"]`);
    await expect
      .poll(() => (same()?.getBoundingClientRect().top ?? NaN) - before)
      .toBeCloseTo(frame().height - 20 - (frame().height % 20), 0);
  }
});
