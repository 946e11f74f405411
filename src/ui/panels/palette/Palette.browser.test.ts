import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { deferred, engineWith, idle, workspaceWith } from '../../../../tests/workspaceInTests';
import { path } from '../../../../tests/repoPathInTests';
import type { Engine, ContentProgress } from '../../../app/ports/engine';
import type { FoundSymbol } from '../../../core/symbols/rankSymbols';
import LoadedDialog from '../../shared/LoadedDialog.svelte';
import Palette from './Palette.svelte';

test('keys typed before its script has loaded go into the palette, not to the focused element', async () => {
  const pressedBehind: string[] = [];
  const behind = document.createElement('button');
  behind.addEventListener('keydown', ({ key }) => pressedBehind.push(key));
  document.body.replaceChildren(behind);
  behind.focus();

  const script = Promise.withResolvers<{ default: Component<Record<string, unknown>> }>();
  let runs = 0;
  const command = (id: string, run: () => void) => ({ id, title: id, enabled: true, run });
  const props = {
    mode: 'commands',
    commands: [command('Select all', () => undefined), command('Select by pattern', () => (runs += 1))],
    workspace: undefined,
    more: () => [],
    onfile: () => undefined,
    onslice: () => undefined,
    onclose: () => undefined,
  };
  await render(LoadedDialog, { props: { load: () => script.promise, props } });
  await userEvent.keyboard('by pattern{Enter}');
  expect(runs).toBe(0);
  script.resolve({ default: Palette as Component<Record<string, unknown>> });

  await expect.poll(() => runs).toBe(1);
  expect(pressedBehind).toEqual([]);
});

test('shows the first of 10,000 presets, and finds all', async () => {
  let applied = '';
  const commands = Array.from({ length: 10_000 }, (_, at) => ({
    ...{ id: `apply-preset/${at}`, title: `Apply preset ${at}…`, enabled: true },
    run: () => (applied = String(at)),
  }));
  await render(Palette, {
    ...{ mode: 'commands', commands: [], more: () => commands, workspace: undefined },
    onfile: () => undefined,
    onslice: () => undefined,
    onclose: () => undefined,
  });
  expect(page.getByRole('option').elements()).toHaveLength(100);
  await expect.element(page.getByText('9,900 more. Type to narrow the list.')).toBeVisible();
  await userEvent.keyboard('preset 9876{Enter}');
  await expect.poll(() => applied).toBe('9876');
});

test('Enter goes to the file for what was typed, even before its answer has come', async () => {
  const answer = deferred<readonly number[]>();
  const { engine, tell } = engineWith({ filter: () => answer.promise });
  const workspace = workspaceWith(engine);
  await workspace.open();
  const [recent, typed] = [path('recent.ts'), path('typed.ts')];
  tell({ kind: 'entries', entries: [recent, typed].map((each, id) => ({ id, path: each, kind: 'file' })) });
  tell(idle);
  workspace.recent.note(recent);
  const opened: string[] = [];
  await render(Palette, {
    ...{ mode: 'files', commands: [], more: () => [], workspace },
    onfile: (file: string) => opened.push(file),
    onslice: () => undefined,
    onclose: () => undefined,
  });
  await expect.element(page.getByRole('option', { name: 'recent.ts' })).toBeVisible();
  await userEvent.keyboard('typed{Enter}');
  expect(opened).toEqual([]);
  answer.resolve([1]);
  await expect.poll(() => opened).toEqual(['typed.ts']);
});

const PARSED = { state: 'done', done: 2, total: 2, failed: 0 } as const;

function symbol(file: string, name: string, line = 1): FoundSymbol {
  return { file: path(file), path: name, name, kind: 'Func', line, level: 0 };
}

/** The palette over a folder with these files, whose first one was opened last. */
async function paletteOver(files: readonly string[], overrides: Partial<Engine>, mode = 'files') {
  const { engine, tell } = engineWith({
    filter: (query) =>
      Promise.resolve(files.flatMap((file, id) => (file.includes(query.toLowerCase()) ? [id] : []))),
    ...overrides,
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  tell({ kind: 'entries', entries: files.map((file, id) => ({ id, path: path(file), kind: 'file' })) });
  tell(idle);
  const opened: string[] = [];
  const box = page.getByRole('combobox');
  await render(Palette, {
    ...{ mode, workspace, more: () => [] },
    commands: [{ id: 'open', title: 'Open folder', enabled: true, run: () => opened.push('a command') }],
    onfile: (file: string, line?: number) => opened.push(line === undefined ? file : `${file}:${line}`),
    onslice: (file: string) => opened.push(`slice of ${file}`),
    onclose: () => undefined,
  });
  return { workspace, tell, opened, box };
}

test.for([
  { mode: 'files', calls: ['prepare', 's'] },
  { mode: 'commands', calls: ['s'] },
])('calls $calls when it opens for $mode and a letter is typed', async ({ mode, calls }) => {
  const asked: string[] = [];
  const { box } = await paletteOver(
    ['a.ts'],
    {
      prepareFilter: () => (asked.push('prepare'), Promise.resolve()),
      filter: (query) => (asked.push(query), Promise.resolve([0])),
    },
    mode,
  );
  await box.fill('s');
  await expect.poll(() => asked.at(-1)).toBe('s');
  expect(asked).toEqual(calls);
});

test('its first character chooses between files, commands and symbols', async () => {
  const { box, opened } = await paletteOver(['src/store.ts'], {
    findSymbols: () =>
      Promise.resolve({ symbols: [symbol('src/store.ts', 'Store.get', 7)], matches: 1, progress: PARSED }),
  });
  await expect.element(box).toHaveAccessibleName('File name or path');
  await userEvent.keyboard('>op');
  await expect.element(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'Open folder' })).toBeVisible();
  await box.fill('@get');
  await expect.element(page.getByRole('dialog', { name: 'Go to symbol' })).toBeVisible();
  await expect.element(page.getByRole('option', { name: /Store\.get.*src\/store\.ts:7/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => opened).toEqual(['src/store.ts:7']);
});

test('finds the symbols of one file behind its name', async () => {
  const asked: unknown[] = [];
  const { box } = await paletteOver(['src/store.ts', 'icon@2x.png'], {
    findSymbols: (wanted) => {
      asked.push(wanted);
      return Promise.resolve({ symbols: [symbol('src/store.ts', 'get')], matches: 1, progress: PARSED });
    },
  });
  await box.fill('icon@2x');
  await expect.element(page.getByRole('option', { name: 'icon@2x.png' })).toBeVisible();
  expect(asked).toEqual([]);
  await box.fill('store.ts@get');
  await expect.element(page.getByRole('option', { name: /^Func get/ })).toBeVisible();
  expect(asked).toEqual([{ query: 'get', limit: 50, file: 'src/store.ts' }]);
});

test('Shift+Enter selects the file, or only the symbol of a file', async () => {
  const { box, workspace } = await paletteOver(
    ['src/store.ts'],
    {
      findSymbols: () =>
        Promise.resolve({ symbols: [symbol('src/store.ts', 'Store.get')], matches: 1, progress: PARSED }),
    },
    'symbols',
  );
  await expect.element(box).toHaveValue('@');
  await userEvent.keyboard('get');
  await expect.element(page.getByRole('option', { name: /Store\.get/ })).toBeVisible();
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await expect
    .poll(() => workspace.composition.item(path('src/store.ts')))
    .toMatchObject({ viewMode: 'masked', astMask: [{ symbol: 'Store.get', level: 'def' }] });
});

test('shows how far the folder is parsed, stops it, and shows what is found later', async () => {
  let found: readonly FoundSymbol[] = [];
  const reads: boolean[] = [];
  const reading = { state: 'reading', done: 2300, total: 10_000, failed: 0 } as const;
  let progress: ContentProgress = reading;
  const { box, tell } = await paletteOver(
    ['a.ts'],
    {
      findSymbols: () => Promise.resolve({ symbols: found, matches: found.length, progress }),
      readSymbols: (on) => (reads.push(on), Promise.resolve()),
    },
    'symbols',
  );
  await userEvent.keyboard('x');
  await expect.element(page.getByText('Parsing 2,300 of 10,000 files…')).toBeVisible();
  await expect.element(page.getByText('No symbol matches.')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Stop' }).click();
  expect(reads).toEqual([false]);
  await expect.element(box).toHaveFocus();
  progress = { ...reading, state: 'stopped' };
  tell({ kind: 'symbols', progress });
  await expect.element(page.getByText('Stopped: only 2,300 of 10,000 files parsed')).toBeVisible();
  await expect.element(page.getByText('No symbol matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(reads).toEqual([false, true]);
  found = [symbol('a.ts', 'x')];
  progress = { state: 'done', done: 10_000, total: 10_000, failed: 3 };
  tell({ kind: 'symbols', progress });
  await expect.element(page.getByRole('option', { name: /x/ })).toBeVisible();
  await expect.element(page.getByText("3 files couldn't be parsed")).toBeVisible();
});

test('says that a folder has no symbols, and names invisible characters in those it has', async () => {
  let total = 0;
  const hostile = '<img onerror=alert(1)>\u202e__proto__';
  const { box } = await paletteOver(
    ['a.txt'],
    {
      findSymbols: () =>
        Promise.resolve({
          ...{ symbols: total === 0 ? [] : [symbol('a.txt', hostile)], matches: total },
          progress: { state: 'done', done: total, total, failed: 0 },
        }),
    },
    'symbols',
  );
  await userEvent.keyboard('x');
  await expect.element(page.getByText('No file in this folder has symbols.')).toBeVisible();
  total = 1;
  await box.fill('@y');
  await expect.element(page.getByRole('option')).toHaveTextContent(hostile);
  expect(document.querySelector('[data-code="U+202E"]')).not.toBeNull();
  expect(document.querySelector('[role=option] img')).toBeNull();
});

test('recent files that contain what was typed come first', async () => {
  const { box, workspace } = await paletteOver(['a/store.ts', 'b/store.ts'], {});
  workspace.recent.note(path('b/store.ts'));
  await box.fill('store');
  await expect.element(page.getByRole('option').first()).toHaveTextContent('b/store.ts');
});
