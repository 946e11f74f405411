import { createRawSnippet } from 'svelte';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import type { DocumentBlock } from '../../../app/document/documentBlock';
import type { BlockLines, SearchResult } from '../../../app/ports';
import type { BlockRef } from '../../../core/compose/block';
import type { RepoPath } from '../../../core/files/repoPath';
import Preview from './Preview.svelte';

const empty = createRawSnippet(() => ({ render: () => '<p>Nothing ticked</p>' }));

function fileBlock(
  path: string,
  body: number,
  options: { version?: string; lead?: string } = {},
): DocumentBlock {
  return {
    key: `file:${path}`,
    version: options.version ?? '1',
    ref: { kind: 'file', path: path as RepoPath, view: { mode: 'full' } },
    title: path,
    lead: options.lead ?? '',
    lines: body + 4,
    tokens: body * 10,
    exact: true,
  };
}

const taskBlock: DocumentBlock = {
  key: 'section:task',
  version: '1',
  ref: { kind: 'section', section: 'task' },
  title: 'Task',
  lead: '',
  lines: 3,
  tokens: 12,
  exact: true,
};

/** The engine's part: every file line is `path:line version`, unless `lines` has it otherwise. */
class FakeEngine {
  readonly reads: string[] = [];
  readonly lines = new Map<string, { text: string; cut?: number }>();
  blocks: readonly DocumentBlock[] = [];
  held: (() => void)[] | undefined;

  readonly readLines = async (ref: BlockRef, from: number, to: number): Promise<BlockLines> => {
    const key = ref.kind === 'file' ? ref.path : ref.section;
    this.reads.push(`${key} ${from}-${to}`);
    const shown = Array.from({ length: to - from }, (_, i) => this.#line(ref, from + i));
    if (this.held !== undefined) await new Promise<void>((resolve) => this.held?.push(resolve));
    return { texts: shown.map(({ text }) => text), cut: shown.map(({ cut }) => cut ?? 0) };
  };

  /** Finds `path:line` in the only place where it is. */
  readonly search = async (query: string): Promise<SearchResult> => {
    const found = /^(.+):(\d+)$/.exec(query);
    const block = this.blocks.findIndex((other) => other.title === found?.[1]);
    if (block === -1) return { matches: [], more: false };
    return { matches: [{ block, line: Number(found?.[2]), column: 0, length: query.length }], more: false };
  };

  #line(ref: BlockRef, line: number): { text: string; cut?: number } {
    if (ref.kind === 'section') return { text: line === 0 ? '## Task' : line === 1 ? '' : 'Do it.' };
    const block = this.blocks.find((other) => other.title === ref.path);
    const special = this.lines.get(`${ref.path}:${line}`);
    if (special !== undefined || block === undefined) return special ?? { text: '' };
    if (line === 0) return { text: `### \`${ref.path}\`` };
    if (line === 1) return { text: '' };
    if (line === 2) return { text: '```text' };
    if (line === block.lines - 1) return { text: '```' };
    return { text: `${ref.path}:${line} v${block.version}` };
  }
}

let engine: FakeEngine;
let revealed: string[];

beforeEach(() => {
  engine = new FakeEngine();
  revealed = [];
});

async function show(blocks: readonly DocumentBlock[], search = engine.search) {
  const box = document.createElement('div');
  box.style.cssText = 'block-size: 434px; inline-size: 700px';
  document.body.replaceChildren(box);
  engine.blocks = blocks;
  const view = await render(Preview, {
    target: box,
    props: {
      blocks,
      readLines: engine.readLines,
      search,
      empty,
      onreveal: (path: RepoPath) => revealed.push(path),
    },
  });
  return {
    ...view,
    box,
    region: () => view.getByRole('region', { name: 'Document' }),
    async change(next: readonly DocumentBlock[]) {
      engine.blocks = next;
      await view.rerender({ blocks: next });
    },
    /** Texts of the rows inside the visible part, from the first whole one on. */
    rows: () => {
      const frame = box.querySelector('[role=region]')?.getBoundingClientRect();
      if (frame === undefined) return [];
      return [...box.querySelectorAll<HTMLElement>('.document-row')]
        .filter((row) => row.getBoundingClientRect().top >= frame.top - 1)
        .filter((row) => row.getBoundingClientRect().bottom <= frame.bottom + 1)
        .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
        .map((row) => [...row.querySelectorAll('.text, .cut')].map((part) => part.textContent).join(' '));
    },
  };
}

test('shows the document line by line, with headings and separators', async () => {
  const preview = await show([fileBlock('a.ts', 2, { lead: '## Files' }), taskBlock]);
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

test('without blocks it shows what the caller has for that', async () => {
  const preview = await show([]);
  await expect.element(preview.getByText('Nothing ticked')).toBeVisible();
});

test('two million lines: the end, the middle, and few reads', async () => {
  const blocks = Array.from({ length: 2_000 }, (_, i) =>
    fileBlock(`f${i}.ts`, 993, i === 0 ? { lead: '## Files' } : {}),
  );
  const preview = await show(blocks);
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
  const preview = await show([
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
  const preview = await show(blocks);
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
  const preview = await show([fileBlock('a.ts', 5)]);
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
    readLines: (ref: BlockRef, from: number, to: number) =>
      isBroken ? Promise.reject(new Error('the file is gone')) : failing(ref, from, to),
  });
  const preview = await show([fileBlock('a.ts', 1_000)]);
  await expect.poll(() => preview.rows()[3]).toBe('Line 4 cannot be shown: the file is gone');
  isBroken = false;
  await preview.region().click();
  await userEvent.keyboard('{End}');
  await expect.poll(preview.rows).toContain('a.ts:1002 v1');
  await userEvent.keyboard('{Home}');
  await expect.poll(preview.rows).toContain('a.ts:3 v1');
});

test('what is read stays in place when files before it are ticked and unticked', async () => {
  const [a, b, c] = [fileBlock('a.ts', 300), fileBlock('b.ts', 300), fileBlock('c.ts', 300)];
  const preview = await show([b, c]);
  preview.component.scrollToBlock('file:c.ts');
  await expect.poll(() => preview.rows()[0]).toBe('### `c.ts`');
  await preview.change([a, b, c]);
  await expect.poll(() => preview.box.querySelector('[data-row="614"]')).not.toBeNull();
  expect(preview.rows()[0]).toBe('### `c.ts`');
  await preview.change([c]);
  await expect.poll(() => preview.rows()[0]).toBe('### `c.ts`');
});

test('a block folds to one row by the mouse and unfolds by the keyboard', async () => {
  const preview = await show([fileBlock('a.ts', 120, { lead: '## Files' }), fileBlock('b.ts', 1)]);
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
  const preview = await show([
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

test('a match is searched, shown inside a fold, marked, and left with Escape', async () => {
  const preview = await show([fileBlock('a.ts', 5_000, { lead: '## Files' }), fileBlock('b.ts', 5_000)]);
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
  const preview = await show([fileBlock('a.ts', 1_000)], search);
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

test('only the answer to the newest query counts', async () => {
  const answers: ((result: SearchResult) => void)[] = [];
  const search = () => new Promise<SearchResult>((resolve) => answers.push(resolve));
  const preview = await show([fileBlock('a.ts', 100)], search);
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
  const preview = await show([fileBlock('a.ts', 50), fileBlock('b.ts', 50)]);
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
  const preview = await show([fileBlock('a.ts', 1_000)], search);
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
  const preview = await show([fileBlock('a.ts', 50)]);
  await preview.getByRole('searchbox').fill('b.ts:30');
  await expect.element(preview.getByText('No matches')).toBeVisible();
  await preview.change([fileBlock('a.ts', 50), fileBlock('b.ts', 50)]);
  await expect.element(preview.getByText('1 of 1')).toBeVisible();
  expect(preview.rows()[0]).toBe('### `a.ts`');
});

test('a heading is a button that goes to its file', async () => {
  const preview = await show([fileBlock('src/a.ts', 5)]);
  await preview.getByRole('button', { name: '### `src/a.ts`' }).click();
  expect(revealed).toEqual(['src/a.ts']);
});

test('a focused heading keeps its focus while the list scrolls away and back', async () => {
  const preview = await show([fileBlock('a.ts', 5_000)]);
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
  const preview = await show([fileBlock('big.js', 1)]);
  await expect.poll(() => preview.rows()[3]).toMatch(/^x{2000}.*… 10,483,000 more characters/s);
});

test('hostile text stays text, and what is not seen is named', async () => {
  engine.lines.set('a\u202Egnp.js:0', { text: '### `a\\u202Egnp.js`' });
  engine.lines.set('a\u202Egnp.js:3', { text: '<img src=x onerror=alert(1)>\u202E\u200B\0 "quoted" &amp;' });
  const preview = await show([fileBlock('a\u202Egnp.js', 1)]);
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
