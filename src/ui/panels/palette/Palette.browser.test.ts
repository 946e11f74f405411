import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import LoadedDialog from '../../shared/LoadedDialog.svelte';
import Palette from './Palette.svelte';

test('what is typed before its script has come goes into the palette, not to what had the focus', async () => {
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
    commands: [command('Tick all', () => undefined), command('Tick by pattern', () => (runs += 1))],
    workspace: undefined,
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

test('of 10,000 presets it shows the first, and finds all', async () => {
  let applied = '';
  const commands = Array.from({ length: 10_000 }, (_, at) => ({
    ...{ id: `apply-preset/${at}`, title: `Apply preset ${at}…`, enabled: true },
    run: () => (applied = String(at)),
  }));
  await render(Palette, {
    ...{ mode: 'commands', commands, workspace: undefined },
    onfile: () => undefined,
    onslice: () => undefined,
    onclose: () => undefined,
  });
  expect(page.getByRole('option').elements()).toHaveLength(100);
  await expect.element(page.getByText('9,900 more. Type to narrow them down.')).toBeVisible();
  await userEvent.keyboard('preset 9876{Enter}');
  await expect.poll(() => applied).toBe('9876');
});
