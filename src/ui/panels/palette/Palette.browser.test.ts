import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { deferred, engineWith, idle, path, workspaceWith } from '../../../../tests/workspaceInTests';
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
