import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import { engineWith, idle, indexedText, workspaceWith } from '../../../../tests/workspaceInTests';
import { path } from '../../../../tests/repoPathInTests';
import type { ContentProgress, FilesRanked, RankedFile, RankingWanted } from '../../../app/ports/engine';
import LikelyFiles from './LikelyFiles.svelte';

const NAMES = Array.from({ length: 30 }, (_, at) => `src/f${at}.ts`);
const done: ContentProgress = { state: 'done', done: 30, total: 30, failed: 0 };

interface Call {
  readonly wanted: RankingWanted;
  readonly answer: (ranked: Partial<FilesRanked>) => void;
  readonly fail: () => void;
}

/** An open folder whose rankings and pauses the test controls. */
async function openFolder() {
  const calls: Call[] = [];
  let pauses: (() => void)[] = [];
  const { engine, tell } = engineWith({
    rankFiles(wanted) {
      const { promise, resolve, reject } = Promise.withResolvers<FilesRanked | undefined>();
      calls.push({
        wanted,
        answer: (ranked) => resolve({ files: [], progress: done, ...ranked }),
        fail: () => reject(new Error('out of memory')),
      });
      return promise;
    },
  });
  const workspace = workspaceWith(engine, undefined, undefined, (_, task) => {
    pauses.push(task);
    return () => (pauses = pauses.filter((other) => other !== task));
  });
  await workspace.open();
  tell({ kind: 'entries', entries: NAMES.map((name, id) => ({ id, path: path(name), kind: 'file' })) });
  tell({ kind: 'indexed', files: NAMES.map((_, id) => indexedText(id, `hash ${id}`)) });
  tell(idle);
  const pause = (): void => {
    for (const task of pauses.splice(0)) task();
  };
  /** Answers the latest ranking as the engine would. */
  const answer = (...names: string[]): void => {
    const call = calls.at(-1);
    const files = (names.length === 0 ? NAMES : names).filter(
      (name) => call?.wanted.excluded.includes(path(name)) === false,
    );
    call?.answer({ files: files.slice(0, call.wanted.limit).map(ranked) });
  };
  return { workspace, calls, pause, answer, tell };
}

function ranked(name: string): RankedFile {
  return { path: path(name), score: 1, probability: 0.1, reasons: [`defines \`${name}\``, 'used by x.ts'] };
}

/** The list in its section, as in the right pane. */
async function showList() {
  const folder = await openFolder();
  const section = document.createElement('details');
  section.open = true;
  section.append(document.createElement('summary'));
  section.style.inlineSize = '340px';
  document.body.replaceChildren(section);
  const shown: string[] = [];
  folder.workspace.set('task', 'Mask the password');
  const view = await render(LikelyFiles, {
    target: section,
    props: { workspace: folder.workspace, onreveal: (revealed: string) => shown.push(revealed) },
  });
  await expect.poll(() => folder.calls.length).toBe(1);
  const names = () =>
    [...section.querySelectorAll('li .path')].map((row) => row.querySelector('bdi')?.textContent);
  return { ...folder, ...view, section, names, shown };
}

test('ranks again when the list is shown again after a failure', async () => {
  const { workspace, calls } = await openFolder();
  const { list } = workspace.likely;
  workspace.set('task', 'Mask the password');
  const stop = list.use();
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.fail();
  stop();
  const showAgain = () => {
    list.use()();
    return calls.length;
  };
  await expect.poll(showAgain).toBe(2);
});

test('ranks when the user pauses, only while visible, and the latest answer wins', async () => {
  const { workspace, calls, pause } = await openFolder();
  const { list } = workspace.likely;
  workspace.set('task', 'Mask the password');
  pause();
  expect(calls).toHaveLength(0);
  const stop = list.use();
  await expect.poll(() => calls.length).toBe(1);
  expect(calls[0]?.wanted).toMatchObject({ task: 'Mask the password', selected: [], excluded: [] });
  workspace.set('task', 'Mask the passwords');
  workspace.set('task', 'Mask the tokens');
  calls[0]?.answer({ files: [ranked('src/f1.ts')] });
  await expect.poll(() => list.files).toHaveLength(1); // Still the latest known ranking.
  pause();
  await expect.poll(() => calls.length).toBe(2);
  workspace.choices.select(path('src/f3.ts'));
  pause();
  calls[1]?.answer({ files: [ranked('src/f2.ts')] });
  await expect.poll(() => calls.length).toBe(3);
  expect(calls[2]?.wanted).toMatchObject({
    ...{ task: 'Mask the tokens', selected: ['src/f3.ts'], excluded: [] },
  });
  expect(list.files?.map((file) => file.path)).toEqual(['src/f1.ts']); // Answers of old questions are dropped.
  calls[2]?.answer({ files: [ranked('src/f4.ts')] });
  await expect.poll(() => list.files?.map((file) => file.path)).toEqual(['src/f4.ts']);
  workspace.set('task', ' x ');
  expect([workspace.likely.hasTask, list.files]).toEqual([false, undefined]);
  stop();
  workspace.set('task', 'Something else');
  pause();
  expect(calls).toHaveLength(3);
});

test('waits until all files are read, and follows changes in the folder', async () => {
  const { workspace, calls, pause, tell } = await openFolder();
  workspace.set('task', 'Mask the password');
  workspace.likely.list.use();
  await expect.poll(() => calls.length).toBe(1);
  const progress = { ...done, state: 'reading', done: 5 } as const;
  calls[0]?.answer({ progress });
  await expect.poll(() => workspace.references.progress).toEqual(progress);
  expect(workspace.likely.groups).toBeUndefined();
  tell({ kind: 'references', progress: done });
  pause();
  await expect.poll(() => calls.length).toBe(2);
  calls[1]?.answer({ files: [ranked('src/f1.ts')] });
  await expect.poll(() => workspace.likely.groups).toHaveLength(1);
  tell(idle);
  pause();
  await expect.poll(() => calls.length).toBe(3);
});

test('ticks do not move the rows of a tree sorted by likelihood', async () => {
  const { workspace, calls, pause, answer } = await openFolder();
  const { view } = workspace;
  view.expandAll();
  workspace.set('task', 'Mask the password');
  view.setSort('likely');
  await expect.poll(() => calls.length).toBe(1);
  const first = () => view.rows.slice(0, 3).map(({ label }) => label);
  expect(first()).toEqual(['src', 'f0.ts', 'f1.ts']);
  answer('src/f9.ts', 'src/f7.ts');
  await expect.poll(first).toEqual(['src', 'f9.ts', 'f7.ts']);
  workspace.choices.select(path('src/f9.ts'));
  pause();
  expect(calls).toHaveLength(1);
  workspace.set('task', '');
  expect(first()).toEqual(['src', 'f0.ts', 'f1.ts']);
});

test('lists the best with reasons, and keeps the focus while files are selected and dismissed', async () => {
  const { workspace, answer, pause, calls, names, shown, section, ...list } = await showList();
  await expect.element(list.getByText('Ranking files for the task…')).toBeVisible();
  answer();
  await expect.poll(names).toEqual(NAMES.slice(0, 6).map((name) => name.slice(4)));
  await expect.element(list.getByText('defines `src/f0.ts`; used by x.ts')).toBeVisible();
  await list.getByRole('button', { name: /^f2\.ts/ }).click();
  expect(shown).toEqual(['src/f2.ts']);

  list.getByRole('checkbox', { name: 'Select src/f1.ts' }).element().focus();
  await userEvent.keyboard(' ');
  await expect.poll(() => names().slice(0, 2)).toEqual(['f0.ts', 'f2.ts']);
  expect(workspace.composition.paths).toEqual(['src/f1.ts']);
  await expect.element(list.getByRole('checkbox', { name: 'Select src/f2.ts' })).toHaveFocus();

  await list.getByRole('button', { name: 'Not for this task: src/f0.ts' }).click();
  await expect.element(list.getByRole('button', { name: 'Not for this task: src/f2.ts' })).toHaveFocus();
  pause();
  await expect.poll(() => calls.length).toBe(2);
  expect(calls[1]?.wanted).toMatchObject({ selected: ['src/f1.ts'], excluded: ['src/f0.ts'] });
  answer();

  for (let step = 0; step < 3; step += 1) await list.getByRole('button', { name: 'Show 6 more' }).click();
  await list.getByRole('button', { name: 'Show 4 more' }).click();
  await expect.poll(() => names().length).toBe(28);
  await list.getByRole('button', { name: 'Select these 28 (140 tokens)' }).click();
  expect(workspace.composition.size).toBe(29);
  await expect.element(list.getByText('All likely files are selected or dismissed.')).toBeVisible();
  expect(document.activeElement).toBe(section.querySelector('summary'));
  pause();
  await expect.poll(() => calls.length).toBe(3);
  answer();
  await expect.element(list.getByText('All likely files are selected or dismissed.')).toBeVisible();

  workspace.composition.undo();
  expect(workspace.composition.paths).toEqual(['src/f1.ts']);
  workspace.composition.undo();
  await list.getByRole('button', { name: 'show again' }).click();
  expect(workspace.likely.dismissedPaths).toEqual([]);
  pause();
  await expect.poll(() => calls.length).toBe(4);
  calls[3]?.answer({});
  await expect.element(list.getByText('No file in this folder contains a word from the task.')).toBeVisible();
});

test('shows tests below their source, marks what is selected, and says what the total becomes', async () => {
  const { workspace, calls, names, section, ...list } = await showList();
  const longest = `uses ${'`aVeryLongIdentifierThatHasNoPlaceToBreak`, '.repeat(12)}`;
  calls[0]?.answer({
    files: [
      { ...ranked('src/f1.ts'), tests: path('src/f2.ts') },
      { ...ranked('src/f3.ts'), tests: path('src/f2.ts') },
      { ...ranked('src/f4.ts'), reasons: [longest] },
      ranked('src/f2.ts'),
    ],
  });
  await expect.poll(names).toEqual(['f2.ts', 'f1.ts', 'f3.ts', 'f4.ts']);
  const why = [...section.querySelectorAll('.why')].at(-1);
  expect(why?.textContent.trim()).toBe(longest.trim());
  expect(why?.scrollWidth).toBeLessThanOrEqual(why?.clientWidth ?? 0);
  const select = list.getByRole('button', { name: 'Select these 4 (20 tokens)' });
  await expect.element(select).toHaveAccessibleDescription(/^Total then: ≈\d+ of [\d.]+K$/);

  workspace.setOptions({ budgetTokens: 12 }, 'Set budget');
  await expect.element(select).toHaveAccessibleDescription(/of 12, over your budget by \d+$/);
  list.getByRole('checkbox', { name: 'Select src/f2.ts' }).element().focus();
  await userEvent.keyboard(' ');
  await expect.element(list.getByText('in the document')).toBeVisible();
  expect(names()).toEqual(['f2.ts', 'f1.ts', 'f3.ts', 'f4.ts']);
  await expect.element(list.getByRole('checkbox', { name: 'Select src/f2.ts' })).not.toBeInTheDocument();
  await expect.element(list.getByRole('checkbox', { name: 'Select src/f1.ts' })).toHaveFocus();
  await list.getByRole('checkbox', { name: 'Select src/f4.ts' }).click();
  await expect.element(list.getByText('Also selected: f4.ts')).toBeVisible();
  expect(names()).toEqual(['f2.ts', 'f1.ts', 'f3.ts']);
});

test('does not rank while its pane is hidden', async () => {
  const { workspace, section, calls, pause, answer } = await showList();
  answer();
  section.hidden = true;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  workspace.set('task', 'Something else');
  pause();
  expect(calls).toHaveLength(1);
  section.hidden = false;
  await expect.poll(() => calls.length).toBe(2);
});
